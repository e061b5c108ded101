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
