import { afterAll, expect, it } from 'vitest';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { createMeasuringApp } from '../../helpers/scripted-app.ts';

const scripted = createMeasuringApp();
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));
afterAll(() => scripted.close());

it('a plan says how long it takes and from what; the run keeps it beside what it took', async () => {
  const words = ['run', '--workload', 'count', '--variants', 'sequential', '--n', '1000'];
  const policy = ['--samples', '10', '--repetitions', '2'];
  const first = await session(...words, ...policy, '--dry-run');
  expect(first.stdout).toMatch(/\nTime: .*, from declared work\n$/);
  expect((await session(...words, ...policy, '--quiet')).code).toBe(0);
  const again = await session(...words, ...policy, '--dry-run');
  expect(again.stdout).toMatch(/\nTime: .*, from stored times\n$/);
  const near = await session(...words.with(-1, '3000'), ...policy, '--dry-run');
  expect(near.stdout).toMatch(/\nTime: .*, from stored times of neighbouring sizes\n$/);
  const { stdout } = await session('show', 'latest', '--long');
  expect(stdout).toMatch(/\ntook .*; expected .*, from declared work\n/);
});
