import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedApp } from '../../core/api/scripted-app.ts';
import { sessionsOver } from '../../helpers/cli-session.ts';

const scripted = scriptedApp();
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

beforeAll(async () => {
  const variants = ['--variants', 'sequential,parallel,accelerated'];
  const words = ['run', '--workload', 'count', ...variants, '--sweep', 'n=1e4,1e6'];
  const much = ['--samples', '10', '--repetitions', '4', '--quiet'];
  expect((await session(...words, ...much)).code).toBe(0);
}, 60_000);

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

  it('refuses in one sentence what has no meaning', async () => {
    for (const [words, sentence] of [
      [[...over, '--scope', 'total'], '--over cannot be combined with --scope'],
      [['break-even', 'latest', '--strategy', 'both-stay'], '--strategy needs --over'],
      [['break-even', 'latest', '--over', 'calls', '--strategy', 'both'], 'unknown name "both"'],
    ] as const) {
      const { code, stderr } = await session(...words);
      expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    }
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

  it('is refused beside --json and --over', async () => {
    for (const other of [['--json'], ['--over', 'calls']] as const) {
      const { code, stderr } = await session('break-even', 'latest', '--format', 'c', ...other);
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be combined')]);
    }
  });
});
