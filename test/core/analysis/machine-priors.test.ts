import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Calibration } from '../../../src-main/contract/calibration.ts';
import type { CaseResult } from '../../../src-main/contract/run.ts';
import { evidenceOf } from '../../../src-main/contract/verdict.ts';
import { createComparer, type Subject } from '../../../src-main/core/analysis/compare.ts';
import {
  createMachinePriors,
  historiesOf,
} from '../../../src-main/core/analysis/machine-priors.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { shippedPriors, whileBusy } from '../../../src-main/stats/priors.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { finished, machine, newRun, planned, temporaryHome } from '../store/fixtures.ts';

let store: Store;
let remove: () => void;

beforeEach(() => {
  const made = temporaryHome();
  remove = made.remove;
  store = openStore(made.home);
});

afterEach(() => {
  store.close();
  remove();
});

type Asked = {
  readonly seed: number;
  readonly cases?: number;
  readonly repetitions?: number;
  /** Standard deviations of the log medians of processes, and of runs. */
  readonly sd?: number;
  readonly runSd?: number;
  readonly on?: typeof machine;
  readonly ended?: boolean;
  /** Other work on the machine when the run begins. */
  readonly busy?: boolean;
  /** Every case takes so many times as long. */
  readonly slower?: number;
  /** The last repetitions of every case that are disturbed, and take half as long again. */
  readonly disturbed?: number;
  /** Samples on shared cores were taken again. */
  readonly watched?: boolean;
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
  busy = false,
  slower = 1,
  disturbed = 0,
  watched = false,
}: Asked) {
  const random = createRandom(seed, 3);
  const plan = Array.from({ length: cases }, (_, i) => planned(i, { values: { n: i + 1 } }));
  const load = { title: 'Load', found: `${seed / 100} over the last minute`, fix: null };
  const state = { ...load, id: 'load', status: busy ? ('warning' as const) : ('ok' as const) };
  const { id } = store.createRun(newRun(plan, { machine: { ...on, preflight: [state] } }));
  for (const each of plan) {
    const shift = runSd * random.normal();
    const isDisturbed = (repetition: number) => repetition >= repetitions - disturbed;
    const samples = Array.from({ length: repetitions }, (_, repetition) => {
      const factor = isDisturbed(repetition) ? 1.5 * slower : slower;
      const ns = factor * 5e4 * Math.exp(shift + sd * random.normal());
      const timesNs = Float64Array.from({ length: 12 }, (_, i) => ns + (i % 3));
      return { scope: 'kernel', repetition, timesNs, repeats: 1, launchIncluded: false };
    });
    const states = samples.map(({ repetition }) => ({
      ...{ repetition, seconds: 1, interference: null },
      disturbed: isDisturbed(repetition) ? 'other programs used 30 % of the CPUs' : null,
    }));
    const attributes: CaseResult['attributes'] = watched ? { coresWatched: true } : {};
    const done = finished(each.index, { planned: each, result: { samples, attributes } });
    store.saveCase(id, { ...done, repetitions: states });
  }
  if (ended) store.finishRun(id, 'complete');
  return id;
}

const elsewhere = { ...machine, fingerprint: 'beef', hostname: 'bench-2' };
const shipped = shippedPriors.cpu.kernel.below100us;
const learnedOf = (run: string) => createMachinePriors(store)(run).table.cpu.kernel.below100us;

describe('what a machine varies by', () => {
  it('is learned from its finished runs, for the device call of a processor too', () => {
    const run = addRun({ seed: 1 });
    const found = learnedOf(run);
    expect(found.learned).toEqual({ cases: 12, runs: 0 });
    expect(found.processes.sd).toBeGreaterThan(0.002);
    expect(found.processes.sd).toBeLessThan(0.007);
    expect(found.runs).toEqual(shipped.runs);
    const { table } = createMachinePriors(store)(run);
    expect(table.cpu.call.below100us.processes).toEqual(found.processes);
    expect(table.cpu.total).toEqual(shippedPriors.cpu.total);
  });

  it.each([
    ['nine cases', { cases: 9 }],
    ['two repetitions', { repetitions: 2 }],
    ['a run that goes on', { ended: false }],
  ])('stays what was shipped with %s', (_, given) => {
    expect(learnedOf(addRun({ seed: 2, ...given }))).toEqual(shipped);
  });

  it('is of its own machine, and of the runs that are not in the trash', () => {
    const here = addRun({ seed: 3, sd: 0.002 });
    const there = addRun({ seed: 4, sd: 0.05, on: elsewhere });
    expect(learnedOf(here).processes.sd).toBeLessThan(0.004);
    expect(learnedOf(there).processes.sd).toBeGreaterThan(0.03);
    const again = addRun({ seed: 5, cases: 2, on: elsewhere });
    store.trash(there);
    expect(learnedOf(again)).toEqual(shipped);
  });

  it('has what runs differ by, the more of it the more runs there are', () => {
    const runs = Array.from({ length: 8 }, (_, i) => addRun({ seed: 10 + i, runSd: 0.1 }));
    const eight = learnedOf(runs[0] ?? '');
    expect(eight.learned).toEqual({ cases: 12, runs: 8 });
    store.trash(...runs.slice(2));
    const two = learnedOf(runs[0] ?? '');
    expect(two.learned).toEqual({ cases: 12, runs: 2 });
    expect(two.runs.sd).toBeGreaterThan(shipped.runs.sd);
    expect(eight.runs.sd).toBeGreaterThan(two.runs.sd);
    expect(eight.runs.degrees).toBeGreaterThan(two.runs.degrees);
  });

  it('is expected to differ more where the run began on a busy machine', () => {
    const quiet = addRun({ seed: 60 });
    const busy = addRun({ seed: 61, busy: true });
    const priors = createMachinePriors(store);
    const [alone, beside] = [priors(quiet), priors(busy)];
    expect(beside.key).not.toBe(alone.key);
    expect(beside.table.cpu.kernel.below100us).toEqual({
      ...alone.table.cpu.kernel.below100us,
      runs: whileBusy(shippedPriors).cpu.kernel.below100us.runs,
      learned: { cases: 12, runs: 2 },
    });
    expect(beside.table.cuda).toEqual(alone.table.cuda);
    for (const scope of ['kernel', 'call', 'total'] as const) {
      expect(beside.table.cpu[scope].above.runs.sd).toBeGreaterThan(shipped.runs.sd);
    }
  });

  it('is not learned from disturbed repetitions where there are others', () => {
    const run = addRun({ seed: 70, sd: 0.003, disturbed: 2 });
    const found = learnedOf(run);
    expect(found.learned?.cases).toBe(12);
    expect(found.processes.sd).toBeGreaterThan(0.0015);
    expect(found.processes.sd).toBeLessThan(0.006);
  });

  it('has nothing of what a run beside other work shifted, unless it began beside such work too', () => {
    const [quiet, busy] = [
      ...[80, 81, 82].map((seed) => addRun({ seed })),
      ...[83, 84, 85].map((seed) => addRun({ seed, busy: true, slower: seed - 81 })),
    ].filter((_, i) => i % 3 === 0);
    const [alone, beside] = [learnedOf(quiet ?? ''), learnedOf(busy ?? '')];
    expect(alone.runs.sd).toBeLessThan(shipped.runs.sd);
    expect(alone.learned).toEqual({ cases: 12, runs: 3 });
    expect(beside.runs.sd).toBeGreaterThan(0.3);
    expect(beside.learned).toEqual({ cases: 12, runs: 6 });
    // How far the processes of a run differ is learned from all of them.
    expect(alone.processes.sd).toBeCloseTo(beside.processes.sd, 10);
  });

  it('does not take another build for another run of the same', () => {
    const run = addRun({ seed: 30 });
    const newer = { ...machine, versions: { ...machine.versions, commit: 'abc' } };
    addRun({ seed: 31, on: newer });
    expect(learnedOf(run).learned).toEqual({ cases: 24, runs: 0 });
  });

  it('is read once for the same runs', () => {
    const run = addRun({ seed: 6 });
    let reads = 0;
    const priors = createMachinePriors({
      measuredRuns: store.measuredRuns,
      processValues(runs) {
        reads += 1;
        return store.processValues(runs);
      },
    });
    const before = priors(run);
    expect(priors(run).table).toBe(before.table);
    expect(reads).toBe(1);
    addRun({ seed: 7 });
    expect(priors(run).key).not.toBe(before.key);
    expect(reads).toBe(2);
  });

  it('is what a calibration found where runs are too few, but for long programs', () => {
    const own = { cases: 12, sd: 0.0123, degrees: 7, for5percent: 3, for10percent: 2 };
    const calibration: Calibration = {
      machine: machine.fingerprint,
      measuredAt: '2026-01-02T03:04:05.000Z',
      processes: 9,
      scopes: [{ device: 'cpu', scope: 'kernel', ...own }],
    };
    let stored: readonly Calibration[] = [];
    const priors = createMachinePriors(store, () => stored);
    const few = addRun({ seed: 50, cases: 2 });
    expect(priors(few).table).toEqual(shippedPriors);
    stored = [calibration];
    const { cpu, cuda } = priors(few).table;
    expect(cpu.kernel.below100us).toEqual({
      processes: { sd: 0.0123, degrees: 7 },
      runs: shipped.runs,
      learned: { cases: 12, runs: 0 },
    });
    expect(cpu.kernel.above).toEqual(shippedPriors.cpu.kernel.above);
    expect([cpu.total, cuda]).toEqual([shippedPriors.cpu.total, shippedPriors.cuda]);
    expect(priors(addRun({ seed: 51, cases: 2, on: elsewhere })).table).toEqual(shippedPriors);
    addRun({ seed: 52, cases: 20 });
    expect(priors(few).table.cpu.kernel.below100us.learned).toEqual({ cases: 20, runs: 0 });
  });

  it('is learned of watched cores from cases whose cores were watched', () => {
    const table = (run: string) => createMachinePriors(store)(run).table;
    const before = addRun({ seed: 60, sd: 0.1 });
    expect(table(before).watchedCpu).toEqual(shippedPriors.watchedCpu);
    const found = table(addRun({ seed: 61, sd: 0.002, watched: true }));
    expect(found.watchedCpu.kernel.below100us.learned).toEqual({ cases: 12, runs: 0 });
    expect(found.watchedCpu.kernel.below100us.processes.sd).toBeLessThan(0.004);
    expect(found.cpu.kernel.below100us.processes.sd).toBeGreaterThan(0.05);
  });

  it('keeps what was measured on watched cores apart, its call as well', () => {
    const value = { series: '1', scope: 'kernel', medianNs: 100 } as const;
    const values = (['cpu', 'watchedCpu'] as const).flatMap((device, run) =>
      [1, 2, 3].map(() => ({ ...value, device, run })),
    );
    const histories = historiesOf(values, { busy: false });
    expect(histories.map(({ device, scope, runs }) => [device, scope, runs.length])).toEqual([
      ['cpu', 'kernel', 1],
      ['cpu', 'call', 1],
      ['watchedCpu', 'kernel', 1],
      ['watchedCpu', 'call', 1],
    ]);
  });

  it('has one history for each series', () => {
    const value = { series: '1', device: 'cpu', scope: 'call', medianNs: 100 } as const;
    const runs = [1, 2].flatMap((run) => [1, 2, 3].map(() => ({ ...value, run })));
    const histories = historiesOf([...runs, ...runs.map((one) => ({ ...one, scope: 'kernel' }))], {
      busy: false,
    });
    // Its own call is there: the kernel's does not stand for it.
    expect(histories.map(({ scope, runs: own }) => [scope, own.length])).toEqual([
      ['call', 2],
      ['kernel', 2],
    ]);
  });
});

describe('a comparison', () => {
  const subject = (runId: string, index: number): Subject => {
    const stored = store.run(runId).cases.find((one) => one.index === index);
    if (stored === undefined) throw new Error(`case ${index} is not stored`);
    return { runId, stored, device: 'cpu', scope: 'kernel' };
  };

  it('says what it expected of the variation, and is worked out anew when that changes', () => {
    const few = addRun({ seed: 40, cases: 2 });
    const comparer = createComparer(store, () => defaultMargins, createMachinePriors(store));
    const before = comparer.judge(subject(few, 0), subject(few, 1));
    expect(before.prior).toBe('shipped');
    expect(comparer.judge(subject(few, 0), subject(few, 1))).toBe(before);
    const more = addRun({ seed: 41, cases: 14, sd: 0.001 });
    const after = comparer.judge(subject(few, 0), subject(few, 1));
    expect(after.prior).toBe('learned from 14 cases');
    expect(evidenceOf(after)).toContain('expected variation: learned from 14 cases');
    expect(after.ratio).toBe(before.ratio);
    expect(Math.log((after.ci95?.[1] ?? 0) / (after.ci95?.[0] ?? 1))).toBeLessThan(
      Math.log((before.ci95?.[1] ?? 0) / (before.ci95?.[0] ?? 1)),
    );
    const across = comparer.judge(subject(few, 0), subject(more, 0));
    expect(across.prior).toBe('processes learned from 14 cases, runs shipped');
    const [slow, busy] = [43, 44].map((seed) =>
      addRun({ seed, cases: 2, sd: 0.001, slower: 1.15, busy: seed === 44 }),
    );
    const verdicts = [slow, busy].map(
      (run) => comparer.judge(subject(run ?? '', 0), subject(few, 0)).verdict,
    );
    expect(verdicts).toEqual(['slower', 'inconclusive']);
    const there = addRun({ seed: 42, cases: 1, on: elsewhere });
    expect(comparer.judge(subject(few, 0), subject(there, 0)).prior).toBe('shipped');
  });
});
