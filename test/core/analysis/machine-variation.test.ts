import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult, PlannedCase } from '../../../src-main/contract/run.ts';
import { evidenceOf } from '../../../src-main/contract/verdict.ts';
import { createComparer, type Subject } from '../../../src-main/core/analysis/compare.ts';
import { createMachineVariation } from '../../../src-main/core/analysis/machine-variation.ts';
import { sourceOf } from '../../../src-main/core/analysis/reports.ts';
import { reportRun } from '../../../src-main/core/analysis/run-report.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { judge } from '../../../src-main/stats/judge.ts';
import { judgedProcess } from '../../../src-main/stats/process-summary.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { finished, machine, newRun, planned } from '../store/fixtures.ts';

let store: Store;

beforeEach(() => {
  store = openStore(temporaryFolder());
});

afterEach(() => store.close());

type Asked = {
  readonly seed: number;
  readonly cases?: number;
  readonly repetitions?: number;
  /** Standard deviations of the log medians of processes, and of runs. */
  readonly sd?: number;
  readonly runSd?: number;
  readonly on?: typeof machine;
  readonly ended?: boolean;
  /** The last repetitions of every case that are disturbed, and take half as long again. */
  readonly disturbed?: number;
  /** Half of the cases are of another variant, which is faster from the third size on. */
  readonly contender?: boolean;
};

/** A run of sequential programs of 50 us and more. */
function addRun({
  seed,
  cases = 12,
  repetitions = 5,
  sd = 0.004,
  runSd = 0,
  on = machine,
  ended = true,
  disturbed = 0,
  contender = false,
}: Asked) {
  const random = createRandom(seed, 3);
  const variants = contender ? ['sequential', 'parallel'] : ['sequential'];
  const plan = Array.from({ length: cases }, (_, size) =>
    variants.map((variant, i) =>
      planned(variants.length * size + i, { variant, values: { n: 10 ** (size + 1) } }),
    ),
  ).flat();
  const { id } = store.createRun(newRun(plan, { machine: on }));
  const shift = runSd * random.normal();
  const nsOf = ({ variant, values }: PlannedCase): number => {
    if (!contender) return 5e4;
    return variant === 'sequential' ? 1000 * Number(values.n) : 2e5 + 100 * Number(values.n);
  };
  for (const each of plan) {
    const isDisturbed = (repetition: number) => repetition >= repetitions - disturbed;
    const samples = Array.from({ length: repetitions }, (_, repetition) => {
      const factor = isDisturbed(repetition) ? 1.5 : 1;
      const ns = factor * nsOf(each) * Math.exp(shift + sd * random.normal());
      const timesNs = Float64Array.from({ length: 12 }, (_, i) => ns + (i % 3));
      return { scope: 'kernel', repetition, timesNs, repeats: 1, launchIncluded: false };
    });
    const calls = samples.map((one) => ({ ...one, scope: 'call' }));
    const states = samples.map(({ repetition }) => ({
      ...{ repetition, seconds: 1, interference: null },
      disturbed: isDisturbed(repetition) ? 'other programs used 30 % of the CPUs' : null,
    }));
    const attributes: CaseResult['attributes'] = {};
    const all = contender ? [...samples, ...calls] : samples;
    const done = finished(each.index, { planned: each, result: { samples: all, attributes } });
    store.saveCase(id, { ...done, repetitions: states });
  }
  if (ended) store.finishRun(id, 'complete');
  return id;
}

const elsewhere = { ...machine, fingerprint: 'beef', hostname: 'bench-2' };
const learnedOf = (run: string) => createMachineVariation(store)(run).learned['cpu kernel'];

describe('what the runs of a machine differ by', () => {
  it.each([2, 12])('is learned from the number of its runs, of %i cases each', (cases) => {
    const runs = Array.from({ length: 8 }, (_, i) => addRun({ seed: 10 + i, cases, runSd: 0.1 }));
    const eight = learnedOf(runs[0] ?? '');
    expect(eight).toMatchObject({ degrees: 7, runs: 8 });
    expect(eight?.sd).toBeGreaterThan(0.04);
    expect(eight?.sd).toBeLessThan(0.2);
    store.trash(...runs.slice(2));
    expect(learnedOf(runs[0] ?? '')).toMatchObject({ degrees: 1, runs: 2 });
  });

  it.each([
    ['one run', {}],
    ['two repetitions', { repetitions: 2 }],
    ['a run that goes on', { ended: false }],
    ['another build', { on: { ...machine, versions: { ...machine.versions, commit: 'abc' } } }],
    ['another machine', { on: elsewhere }],
  ])('is not known from one run and %s', (name, given) => {
    const first = addRun({ seed: 1 });
    if (name !== 'one run') addRun({ seed: 2, ...given });
    expect(learnedOf(first)).toBeUndefined();
  });

  it('is of the runs that are not in the trash', () => {
    const [first, second] = [addRun({ seed: 3 }), addRun({ seed: 4 })];
    expect(learnedOf(first)?.runs).toBe(2);
    store.trash(second);
    expect(learnedOf(first)).toBeUndefined();
  });

  it('has no part in what one run says of its variants and their break-even', () => {
    const run = addRun({ seed: 5, cases: 4, sd: 0.02, contender: true });
    const said = () => {
      const comparer = createComparer(store, () => defaultMargins, createMachineVariation(store));
      return reportRun(sourceOf(store, comparer, store.run(run)));
    };
    const alone = said();
    expect(alone.breakEvens.map(({ answer }) => answer)).toContain('one');
    for (let seed = 6; seed < 12; seed++) addRun({ seed, cases: 4, runSd: 0.3, contender: true });
    expect(learnedOf(run)?.sd).toBeGreaterThan(0.1);
    expect(said()).toEqual(alone);
  });

  it('is not learned from disturbed repetitions where there are others', () => {
    const runs = [70, 71, 72].map((seed, i) =>
      addRun({ seed, sd: 0.003, repetitions: 6, disturbed: i === 0 ? 2 : 0 }),
    );
    expect(learnedOf(runs[0] ?? '')?.sd).toBeLessThan(0.01);
  });

  it('is read once for the same runs', () => {
    const run = addRun({ seed: 6 });
    let reads = 0;
    const variation = createMachineVariation({
      measuredRuns: store.measuredRuns,
      processValues(runs) {
        reads += 1;
        return store.processValues(runs);
      },
    });
    const before = variation(run);
    expect(variation(run).learned).toBe(before.learned);
    expect(reads).toBe(1);
    addRun({ seed: 7 });
    expect(variation(run).key).not.toBe(before.key);
    expect(reads).toBe(2);
  });
});

describe('a comparison of two runs', () => {
  const subject = (runId: string, index: number): Subject => {
    const stored = store.run(runId).cases.find((one) => one.index === index);
    if (stored === undefined) throw new Error(`case ${index} is not stored`);
    return { runId, stored, device: 'cpu', scope: 'kernel' };
  };

  it('says what was known of the machine, from which it can be computed again', () => {
    const [one, other] = [40, 41].map((seed) => addRun({ seed, cases: 2 }));
    const pair = [subject(one ?? '', 0), subject(other ?? '', 0)] as const;
    const shipped = createComparer(store, () => defaultMargins).judge(...pair);
    expect(shipped.runs?.learned).toBe(0);
    expect(evidenceOf(shipped).at(-1)).toMatch(/^runs differ by [\d.]+ % \(shipped\)$/);
    for (const seed of [42, 43, 44, 45, 46, 47, 48, 49]) addRun({ seed, cases: 2 });
    const comparer = createComparer(store, () => defaultMargins, createMachineVariation(store));
    const learned = comparer.judge(...pair);
    expect(learned.runs).toMatchObject({ learned: 10, degrees: 12 });
    expect(learned.ratio).toBe(shipped.ratio);
    expect(learned.tells).toBeLessThan(shipped.tells ?? 0);
    const { stored } = pair[0];
    const side = (subjectOf: Subject) => ({
      ...{ label: '', device: 'cpu' as const, scope: 'kernel' },
      processes: (store.processes(subjectOf.runId, 'kernel').get(stored.index) ?? []).map(
        judgedProcess,
      ),
    });
    const again = judge(side(pair[0]), side(pair[1]), { sameRun: false, known: learned.runs });
    expect(again.ci95?.[0]).toBeCloseTo(learned.ci95?.[0] ?? 0, 12);
    expect(again.ci95?.[1]).toBeCloseTo(learned.ci95?.[1] ?? 0, 12);
  });
});
