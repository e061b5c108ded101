import { describe, expect, it } from 'vitest';
import { estimateCase } from '../../src-main/stats/estimate.ts';
import { judge } from '../../src-main/stats/judge.ts';
import { shippedPriors, whileBusy } from '../../src-main/stats/priors.ts';
import {
  acrossProcessesFile,
  acrossRuns,
  asvRule,
  busyFiles,
  busyTeamsFile,
  casesOf,
  firstRuns,
  heldOutFile,
  hostFiles,
  idleRunsOfVm,
  judgeRule,
  learnedRule,
  power,
  readRecorded,
  repeatability,
  scopesOf,
  sideOf,
  studentRule,
  tally,
  teamsFile,
  vmFile,
  watchedFile,
  withinRuns,
} from '../simulations/recorded-aa.ts';
import { priorEverywhere } from './processes.ts';

const all = readRecorded();
const rule = judgeRule();
const learned = learnedRule(all);

/**
 * Power that 5 repetitions per run have here, of a rule with a false verdict in 20: far from what a quiet machine has.
 */
const bounds = [
  { device: 'cuda', scope: 'kernel', slowed: 1.05, found: 0.95 },
  { device: 'cuda', scope: 'call', slowed: 1.2, found: 0.7 },
  { device: 'cuda', scope: 'total', slowed: 1.2, found: 0.37 },
  { device: 'cpu', scope: 'kernel', slowed: 1.2, found: 0.42 },
  { device: 'cpu', scope: 'total', slowed: 1.2, found: 0.25 },
] as const;

/** Nothing was tuned on them: bounds are those asked for, with room for the number of comparisons (100 or 200). */
describe('runs recorded after the priors were fixed', () => {
  const heldOut = readRecorded(heldOutFile);

  it('are five runs of each case', () => {
    const cases = heldOut.filter(({ scope }) => scope === 'kernel');
    expect(cases).toHaveLength(30);
    expect(new Set(cases.map(({ runs }) => runs.length))).toEqual(new Set([5]));
  });

  it.each(scopesOf(heldOut))('differ in few comparisons (%s %s)', (device, scope) => {
    const pairs = acrossRuns(casesOf(heldOut, device, scope));
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    expect(tally(pairs, rule).wrong).toBeLessThanOrEqual(0.06);
  });

  it.each(scopesOf(heldOut))('are held by the repeatability interval (%s %s)', (device, scope) => {
    expect(repeatability(casesOf(heldOut, device, scope))).toBeGreaterThanOrEqual(0.9);
  });

  it('tell a kernel that is 5 % slower', () => {
    const pairs = acrossRuns(casesOf(heldOut, 'cuda', 'kernel'));
    expect(power(pairs, rule, 1.05)).toBeGreaterThanOrEqual(0.95);
  });
});

/** Not used for tuning either; bounds are those that docs/method.md asks for, with room for what 1,000 comparisons leave open. */
describe('eight runs on an idle virtual machine with two cores', () => {
  const idle = firstRuns(readRecorded(vmFile), idleRunsOfVm);

  it.each([
    { scope: 'kernel', found: 0.6 },
    { scope: 'total', found: 0.3 },
  ])('differ in few comparisons and tell most of 20 % ($scope)', ({ scope, found }) => {
    const cases = casesOf(idle, 'cpu', scope);
    const pairs = acrossRuns(cases);
    expect(pairs).toHaveLength(36 * 28);
    expect(tally(pairs, rule).wrong).toBeLessThanOrEqual(0.05);
    expect(power(pairs, rule, 1.2)).toBeGreaterThanOrEqual(found);
    expect(repeatability(cases)).toBeGreaterThanOrEqual(0.9);
    // What the other six runs teach: more is found, at no more false verdicts than 1,000 comparisons leave open.
    const taught = learnedRule(idle);
    expect(tally(pairs, taught).wrong).toBeLessThanOrEqual(0.06);
    expect(power(pairs, taught, 1.2)).toBeGreaterThan(power(pairs, rule, 1.2) + 0.03);
    // Simpler rules find more, and more that is not there.
    expect(tally(pairs, studentRule()).wrong).toBeGreaterThan(0.1);
    expect(tally(pairs, asvRule(1)).wrong).toBeGreaterThan(0.5);
  });
});

/** Of the sets of one virtual machine those that were recorded after the priors of watched cores were fixed. */
describe('eight runs with default settings whose cores were watched', () => {
  const sets = [
    ['while other machines did little', 959, readRecorded(watchedFile)],
    ['while they did much', 908, readRecorded(acrossProcessesFile)],
  ] as const;
  const parts = sets.flatMap(([when, count, watched]) =>
    ['kernel', 'total'].map((scope) => [when, scope, count, watched] as const),
  );

  it.each(parts)(
    'differ in few comparisons and tell 20 %% (%s, %s)',
    (_, scope, count, watched) => {
      const cases = casesOf(watched, 'watchedCpu', scope);
      const pairs = acrossRuns(cases);
      expect(pairs).toHaveLength(count);
      expect(tally(pairs, rule).wrong).toBeLessThanOrEqual(0.05);
      expect(power(pairs, rule, 1.2)).toBeGreaterThanOrEqual(0.9);
      expect(repeatability(cases)).toBeGreaterThanOrEqual(0.9);
      const taught = learnedRule(watched);
      expect(tally(pairs, taught).wrong).toBeLessThanOrEqual(0.05);
      // Six other runs of the machine say that its runs differ less than those of machines do.
      expect(power(pairs, taught, 1.05)).toBeGreaterThanOrEqual(0.1);
      // What is usual of cores that nobody watched is wider.
      const unwatched = acrossRuns(cases.map((one) => ({ ...one, device: 'cpu' as const })));
      expect(power(unwatched, rule, 1.2)).toBeLessThan(power(pairs, rule, 1.2));
    },
  );
});

/** Neither set was used for the priors. */
describe('runs whose teams were watched', () => {
  const sets = [
    { when: 'while other machines did much', file: teamsFile, judged: rule, found: 0.83 },
    {
      ...{ when: 'next to two busy programs', file: busyTeamsFile },
      ...{ judged: judgeRule(whileBusy(shippedPriors)), found: 0.75 },
    },
  ];

  it.each(sets)('differ in few comparisons, $when', ({ file, judged, found }) => {
    for (const scope of ['kernel', 'total']) {
      const cases = casesOf(readRecorded(file), 'watchedCpu', scope);
      const pairs = acrossRuns(cases);
      expect(pairs.length).toBeGreaterThanOrEqual(200);
      expect(tally(pairs, judged).wrong).toBeLessThanOrEqual(0.05);
      expect(power(pairs, judged, 1.2)).toBeGreaterThanOrEqual(found);
      expect(repeatability(cases)).toBeGreaterThanOrEqual(0.9);
    }
  });
});

describe('six runs on hosts of an H200', () => {
  it.each(hostFiles)('differ in few comparisons where cores were watched (%s)', (file) => {
    for (const scope of ['kernel', 'total']) {
      const cases = casesOf(readRecorded(file), 'watchedCpu', scope);
      const pairs = acrossRuns(cases);
      expect(pairs.length).toBeGreaterThan(100);
      expect(tally(pairs, rule).wrong).toBeLessThanOrEqual(0.05);
      expect(power(pairs, rule, 1.2)).toBeGreaterThanOrEqual(0.65);
      expect(repeatability(cases)).toBeGreaterThanOrEqual(0.9);
    }
  });

  it('need a run-to-run component: with half of it verdicts are false', () => {
    const { watchedCpu } = shippedPriors;
    const processes = watchedCpu.kernel.below100us.processes;
    const half = priorEverywhere(processes, { sd: 0.0125, degrees: 5 });
    const pairs = acrossRuns(casesOf(readRecorded(hostFiles[1]), 'watchedCpu', 'kernel'));
    expect(tally(pairs, judgeRule(half)).wrong).toBeGreaterThan(0.08);
  });
});

describe('four runs next to busy programs', () => {
  const busy = judgeRule(whileBusy(shippedPriors));

  it.each(busyFiles)(
    'differ in few comparisons, and tell 20 %% where cores were watched (%s)',
    (file) => {
      const all = readRecorded(file);
      for (const scope of ['kernel', 'total']) {
        const watched = acrossRuns(casesOf(all, 'watchedCpu', scope));
        expect(watched.length).toBeGreaterThan(90);
        expect(tally(watched, busy).wrong).toBeLessThanOrEqual(0.02);
        expect(power(watched, busy, 1.2)).toBeGreaterThanOrEqual(0.78);
        // Those of OpenMP, whose threads lack cores, may shift as a whole.
        const others = acrossRuns(casesOf(all, 'cpu', scope));
        expect(others.length).toBeGreaterThan(90);
        expect(tally(others, busy).wrong).toBeLessThan(0.5 * tally(others, rule).wrong);
      }
    },
  );
});

describe('recorded runs of unchanged programs', () => {
  it('are there for every device and scope, in more than 200 comparisons', () => {
    expect(scopesOf(all)).toHaveLength(5);
    for (const [device, scope] of scopesOf(all)) {
      const cases = casesOf(all, device, scope);
      expect(cases, `${device} ${scope}`).toHaveLength(44);
      expect(acrossRuns(cases)).toHaveLength(264);
      expect(withinRuns(cases)).toHaveLength(176);
    }
    const processes = all.flatMap(({ runs }) => runs.flatMap((run) => run.processes));
    // The last of the four runs has four repetitions of 125 of its series.
    expect(processes).toHaveLength(880 * 5 - 125);
  });

  it.each(bounds)(
    'differ in at most 5 % of comparisons of $device $scope, and a slower one is told',
    ({ device, scope, slowed, found }) => {
      const pairs = acrossRuns(casesOf(all, device, scope));
      expect(tally(pairs, rule).wrong).toBeLessThanOrEqual(0.05);
      expect(power(pairs, rule, slowed)).toBeGreaterThanOrEqual(found);
    },
  );

  it.each(scopesOf(all))('are held by the repeatability interval (%s %s)', (device, scope) => {
    const held = repeatability(casesOf(all, device, scope));
    expect(held).toBeGreaterThanOrEqual(0.88);
    expect(held).toBeLessThanOrEqual(0.985);
  });

  it.each(['call', 'total'])('are told apart more often by asv on the samples (%s)', (scope) => {
    const pairs = acrossRuns(casesOf(all, 'cuda', scope));
    expect(tally(pairs, asvRule(1)).wrong).toBeGreaterThan(0.5);
    expect(tally(pairs, asvRule(1.1)).wrong).toBeGreaterThan(tally(pairs, rule).wrong);
  });

  it.each(['call', 'total'])('are told apart less often than by Student alone (%s)', (scope) => {
    const pairs = acrossRuns(casesOf(all, scope === 'call' ? 'cuda' : 'cpu', scope));
    const [mine, student] = [tally(pairs, rule).wrong, tally(pairs, studentRule()).wrong];
    expect(mine).toBeLessThanOrEqual(Math.max(student, 0.05));
  });

  it.each(scopesOf(all))(
    'differ no more often when two runs teach the judge (%s %s)',
    (device, scope) => {
      const pairs = acrossRuns(casesOf(all, device, scope));
      expect(tally(pairs, learned).wrong).toBeLessThanOrEqual(0.05);
    },
  );

  it('hold the run-to-run component needed: without it verdicts are false', () => {
    const none = priorEverywhere({ sd: 0.02, degrees: 2 }, { sd: 0, degrees: 5 });
    expect(tally(acrossRuns(casesOf(all, 'cuda', 'total')), judgeRule(none)).wrong).toBeGreaterThan(
      0.08,
    );
  });

  it('give mirror images and the estimate of the interval, whichever is the contender', () => {
    for (const { of, contender, baseline } of acrossRuns(all).slice(0, 100)) {
      const sides = [sideOf(of, contender), sideOf(of, baseline)] as const;
      const there = judge(...sides, { sameRun: false });
      const back = judge(sides[1], sides[0], { sameRun: false });
      expect((there.ratio ?? 0) * (back.ratio ?? 0)).toBeCloseTo(1, 9);
      expect((there.ci95?.[0] ?? 0) * (back.ci95?.[1] ?? 0)).toBeCloseTo(1, 9);
      const estimates = [contender, baseline].map(
        (run) => estimateCase(run.processes, of)?.medianNs ?? Number.NaN,
      );
      expect(there.ratio).toBeCloseTo((estimates[0] ?? 0) / (estimates[1] ?? 1), 9);
    }
  });
});
