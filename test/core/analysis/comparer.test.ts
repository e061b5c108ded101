import { describe, expect, it } from 'vitest';
import type { ScopeProcess } from '../../../src-main/contract/run.ts';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import {
  createComparer,
  judgePair,
  type Subject,
} from '../../../src-main/core/analysis/compare.ts';
import type { MachinePriors } from '../../../src-main/core/analysis/machine-priors.ts';
import { defaultMargins, type Margins } from '../../../src-main/stats/decide.ts';
import { judge } from '../../../src-main/stats/judge.ts';
import type { JudgedSide } from '../../../src-main/stats/judged-case.ts';
import { shippedPriors } from '../../../src-main/stats/priors.ts';
import { processesOf as processesIn, repetitions } from '../../helpers/sample-comparer.ts';
import { storedCase } from '../../helpers/stored-case.ts';

const metric = { n: 4 } as never;
const subject = (more: Partial<Subject> & { readonly index?: number } = {}): Subject => {
  const { index = 0, ...rest } = more;
  const stored = storedCase(index, {
    workload: 'count',
    variant: `v${index}`,
    metrics: { kernel: metric, total: metric },
  });
  return { runId: 'run', stored, device: 'cpu', scope: 'kernel', ...rest };
};
const baseline = subject({ index: 1 });

/** Case 1 takes 1 ms; case 0 a twentieth less in its kernel and a tenth more from end to end. */
function said(index: number, scope: string): readonly ScopeProcess[] {
  const factor = index === 1 ? 1 : scope === 'kernel' ? 0.95 : 1.1;
  const times = [0, 1].map((repetition) =>
    Float64Array.from(
      { length: 40 },
      (_, i) => 1e6 * factor * (1 + 1e-4 * ((i * 7 + repetition) % 10)),
    ),
  );
  return processesIn(repetitions(scope, times));
}

function comparer(margins: () => Margins = () => defaultMargins, priors?: MachinePriors) {
  const reads: string[] = [];
  const store = {
    allProcesses: () => new Map(),
    processes(runId: string, scope: string) {
      reads.push(`${runId} ${scope}`);
      return new Map([0, 1, 2].map((index) => [index, said(index, scope)] as const));
    },
  };
  return { ...createComparer(store, margins, priors), reads };
}

/** A machine whose processes and runs hardly differ. */
const calm = (() => {
  const { below100us, below10ms, above } = shippedPriors.cpu.kernel;
  const kernel = Object.fromEntries(
    Object.entries({ below100us, below10ms, above }).map(([time, { processes, runs }]) => [
      time,
      { processes: { ...processes, sd: 1e-6 }, runs: { ...runs, sd: 1e-6 } },
    ]),
  ) as typeof shippedPriors.cpu.kernel;
  return { table: { ...shippedPriors, cpu: { ...shippedPriors.cpu, kernel } }, key: 'calm' };
})();

const widthOf = ({ ci95 }: ComparisonView): number =>
  Math.log((ci95?.[1] ?? Number.NaN) / (ci95?.[0] ?? Number.NaN));

describe('two runs of one program', () => {
  it('say where a sample holds another number of executions', () => {
    const other = subject({ runId: 'other' });
    const batched = (executions: number) => (asked: Subject) =>
      said(0, 'kernel').map((process) => ({
        ...process,
        repeats: asked.runId === 'run' ? executions : 1,
      }));
    const warned = (one: Subject, executions: number): string =>
      judgePair(one, other, batched(executions), defaultMargins).warnings?.join() ?? '';
    expect(warned(subject(), 8)).toContain('is the mean of 8 executions');
    expect(warned(subject(), 1)).not.toContain('executions');
    // Other programs have samples of their own.
    expect(warned(subject({ index: 1 }), 8)).not.toContain('executions');
  });
});

describe('a result that is kept', () => {
  it('is of the same pair, and read from the store once', () => {
    const { judge: ask, reads } = comparer();
    const first = ask(subject(), baseline);
    expect(ask(subject(), baseline)).toBe(first);
    expect(reads).toEqual(['run kernel']);
  });

  it.each<[string, Subject, Subject]>([
    ['another case', subject({ index: 2 }), baseline],
    ['another run', subject({ runId: 'other' }), baseline],
    ['another scope', subject({ scope: 'total' }), subject({ index: 1, scope: 'total' })],
    [
      'another device, of which other processes are expected',
      subject({ device: 'cuda' }),
      baseline,
    ],
    ['another device of the baseline', subject(), subject({ index: 1, device: 'cuda' })],
    ['the pair the other way round', baseline, subject()],
    [
      'the case, measured again',
      subject({ stored: { ...subject().stored, finishedAt: '2026-05-05T00:00:00.000Z' } }),
      baseline,
    ],
  ])('is not that of %s', (_what, contender, against) => {
    const { judge: ask, reads } = comparer();
    ask(subject(), baseline);
    const fresh = comparer().judge(contender, against);
    expect(ask(contender, against)).toEqual(fresh);
    expect(reads.length).toBeGreaterThan(1);
  });

  it('is not that of other margins', () => {
    let margins: Margins = defaultMargins;
    const { judge: ask } = comparer(() => margins);
    const before = ask(subject({ device: 'cuda' }), { ...baseline, device: 'cuda' });
    margins = { difference: 0.3, same: 0.4 };
    const after = ask(subject({ device: 'cuda' }), { ...baseline, device: 'cuda' });
    expect([before.verdict, after.verdict]).toEqual(['faster', 'equivalent']);
  });

  it.each([
    ['the contender', 'run'],
    ['the baseline', 'other'],
  ])('is not that of another expected variation of the machine of %s', (_what, learning) => {
    let learned = false;
    const { judge: ask } = comparer(undefined, (runId) =>
      learned && runId === learning ? calm : { table: shippedPriors, key: 'shipped' },
    );
    const pair = [subject(), subject({ index: 1, runId: 'other' })] as const;
    const before = ask(...pair);
    learned = true;
    const after = ask(...pair);
    expect(after.ratio).toBe(before.ratio);
    expect(widthOf(after)).toBeLessThan(widthOf(before));
    learned = false;
    expect(ask(...pair)).toBe(before);
  });
});

describe('what is expected of processes', () => {
  const processesOf = ({ stored }: Subject): readonly ScopeProcess[] =>
    [0, 1].map((repetition) => ({
      ...{
        scope: 'kernel',
        repetition,
        repeats: 1,
        n: 40,
        effectiveN: 40,
        lag1: 0,
        cycles: null,
        logError: 0.001,
      },
      // In other classes of time, so that each side has an expectation of its own.
      ...(stored.index === 1
        ? { medianNs: 2e7 * (1 + 0.01 * repetition), meanNs: 2e7 }
        : { medianNs: 5e4, meanNs: 5e4 }),
    }));
  const side = (device: 'cpu' | 'cuda', { stored, scope }: Subject): JudgedSide => ({
    label: stored.variant,
    device,
    scope,
    processes: processesOf({ stored, scope } as Subject).map((process) => ({
      repetition: process.repetition,
      medianNs: process.medianNs,
      logError: process.logError,
      n: process.n,
      effectiveN: process.effectiveN,
    })),
  });

  it('is that of the device of each side, and not of the other one', () => {
    const contender = subject({ device: 'cuda' });
    const found = judgePair(contender, baseline, processesOf, defaultMargins);
    const of = (first: 'cpu' | 'cuda', second: 'cpu' | 'cuda') =>
      judge(side(first, contender), side(second, baseline), { sameRun: true });
    expect(found.ci95).toEqual(of('cuda', 'cpu').ci95);
    for (const [first, second] of [
      ['cpu', 'cuda'],
      ['cpu', 'cpu'],
      ['cuda', 'cuda'],
    ] as const) {
      expect(found.ci95, `${first} ${second}`).not.toEqual(of(first, second).ci95);
    }
  });
});
