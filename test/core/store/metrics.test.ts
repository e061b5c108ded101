import { expect, it } from 'vitest';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import type { FinishedCase } from '../../../src-main/core/store/cases.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { metricsOf } from '../../../src-main/stats/case-metrics.ts';
import type { RunVariation } from '../../../src-main/stats/run-variation.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { finished, newRun, planned, scope } from './fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

const samples = [scope('kernel', 0, [10, 11, 15]), scope('kernel', 1, [20, 21, 40])];

function measured(index: number, repetition: number): FinishedCase {
  const { metrics: _, ...rest } = finished(index, {
    result: { samples: samples.filter((part) => part.repetition === repetition) },
  });
  return rest;
}

/** A run under way with two cases of two repetitions. */
function running(): string {
  const { id } = store.createRun(newRun([planned(0), planned(1)]));
  for (const repetition of [0, 1]) {
    for (const index of [0, 1]) store.saveCase(id, measured(index, repetition));
  }
  return id;
}

const kernelOf = (id: string, index = 0) => store.run(id).cases[index]?.metrics.kernel;
const whole = (variation?: RunVariation) =>
  metricsOf({ outcome: 'ok', attributes: { threads: 1 } }, 'cpu', samples, variation).kernel;

it('a case of a run under way has the median and interval of its processes alone', () => {
  const id = running();
  const { medianNs, ci95LoNs, ci95HiNs, processes } = whole() ?? {};
  expect(kernelOf(id)).toMatchObject({ n: 6, medianNs, ci95LoNs, ci95HiNs, processes });
  expect(kernelOf(id)).toMatchObject({ minNs: Number.NaN, q1Ns: Number.NaN, maxNs: Number.NaN });
});

it('the end of a run computes the metrics of its cases from all samples', () => {
  const id = running();
  store.finishRun(id, 'cancelled');
  expect(kernelOf(id)).toEqual(whole());
  expect(kernelOf(id)).toMatchObject({ minNs: 10, maxNs: 40 });
});

it('metrics are computed for some cases at a time, by the variation of runs that is given', () => {
  const id = running();
  const varied = { 'cpu kernel': { sd: 0.5, degrees: 9, runs: 10 } };
  expect(store.completeMetrics(id, varied, 1)).toBe(true);
  expect(kernelOf(id, 0)).toEqual(whole(varied));
  expect(kernelOf(id, 1)?.minNs).toBeNaN();
  expect(store.completeMetrics(id, varied, 1)).toBe(false);
  store.finishRun(id, 'complete');
  expect(kernelOf(id, 1)).toEqual(whole(varied));
  expect(whole(varied)).not.toEqual(whole());
});

it('a case that is measured again has its metrics computed again', () => {
  const id = running();
  store.finishRun(id, 'partial');
  store.setStatus(id, 'running');
  const more = measured(0, 0);
  const result = { ...more.result, samples: [scope('kernel', 2, [5, 6, 7])] };
  store.saveCase(id, { ...more, result });
  expect(kernelOf(id)).toMatchObject({ n: 9, minNs: Number.NaN });
  expect(kernelOf(id, 1)).toEqual(whole());
  store.finishRun(id, 'complete');
  expect(kernelOf(id)).toMatchObject({ n: 9, minNs: 5, maxNs: 40 });
});

it('a file of a run under way is read with the metrics of its samples', async () => {
  const id = running();
  const read = await readRunFile(Buffer.concat([...runFile(store, id)]));
  expect(read.cases[0]?.stored.metrics.kernel).toEqual(whole());
});
