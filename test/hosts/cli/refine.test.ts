import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { createMeasuringApp } from '../../helpers/scripted-app.ts';

const scripted = createMeasuringApp();
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));
const refine = ['break-even', 'latest', '--refine', '--quiet', '--scope', 'call'];

beforeAll(async () => {
  const words = ['run', '--workload', 'count', '--variants', 'sequential,parallel', '--quiet'];
  const sizes = ['--sweep', 'n=1e3,1e4,1e5', '--samples', '10', '--repetitions', '3'];
  expect((await session(...words, ...sizes)).code).toBe(0);
});

afterAll(() => scripted.close());

describe('break-even --refine', () => {
  it('exits with 5 where the answer is not the one asked for, and says why it ended', async () => {
    const { code, stdout, stderr } = await session(...refine, '--time-limit', '0');
    expect(code).toBe(5);
    expect(stdout).toContain('sequential / parallel');
    expect(stderr).toMatch(
      /^breakeven: 1 of 1 break-evens did not reach the target of 10 %; refinement ended: the next size takes /,
    );
    expect((await session('break-even', 'latest')).code).toBe(0);
  });

  it('keeps to the bound on added sizes, and exits with 0 once the target is reached', async () => {
    const sizesOf = async (): Promise<number> => {
      const { cases } = JSON.parse((await session('show', 'latest', '--json')).stdout);
      return new Set(cases.map((one: { values: { n: number } }) => one.values.n)).size;
    };
    const before = await sizesOf();
    const bounded = await session(...refine, '--max-points', '1', '--target', '0.1%');
    expect([bounded.code, await sizesOf()]).toEqual([5, before + 1]);
    expect(bounded.stderr).toContain('limit of 1 added sizes');
    const reached = await session(...refine, '--target', '60%');
    expect([reached.code, reached.stderr]).toEqual([0, '']);
  });

  it('refines between two values of an axis too', async () => {
    const words = ['run', '--workload', 'count', '--variants', 'parallel,accelerated', '--quiet'];
    const sizes = ['--sweep', 'n=1e3,1e4,1e5', '--sweep', 'share=0,1', '--samples', '10'];
    await session(...words, ...sizes, '--repetitions', '2');
    const between = ['--axis', 'share', '--small', '0', '--large', '1'];
    const { code, stderr } = await session('break-even', 'latest', '--refine', ...between);
    // The scripted times do not depend on it: nothing crosses.
    expect([code, stderr]).toEqual([2, expect.stringContaining('no single break-even to refine')]);
  });

  it('exits with 1 over a case that fails at an added size, names it, and says where it has no result', async () => {
    const words = ['run', '--workload', 'trouble', '--variants', 'good,gaps', '--quiet'];
    const sizes = ['--sweep', 'n=1e3,1e4,1e5', '--samples', '10', '--repetitions', '2'];
    expect((await session(...words, ...sizes)).code).toBe(0);
    const before = await session(...refine.slice(0, 2), '--scope', 'call');
    expect([before.code, before.stderr]).toEqual([0, '']);
    const refined = await session(...refine, '--max-points', '1');
    expect(refined.code).toBe(1);
    const [, size = ''] =
      /^breakeven: 1 case failed while refining: trouble gaps n=([\d,]+): bin 3 is 7 and not 8$/m.exec(
        refined.stderr,
      ) ?? [];
    expect(size).not.toBe('');
    const told = Number(size.replaceAll(',', '')).toLocaleString('en-US');
    expect(refined.stdout.replaceAll(/\s+/g, ' ')).toContain(`gaps has no result at n = ${told}.`);
    expect(refined.stderr).toContain('1 of 1 break-evens did not reach the target of 10 %');
    // A case that had failed before is not of this refining, which another size may still spoil.
    const again = await session(...refine, '--time-limit', '0');
    expect([again.code, again.stderr]).toEqual([5, expect.not.stringContaining('failed while')]);
    // What --fail-on asks for goes first.
    const gated = await session(...refine, '--max-points', '1', '--fail-on', 'failed');
    expect(gated.code).toBe(4);
  });
});
