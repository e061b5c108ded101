import { describe, expect, it } from 'vitest';
import type { ScopeProcess } from '../../../src-main/contract/run.ts';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import {
  createComparer,
  judgePair,
  type Subject,
} from '../../../src-main/core/analysis/compare.ts';
import type { MachineVariation } from '../../../src-main/core/analysis/machine-variation.ts';
import { defaultMargins, type Margins } from '../../../src-main/stats/decide.ts';
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
  const times = [0, 1, 2].map((repetition) =>
    Float64Array.from(
      { length: 40 },
      (_, i) => 1e6 * factor * (1 + 1e-4 * ((i * 7 + repetition) % 10)),
    ),
  );
  return processesIn(repetitions(scope, times));
}

function comparer(margins: () => Margins = () => defaultMargins, variation?: MachineVariation) {
  const reads: string[] = [];
  const store = {
    allProcesses: () => new Map(),
    processes(runId: string, scope: string) {
      reads.push(`${runId} ${scope}`);
      return new Map([0, 1, 2].map((index) => [index, said(index, scope)] as const));
    },
  };
  return { ...createComparer(store, margins, variation), reads };
}

/** A machine whose runs differ by 2 %. */
const restless = { learned: { 'cpu kernel': { sd: 0.02, degrees: 30, runs: 31 } }, key: 'seen' };

const widthOf = ({ ci95 }: ComparisonView): number =>
  Math.log((ci95?.[1] ?? Number.NaN) / (ci95?.[0] ?? Number.NaN));

it('two runs of one program say where a sample holds another number of executions', () => {
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
      learned && runId === learning ? restless : { learned: {}, key: '' },
    );
    const pair = [subject(), subject({ index: 1, runId: 'other' })] as const;
    const before = ask(...pair);
    learned = true;
    const after = ask(...pair);
    expect(after.ratio).toBe(before.ratio);
    expect(widthOf(after)).toBeGreaterThan(1000 * widthOf(before));
    learned = false;
    expect(ask(...pair)).toBe(before);
  });
});

describe('what runs are expected to differ by', () => {
  it('is that of the machine of each side, and not of the other one', () => {
    const pair = [subject(), subject({ index: 1, runId: 'other' })] as const;
    const learned = (sd: number) => ({ 'cpu kernel': { sd, degrees: 30, runs: 31 } });
    const of = (run: number, other: number) =>
      comparer(undefined, (runId) => ({
        learned: learned(runId === 'run' ? run : other),
        key: `${run} ${other}`,
      })).judge(...pair);
    expect(of(0.2, 0.1).runs?.sd).toBeGreaterThan(of(0.1, 0.1).runs?.sd ?? 1);
    expect(of(0.1, 0.2).runs?.sd).toBeGreaterThan(of(0.1, 0.1).runs?.sd ?? 1);
    expect(of(0.1, 0.2).runs).toMatchObject({ degrees: 33, learned: 31 });
  });
});
