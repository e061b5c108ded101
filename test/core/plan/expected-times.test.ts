import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src-main/contract/configuration.ts';
import {
  expectedTime,
  expectedTimeText,
  secondsRange,
  takenSeconds,
  timeTakenText,
} from '../../../src-main/contract/expected-time.ts';
import type { MeasuredPeak } from '../../../src-main/contract/machine.ts';
import type { Plan, PlannedCase, StoredCase } from '../../../src-main/contract/run.ts';
import type { Catalog } from '../../../src-main/contract/workload.ts';
import { type MeasuredRun, withExpectedTimes } from '../../../src-main/core/plan/expected-times.ts';

const policy: Policy = {
  ...{ criterion: 'precision', parameters: { width: 0.01 }, timeLimitS: 2, repetitions: 5 },
  order: 'shuffled',
};

function planned(n: number, more: Partial<PlannedCase> = {}): PlannedCase {
  return {
    ...{ index: 0, workload: 'count', variant: 'plain', values: { n }, inputKey: `n=${n}`, policy },
    estimate: { hostBytes: 8 * n, deviceBytes: 0, seconds: n * 1e-9 },
    ...more,
  };
}

const planOf = (...cases: readonly PlannedCase[]): Plan => ({
  schemaVersion: 1,
  configuration: { groups: [], policy, orderSeed: 1 },
  cases: cases.map((one, index) => ({ ...one, index })),
});

/** A run in which each repetition of a case took so many seconds. */
function measured(cases: readonly (readonly [PlannedCase, number])[]): MeasuredRun {
  const plan = planOf(...cases.map(([one]) => one));
  return {
    plan,
    cases: plan.cases.map(
      ({ index, workload, variant, values }) =>
        ({
          ...{ index, workload, variant, values, outcome: 'ok' },
          metrics: { kernel: { medianNs: 1e6 }, total: { medianNs: 3e6 } },
        }) as unknown as StoredCase,
    ),
    repetitions: new Map(
      cases.map(([, seconds], index) => [
        index,
        [0, 1].map((repetition) => ({ repetition, seconds, interference: null, disturbed: null })),
      ]),
    ),
  };
}

const timesOf = (
  cases: readonly PlannedCase[],
  runs: readonly MeasuredRun[],
  peaks: MeasuredPeak[] = [],
) =>
  withExpectedTimes(planOf(...cases), runs, peaks, catalog).cases.map(({ expected }) => expected);

/** The workload `count` of the plans. */
const described = (id: string, more: object = {}) => ({
  id,
  device: 'cpu',
  parameters: [],
  ...more,
});
const catalog = {
  workloads: [
    {
      id: 'count',
      variants: [
        described('plain'),
        described('split', { parameters: [{ id: 'threads', default: 4 }] }),
        described('device', { device: 'cuda' }),
      ],
    },
  ],
} as unknown as Catalog;

describe('the time of a case', () => {
  it('is that of the same case, of the newest run that has it', () => {
    const runs = [measured([[planned(1000), 0.25]]), measured([[planned(1000), 9]])];
    expect(timesOf([planned(1000)], runs)).toEqual([
      { seconds: [0.25, 0.25], source: 'stored', repetitions: 2 },
    ]);
  });

  it('is made of its stored median where it was measured otherwise', () => {
    const counted = {
      ...policy,
      criterion: 'fixed',
      parameters: { samples: 500 },
      timeLimitS: null,
    };
    const [time] = timesOf([planned(1000, { policy: counted })], [measured([[planned(1000), 9]])]);
    // 50 ms of warm-up and 100 samples of 4 ms.
    expect(time).toMatchObject({ source: 'stored' });
    expect(time?.seconds[0]).toBeCloseTo(0.45, 6);
    // A quarter of a second of verifying.
    expect(time?.seconds[1]).toBeCloseTo(0.7, 6);
    // Declared work is of one timing scope: 100 samples of 1 ms in up to three, and 0.128 s of verifying.
    const estimate = { hostBytes: 0, deviceBytes: 0, seconds: 1e-3 };
    const [declared] = timesOf([planned(1000, { policy: counted, estimate })], []);
    expect(declared?.source).toBe('declared');
    expect(declared?.seconds[0]).toBeCloseTo(0.15, 6);
    expect(declared?.seconds[1]).toBeCloseTo(0.478, 6);
  });

  it('is that of the nearest size, and of no other variant, input or far size', () => {
    const runs = [
      measured([
        [planned(4000), 1],
        [planned(1000), 0.5],
      ]),
    ];
    expect(timesOf([planned(2500)], runs)).toEqual([{ seconds: [0.625, 1], source: 'neighbour' }]);
    const others = [
      planned(1000, { variant: 'split' }),
      planned(1000, { input: 'file.npy' }),
      planned(1e6),
      planned(1000, { values: { n: 1000, distribution: 'uniform' } }),
    ];
    expect(timesOf(others, runs).map((time) => time?.source)).toEqual(others.map(() => 'declared'));
  });

  it('is made of declared work and the measured peaks else', () => {
    const bandwidth = (id: string, attributes = {}): MeasuredPeak => ({
      ...{ id, device: 'GPU', title: '', value: 1e9, unit: 'B/s', attributes },
    });
    const gpu = planned(1000, { estimate: { hostBytes: 0, deviceBytes: 1e9, seconds: 30 } });
    const [bare] = timesOf([gpu], []);
    const [peaked] = timesOf([gpu], [], [bandwidth('device-copy')]);
    const [cached] = timesOf([gpu], [], [bandwidth('device-l2-copy', { cache: 'L2' })]);
    // Three runs to warm up at 30 s each are cut at 2 s; ten samples at the time limit.
    expect(bare).toEqual({ seconds: [4, 4], source: 'declared' });
    expect(peaked).toEqual({ ...bare, peaks: true });
    expect(cached).toEqual(bare);
    const small = planned(1000, { estimate: { hostBytes: 0, deviceBytes: 1e7, seconds: 30 } });
    expect(timesOf([small], [], [bandwidth('device-copy')])[0]?.seconds[0]).toBeCloseTo(0.46, 6);
    expect(timesOf([planned(1000, { estimate: undefined })], [])).toEqual([undefined]);
  });

  /** Seconds of one execution, as the samples of a case of 1000 say, of which there are no fewer than that. */
  const executionOf = (planned_: PlannedCase, peaks: MeasuredPeak[]): number => {
    const counted = {
      ...policy,
      criterion: 'fixed',
      parameters: { samples: 5000 },
      timeLimitS: null,
    };
    const [time] = timesOf([{ ...planned_, policy: { ...counted, warmUpS: 1 } }], [], peaks);
    return ((time?.seconds[0] ?? 0) - 1) / 1000;
  };
  const ofHost = (threads: number, bytes: number, flops: number) =>
    [
      { id: 'host-copy', value: bytes, unit: 'B/s', attributes: { threads } },
      { id: 'host-cache-copy', value: 1e15, unit: 'B/s', attributes: { threads, cache: 'L2' } },
      { id: 'host-fma-fp64', value: flops, unit: 'FLOP/s', attributes: { threads } },
    ].map((one) => ({ ...one, device: 'CPU', title: '' })) as MeasuredPeak[];
  const peaks = [...ofHost(1, 1e10, 1e10), ...ofHost(4, 2e10, 3e10)];

  it('on a CPU gains from threads what arithmetic does, but for the bandwidth of its memory', () => {
    const estimate = { hostBytes: 8e6, deviceBytes: 0, seconds: 6e-3 };
    const of = (values: Record<string, number>, more: Partial<PlannedCase> = {}) =>
      planned(1000, { variant: 'split', values: { n: 1000, ...values }, estimate, ...more });
    expect(executionOf(of({ threads: 4 }), [])).toBeCloseTo(6e-3, 9);
    expect(executionOf(of({ threads: 4 }), peaks)).toBeCloseTo(2e-3, 9);
    expect(executionOf(of({ threads: 1 }), peaks)).toBeCloseTo(6e-3, 9);
    // 0 is the standard number, and so is none.
    expect(executionOf(of({ threads: 0 }), peaks)).toBeCloseTo(2e-3, 9);
    expect(executionOf(of({}), peaks)).toBeCloseTo(2e-3, 9);
    expect(executionOf(of({}, { variant: 'plain' }), peaks)).toBeCloseTo(6e-3, 9);
    // Half of 800 MB at 20 GB/s, and with one thread at 10 GB/s; the cache is no bound.
    const large = { estimate: { ...estimate, hostBytes: 8e8 } };
    expect(executionOf(of({ threads: 4 }, large), peaks)).toBeCloseTo(20e-3, 9);
    expect(executionOf(of({ threads: 1 }, large), peaks)).toBeCloseTo(40e-3, 9);
  });

  it('says that measured peaks are part of it, and does not take those of the host for a GPU', () => {
    const estimate = { hostBytes: 8e6, deviceBytes: 0, seconds: 6e-3 };
    const plan = withExpectedTimes(
      planOf(
        planned(1000, { estimate }),
        // Memory that a GPU maps is none of the device.
        planned(1000, { variant: 'device', estimate }),
        planned(1000, { workload: 'unknown', estimate }),
      ),
      [],
      peaks,
      catalog,
    );
    expect(plan.cases.map(({ expected }) => expected?.peaks)).toEqual([true, undefined, undefined]);
    const expected = expectedTime(plan);
    expect(expected === null ? '' : expectedTimeText(expected)).toMatch(
      /, from declared work \(2 of 3 cases\), declared work and measured peaks \(1 of 3 cases\)$/,
    );
  });
});

describe('the time of a run', () => {
  it('is one sum for every face, and says what it is known from', () => {
    const runs = [measured([[planned(1000), 0.25]])];
    const plan = withExpectedTimes(
      planOf(planned(1000), planned(2000), planned(1e6)),
      runs,
      [],
      catalog,
    );
    const expected = expectedTime(plan);
    expect(expected).toMatchObject({ stored: 1, neighbour: 1, declared: 1, peaks: 0, unknown: 0 });
    const [stored = 0, neighbour = 0, declared = 0] = plan.cases.map(
      (one) => one.expected?.seconds[0] ?? 0,
    );
    // The stored run took two repetitions of it, with the start of its processes; the survey, then the starts of the others.
    const fixed = 0.4 + (5 * 0.15 * 2) / 3;
    expect(expected?.seconds[0]).toBeCloseTo(2 * stored + 5 * (neighbour + declared) + fixed, 6);
    const most = plan.cases.slice(1).reduce((all, one) => all + (one.expected?.seconds[1] ?? 0), 0);
    expect(expected?.seconds[1]).toBeCloseTo(2 * stored + 7.5 * most + fixed, 6);
    expect(expected === null ? '' : expectedTimeText(expected)).toMatch(
      /s to .*, from stored times \(1 of 3 cases\), stored times of neighbouring sizes \(1 of 3 cases\), declared work \(1 of 3 cases\)$/,
    );
  });

  it('leaves out what cannot run and what refining added, and is nothing where nothing runs', () => {
    const plan = planOf(planned(1000, { skip: 'no GPU' }), planned(2000, { firstRepetition: 5 }));
    expect(expectedTime(plan)).toBeNull();
  });

  it('has no number below a second, and no "about" before it', () => {
    const texts = (
      [
        [0.1, 0.2],
        [0.1, 40],
        [40, 40],
        [35, 120],
      ] as const
    ).map(secondsRange);
    expect(texts).toEqual(['under 1 s', 'up to 40 s', 'about 40 s', '35 s to 2 min']);
  });

  it('stands beside what it took', () => {
    const row = { createdAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:41Z' };
    expect(takenSeconds(row, planOf(planned(1000)))).toBe(41);
    expect(takenSeconds({ ...row, finishedAt: null }, planOf())).toBeNull();
    expect(takenSeconds(row, planOf(planned(1000, { firstRepetition: 5 })))).toBeNull();
    const plan = planOf(planned(1000));
    const merged = { ...plan.configuration, sharded: { of: 2, merged: [] } };
    expect(takenSeconds(row, { ...plan, configuration: merged })).toBeNull();
    expect(timeTakenText(row, planOf(planned(1000)))).toBe('took about 41 s');
    expect(timeTakenText({ ...row, finishedAt: null }, planOf())).toBe('');
  });
});
