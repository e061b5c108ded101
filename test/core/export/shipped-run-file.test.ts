import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { numberText } from '../../../src-main/contract/numbers.ts';
import type { Metric } from '../../../src-main/contract/run.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { resourcePath } from '../../../src-main/core/util/paths.ts';
import { metricsOf } from '../../../src-main/stats/case-metrics.ts';
import { maxSampleBytes, shippedRunFile, thinned } from '../../helpers/shipped-run-file.ts';

const folder = resourcePath('sample-results');
const files = readdirSync(folder).map((name) => join(folder, name));

/** What each process tells: quantiles in an abridged file are those of all samples. */
const ofProcesses = [
  ...['leftOut', 'medianNs', 'ci95LoNs', 'ci95HiNs', 'ci99LoNs', 'ci99HiNs', 'repeat95LoNs'],
  ...['repeat95HiNs', 'processes', 'processSd', 'runSd', 'lag1', 'effectiveN', 'correlated'],
] as const satisfies readonly (keyof Metric)[];

it.each(files)(
  '%s is small, names no host, has the statistics of today, and is read with each descriptor once',
  async (file) => {
    expect(statSync(file).size).toBeLessThanOrEqual(maxSampleBytes);
    const { machine, cases } = await readRunFile(readFileSync(file));
    expect(machine.hostname).toBe('sample');
    const descriptors = cases.map(({ descriptor }) => descriptor);
    const texts = new Set(descriptors.map((one) => JSON.stringify(one)));
    expect(texts.size).toBeLessThan(cases.length);
    expect(new Set(descriptors).size).toBe(texts.size);
    for (const { stored, descriptor, samples } of cases) {
      const now = metricsOf(stored, descriptor.variant.device, samples);
      for (const [scope, was] of Object.entries(stored.metrics)) {
        for (const of of ofProcesses) expect([of, now[scope]?.[of]]).toEqual([of, was[of]]);
      }
    }
  },
);

it('keeps samples evenly and in order, leaves the figures of the cases, and says what is left out', async () => {
  const [file = ''] = files;
  const given = await readRunFile(readFileSync(file));
  const few = thinned(given, 12);
  const counted = (run: typeof given): number =>
    run.cases.flatMap(({ samples }) => samples).reduce((n, part) => n + part.timesNs.length, 0);
  expect(few.run.note).toContain(
    `Of ${numberText(counted(given))} samples this file holds ${numberText(counted(few))}, evenly taken, at most 12 per timing scope`,
  );
  for (const [i, { stored, samples }] of few.cases.entries()) {
    expect(stored).toEqual(given.cases[i]?.stored);
    for (const [j, part] of samples.entries()) {
      const all = [...(given.cases[i]?.samples[j]?.timesNs ?? [])];
      expect(part.timesNs.length).toBe(Math.min(12, all.length));
      let place = -1;
      for (const time of part.timesNs) place = all.indexOf(time, place + 1);
      // Each is one of the samples, after the one before it.
      expect(place).toBeGreaterThanOrEqual(part.timesNs.length - 1);
      if (part.cpuNs !== undefined) expect(part.cpuNs.length).toBe(part.timesNs.length);
    }
  }
  expect(thinned(given, Number.POSITIVE_INFINITY)).toBe(given);
});

it('fits a run into the bytes that it may have, as a file that can be read', async () => {
  const [file = ''] = files;
  const bytes = readFileSync(file);
  const whole = await shippedRunFile(bytes);
  expect((await readRunFile(whole)).run.note).not.toContain('evenly taken');
  const small = await shippedRunFile(bytes, Math.round(whole.length * 0.7));
  expect(small.length).toBeLessThanOrEqual(whole.length * 0.7);
  const read = await readRunFile(small);
  expect(read.run.note).toContain('evenly taken');
  expect(read.cases.length).toBe((await readRunFile(bytes)).cases.length);
  await expect(shippedRunFile(bytes, 1000)).rejects.toThrow('does not fit');
});
