import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEnd, sessionsOver } from '../../helpers/cli-session.ts';
import { createMeasuringApp } from '../../helpers/scripted-app.ts';

const scripted = createMeasuringApp();
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

beforeAll(async () => {
  const variants = ['--variants', 'sequential,parallel,accelerated'];
  const words = ['run', '--workload', 'count', ...variants, '--sweep', 'n=1e4,1e6'];
  const much = ['--samples', '10', '--repetitions', '4', '--quiet'];
  expect((await session(...words, ...much)).code).toBe(0);
});

afterAll(() => scripted.close());

describe('break-even --over calls', () => {
  const over = ['break-even', 'latest', '--over', 'calls', '--strategy', 'both-stay'] as const;

  it('has a row a size, and names strategy and caches', async () => {
    const { code, stdout } = await session(...over);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^count, .*if input and answer stay on the device\n/);
    expect(stdout).toMatch(/\n +10,000 +accelerated +sequential +never/);
    expect(stdout).toMatch(/\n1,000,000 +accelerated +parallel +always/);
  });

  it('has exit codes as the verb', async () => {
    expect((await session(...over, '--fail-on', 'none')).code).toBe(4);
    expect((await session(...over, '--fail-on', 'one')).code).toBe(0);
    const cpus = ['--variants', 'sequential,parallel'];
    const { code, stdout } = await session(...over, ...cpus, '--fail-on', 'one');
    expect(code).toBe(5);
    expect(stdout).toContain('it needs a CPU and a GPU variant at one size');
  });
});

describe('break-even --format', () => {
  it('prints code and nothing else', async () => {
    const { code, stdout } = await session('break-even', 'latest', '--format', 'python');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Break-even sizes measured by Breakeven\.\n# Machine: /);
    expect(stdout).toContain('def breakeven_count_call_accelerated_over_sequential(');
  });

  it('ends with 5 where no threshold is known', async () => {
    const words = ['break-even', 'latest', '--variants', 'parallel', '--format', 'c'] as const;
    const wide = ['--where', 'n=1e6'] as const;
    const { code, stderr } = await session(...words, ...wide);
    expect([code, stderr]).toEqual([5, expect.stringContaining('the code has no threshold')]);
    expect((await session(...words, ...wide, '--allow-unknown')).code).toBe(0);
  });
});

describe('break-even --over threads', () => {
  const sizes = ['--set', 'n=1e5', '--scale', 'n=threads'] as const;
  const words = 'run --workload count --variants parallel --sweep threads=1,2,4'.split(' ');
  const much = ['--samples', '10', '--repetitions', '4', '--quiet'];

  it('shows how a variant scales with the size that grows with the count', async () => {
    expect((await session(...words, ...sizes, ...much, '--tag', 'weak')).code).toBe(0);
    const { code, stdout, stderr } = await session('break-even', 'latest', '--over', 'threads');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^count, parallel: kernel time over threads, weak scaling\n/);
    expect(stdout).toMatch(/\n +4 +400,000 .*\n/);
    expect(stdout).toMatch(/the problem growing as threads, threads = 4\s+keep .* % \[.*\]/);
  });

  it('has its rows in JSON, and exit codes as the verb', async () => {
    const line = ['break-even', 'latest', '--over', 'threads'] as const;
    const { stdout } = await session(...line, '--json');
    const { over, series } = JSON.parse(stdout);
    expect([over, series[0].rows.map(({ size }: { size: number }) => size)]).toEqual([
      'threads',
      [100_000, 200_000, 400_000],
    ]);
    expect((await session(...line, '--fail-on', 'none')).code).toBe(4);
  });

  it('says what a run lacks', async () => {
    await session('run', '--workload', 'count', '--variants', 'sequential,parallel', ...much);
    const { code, stdout } = await session('break-even', 'latest', '--over', 'threads');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('has nothing to show over threads'),
    ]);
  });

  it('is drawn as speedup over the count, each variant compared with itself', async () => {
    expect((await session(...words, '--set', 'n=1e5', ...much)).code).toBe(0);
    const figure = ['figure', 'latest', '--kind', 'speedup', '--over', 'threads'] as const;
    expect((await session(...figure, '--out', 'speedup.csv')).code).toBe(0);
    const drawn = readFileSync(join(scripted.home, 'speedup.csv'), 'utf8');
    const { stdout } = await session('break-even', 'latest', '--over', 'threads', '--json');
    const [{ rows }] = JSON.parse(stdout).series;
    for (const { count, speedup } of rows.slice(1)) {
      expect(drawn).toContain(`${count},${Number(speedup.value.toPrecision(12))}`);
    }
    expect(drawn).toContain('Speedup over threads = 1');
    const refused = await session(...figure, '--against', 'threads=3', '--out', 'x.csv');
    expectEnd(refused, 2, 'was measured beside one with threads = 3');
  });
});
