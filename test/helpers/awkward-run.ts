import path from 'node:path';
import { emptyResult } from '../../src-main/contract/empty-result.ts';
import type { ScopeSamples } from '../../src-main/contract/run.ts';
import type { ComparisonView } from '../../src-main/contract/verdict.ts';
import type { Store } from '../../src-main/core/store/store.ts';
import { configuration, finished, metric, newRun, planned, scope } from '../core/store/fixtures.ts';
import { freshStore } from './fresh-store.ts';

/** What is stored again for each test: run `r1` with cases, numbers and texts that a table could mistake. */
export type AwkwardRun = {
  readonly store: Store;
  /** The folder of the store. */
  readonly home: string;
  /** A folder for files, not there yet. */
  readonly out: string;
};

export const awkwardComparisons: Readonly<Record<string, ComparisonView>> = {
  '1': {
    verdict: 'faster',
    reason: 'Wholly below 1, "clearly".',
    ratio: 0.25,
    ci95: [0.2, 1 / 3],
    against: 'sequential',
  },
  '2': { verdict: 'inconclusive', reason: '=too few', ratio: 1, ci95: null, against: 'sequential' },
};

/** Registers what opens and closes the store around each test; returns the function that gives it. */
export function awkwardRun(): () => AwkwardRun {
  let run: AwkwardRun;
  freshStore((store, home) => {
    fill(store);
    run = { store, home, out: path.join(home, 'out', 'deep') };
  });
  return () => run;
}

function fill(store: Store): void {
  const cases = [
    planned(0),
    planned(1, {
      variant: '=cmd|calc',
      values: { n: 1e6, threads: 2, device: '0', label: '-5', note: '', on: true, text: '12' },
    }),
    planned(2, { variant: 'cub-even', values: { n: 2 ** 40, ratio: 1 / 3 } }),
    planned(3, { variant: 'python', values: { n: 10 } }),
  ];
  store.createRun(
    newRun(cases, {
      id: 'r1',
      title: 'Täst, "quoted"',
      configuration: configuration({ note: '@x\ny' }),
    }),
  );
  store.saveCase('r1', {
    ...finished(0),
    metrics: {
      kernel: { ...metric(0.1 + 0.2, 7), lag1: null, effectiveN: 6.5, correlated: false },
      call: { ...metric(31), sdNs: Number.NaN },
    },
  });
  const samples: ScopeSamples[] = [
    {
      ...scope('kernel', 0, [1 / 3, 5e-324, 1.7976931348623157e308]),
      clocksHz: Float64Array.from([1.98e9, Number.NaN, 1.5e9]),
      repeats: 4,
      launchIncluded: true,
    },
    { ...scope('kernel', 1, [7]), cpuNs: Float64Array.from([13.5]) },
    scope('total', 0, [99, 98]),
  ];
  store.saveCase('r1', {
    ...finished(1, {
      planned: cases[1] ?? {},
      device: 'cuda',
      result: {
        samples,
        warnings: ['+one', 'two, "three"'],
        attributes: { device: 'Test GPU H9', registers: 32, spilled: false, digits: '0042' },
        verification: { rule: 'tolerance', passed: true, message: '', maxError: 1e-7 },
      },
    }),
    metrics: { kernel: metric(5), total: metric(98) },
  });
  store.saveCase(
    'r1',
    finished(2, {
      planned: cases[2] ?? {},
      result: emptyResult('skipped', 'No GPU here, as of now'),
    }),
  );
  store.saveCase(
    'r1',
    finished(3, {
      planned: cases[3] ?? {},
      result: {
        samples: [scope('call', 0, [3])],
        answer: { sha256: '1234', attributes: { mean: '=7', max: -2 } },
      },
    }),
  );
  store.finishRun('r1', 'complete');
}
