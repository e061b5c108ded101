import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonViewSchema } from '../../../src-main/contract/verdict.ts';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

beforeAll(async () => {
  scripted = createMeasuringApp();
  const what = ['--workload', 'count', '--variants', 'sequential,parallel'];
  const run = await session('run', ...what, '--sweep', 'n=1e3,1e6', '--samples', '15', '--quiet');
  expect(run.code).toBe(0);
});

afterAll(() => scripted.close());

describe('what speaks for a verdict', () => {
  const sides = ['latest:parallel', 'latest:sequential'] as const;

  it('is in the JSON of compare: effect with interval, tests, adjusted p, samples and processes', async () => {
    const { stdout } = await session('compare', ...sides, '--json');
    const { cases } = JSON.parse(stdout);
    expect(cases).toHaveLength(2);
    for (const [i, { comparison, values }] of cases.entries()) {
      expect(comparison).toMatchObject(comparisonViewSchema.parse(comparison));
      expect(comparison.ci95[0]).toBeLessThanOrEqual(comparison.ratio);
      expect(comparison.ci95[1]).toBeGreaterThanOrEqual(comparison.ratio);
      expect(comparison.verdict).toBe(values.n === 1000 ? 'slower' : 'faster');
      expect(comparison.adjustedP).toBeGreaterThanOrEqual(comparison.p);
      expect(comparison.adjustedP).toBeLessThan(0.001);
      expect(comparison).toMatchObject({ interval: 'this run', paired: true });
      expect([i, comparison.samples.length, comparison.repetitions]).toEqual([i, 2, [5, 5]]);
    }
  });

  it.each([
    ['compare', ...sides],
    ['show', 'latest'],
    ['run', '--resume', 'latest', '--quiet'],
  ])('is in the text of %s where reasons are asked for', async (...words) => {
    const rows = await session(...words);
    expect([rows.code, rows.stdout.includes('Benjamini-Hochberg')]).toEqual([0, false]);
    const { code, stdout } = await session(...words, '--why');
    expect(code).toBe(0);
    expect(stdout.match(/over the sweep \(Benjamini-Hochberg\)/g)).toHaveLength(2);
    expect(stdout).toMatch(
      /interval of this run, paired by repetition; \d+ samples in 5 processes, baseline \d+ in 5/,
    );
  });
});
