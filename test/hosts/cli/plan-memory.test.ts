import { expect, it } from 'vitest';
import { configurationSchema } from '../../../src-main/contract/configuration.ts';
import type { PlannedCase } from '../../../src-main/contract/run.ts';
import { planMemory } from '../../../src-main/hosts/cli/verbs/run.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp, quickPreset } from '../../helpers/scripted-app.ts';

const { policy } = configurationSchema.parse(quickPreset.configuration);

const estimate = (hostBytes: number, deviceBytes: number) => ({
  estimate: { hostBytes, deviceBytes, seconds: 1 },
});

const planned = (index: number, more: Partial<PlannedCase>): PlannedCase => ({
  ...{ index, workload: 'count', variant: 'sequential', values: { n: 8 }, inputKey: 'n8' },
  policy,
  ...more,
});

const plan = (...cases: readonly Partial<PlannedCase>[]) => ({
  schemaVersion: 1,
  configuration: { groups: [], policy, orderSeed: 1 },
  cases: cases.map((more, index) => planned(index, more)),
});

it('is that of the largest case that is to run', () => {
  const cases = [estimate(2 ** 30, 0), estimate(2 ** 20, 2 ** 31)];
  const skipped = { ...estimate(2 ** 40, 2 ** 40), skip: 'too large' };
  expect(planMemory(plan(...cases, skipped))).toBe(
    '\nMemory: at most 1.00 GiB, 2.00 GiB of GPU memory at a time\n',
  );
  expect(planMemory(plan(estimate(2 ** 20, 0)))).toBe('\nMemory: at most 1.00 MiB at a time\n');
  expect(planMemory(plan({}, skipped))).toBe('');
});

it('stands behind the table of a dry run', async () => {
  const words = ['run', '--preset', 'quick', '--dry-run'];
  const { stdout } = await cliSession(createScriptedApp(), words);
  expect(stdout).toMatch(/\nMemory: at most [\d.]+ \w+ at a time\n/);
});
