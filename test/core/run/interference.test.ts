import { describe, expect, it } from 'vitest';
import type { Interference } from '../../../src-main/contract/interference.ts';
import type { Repetition } from '../../../src-main/contract/run.ts';
import { disturbedBy, watchedAttribute } from '../../../src-main/core/run/interference.ts';
import { OwnIssueRatios } from '../../../src-main/core/run/own-issue-ratios.ts';

/** A team that measured for so long, with as many CPUs as threads. */
const team = (effectiveThreads: number, threads: number, more: Interference): Interference => ({
  ...{ effectiveThreads, threads, measuredS: 0.2, usableCpus: threads, seconds: 0.5 },
  ...more,
});
const brief = { measuredS: 0.102 };
const lost = (effective: number, threads: number): string =>
  `effective threads ${effective.toFixed(2)} of ${threads}`;

const cases: readonly (readonly [string, Interference, string | null])[] = [
  ['nothing that is known', {}, null],
  [
    'stolen time',
    { cpuS: 2, stolenS: 0.05 },
    '2.5 % of the CPU time was stolen by other virtual machines',
  ],
  [
    'other programs beside a measurement of the whole machine',
    { othersS: 0.3, seconds: 2, usableCpus: 2 },
    'other programs used 7.5 % of the CPUs',
  ],
  [
    'another program that computes on the GPU',
    { gpuOthersSeen: true, gpuOthers: 1, gpuOthersUse: 0.43 },
    'another process on the GPU, which used up to 43 % of its time',
  ],
  [
    'other programs on a GPU of which the driver does not tell who uses it',
    { gpuOthersSeen: true, gpuOthers: 2 },
    '2 other processes on the GPU, whose use of it the driver does not tell',
  ],
  ['an idle program on the GPU', { gpuOthersSeen: true, gpuOthers: 1, gpuOthersUse: 0 }, null],
  ['a run on other cores', { neighbours: ['process 12 on cores 8-15'] }, null],
  ['other programs below the limit', { othersS: 0.19, seconds: 2, usableCpus: 2 }, null],
  ['stolen time below the limit', { cpuS: 2, stolenS: 0.039 }, null],
  ['stolen time of fewer ticks than tell a share', { cpuS: 0.12, stolenS: 0.02 }, null],
  [
    'one thread that was interrupted',
    { effectiveThreads: 0.71, threads: 1, measuredS: 0.01, usableCpus: 2 },
    'effective threads 0.71',
  ],
  [
    'cores that were shared',
    { watchedSamples: 100, contendedSamples: 300, keptContendedShare: 0.11 },
    'its physical cores were shared during 11 % of the samples',
  ],
  [
    'cores that were shared during samples that were taken again',
    { watchedSamples: 100, contendedSamples: 300, keptContendedShare: 0.1 },
    null,
  ],
  ['one thread', { effectiveThreads: 0.91, threads: 1, measuredS: 0.01 }, null],
  [
    'one thread for too short to say',
    { effectiveThreads: 0.7, threads: 1, measuredS: 0.004 },
    null,
  ],
  ['threads that were interrupted', team(1.14, 2, { involuntarySwitches: 40 }), lost(1.14, 2)],
  [
    'threads while others waited for a CPU',
    team(1.14, 2, { waitingS: 0.2, involuntarySwitches: 0 }),
    lost(1.14, 2),
  ],
  [
    'threads that wait for each other',
    team(1.14, 2, { involuntarySwitches: 4, waitingS: 0 }),
    null,
  ],
  [
    'fewer threads than were given, with too few interruptions for the others',
    team(2.01, 16, { ...brief, seconds: 0.1185, involuntarySwitches: 3, waitingS: 0.0021 }),
    null,
  ],
  [
    'half of the threads that were given, interrupted ten times without a wait',
    team(8.29, 16, { measuredS: 0.1117, seconds: 0.24, involuntarySwitches: 10, waitingS: 0 }),
    null,
  ],
  [
    'sixteen threads for which a wait explains what is missing',
    team(14.1, 16, { ...brief, seconds: 0.697, involuntarySwitches: 43, waitingS: 0.0018 }),
    lost(14.1, 16),
  ],
  [
    'sixteen threads for which a wait does not explain what is missing',
    team(14.1, 16, { ...brief, seconds: 0.697, involuntarySwitches: 43, waitingS: 0.0007 }),
    null,
  ],
  [
    'threads that were interrupted too seldom for what is missing, where waiting is not counted',
    team(2, 8, { involuntarySwitches: 11 }),
    null,
  ],
  ['more threads than CPUs', team(2, 4, { usableCpus: 2, involuntarySwitches: 400 }), null],
  [
    'a GPU that was throttled, all samples taken again',
    { throttledSamples: 3, keptThrottledSamples: 0 },
    null,
  ],
  [
    'a GPU that stayed throttled',
    { throttledSamples: 30, keptThrottledSamples: 20, throttleReasons: 'software thermal' },
    'GPU clock below 75 % of its default (software thermal)',
  ],
  [
    'two causes',
    { cpuS: 2, stolenS: 0.4, effectiveThreads: 0.5, threads: 1, measuredS: 1 },
    '20 % of the CPU time was stolen by other virtual machines, effective threads 0.50',
  ],
];

describe('what disturbs a repetition', () => {
  it.each(cases)('%s', (_, found, reason) => expect(disturbedBy(found)).toBe(reason));

  it('is nothing where nothing was recorded', () => expect(disturbedBy(undefined)).toBeNull());
});

describe('a case whose cores were watched', () => {
  const watched = { interference: { coresWatched: true }, disturbed: null };
  const unwatched = { interference: {}, disturbed: null };
  const disturbed = { interference: {}, disturbed: 'another hardware thread was busy' };
  const attributeOf = (...given: readonly Omit<Repetition, 'repetition' | 'seconds'>[]) =>
    watchedAttribute(
      given.map((each, repetition) => ({ ...each, repetition, seconds: 1 })),
      new OwnIssueRatios(),
    );

  it('is one with all of its repetitions that count', () => {
    expect(attributeOf(watched)).toEqual({ coresWatched: true });
    expect(attributeOf(disturbed, watched, watched, watched)).toEqual({ coresWatched: true });
  });

  it.each([
    ['nothing measured', []],
    ['one repetition that was not watched', [watched, watched, unwatched]],
    [
      'a disturbed repetition that counts, as there are no three others',
      [watched, watched, disturbed],
    ],
    ['nothing recorded', [{ interference: null, disturbed: null }]],
  ])('is none with %s', (_, given) => {
    expect(attributeOf(...given)).toEqual({});
  });
});
