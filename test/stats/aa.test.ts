import { describe, expect, it } from 'vitest';
import { estimateCase } from '../../src-main/stats/estimate.ts';
import { judge } from '../../src-main/stats/judge.ts';
import {
  acrossRuns,
  asvTally,
  casesOf,
  judgeRule,
  learnedRule,
  readRecorded,
  recordedNames,
  recordedTable,
  scopesOf,
  sideOf,
  startSquares,
  startsOf,
  studentRule,
  tally,
  withinRuns,
} from '../simulations/recorded-aa.ts';

const names = recordedNames();
const tables = new Map(names.map((name) => [name, readRecorded(recordedTable(name))]));
const starts = names.map((name) => startSquares(tables.get(name) ?? []));
/** Where each table is judged by what the others say of runs. */
const rows = names.flatMap((name, i) => {
  const all = tables.get(name) ?? [];
  const told = { starts: startsOf(starts.filter((_, j) => j !== i)) };
  return scopesOf(all).map(([device, scope]) => ({
    ...{ name, device, scope, told, all },
    pairs: acrossRuns(casesOf(all, device, scope)),
  }));
});

/** Where more than 5 % are false, with what they are: docs/method.md says so in the same rows. */
const misses: Readonly<Record<string, number>> = {
  'aa-h200-watched-2 cuda total': 0.06,
  'aa-h200-watched-2 cpu kernel': 0.13,
  'aa-h200-watched-2 cpu total': 0.17,
  'aa-vm-load-4 cpu kernel': 0.14,
  'aa-vm-load-4 cpu total': 0.2,
  'aa-vm-watched-teams cpu kernel': 0.1,
  'aa-vm-watched-teams cpu total': 0.08,
};

describe('two recorded runs of one program', () => {
  it.each(rows)(
    'differ in few comparisons ($name $device $scope)',
    ({ name, device, scope, told, pairs }) => {
      const judged = tally(pairs, judgeRule(told));
      expect(judged.wrong).toBeLessThanOrEqual(misses[`${name} ${device} ${scope}`] ?? 0.05);
      // Never more often than by Student alone, but for the one comparison in a hundred that chance makes of so few.
      expect(judged.wrong).toBeLessThanOrEqual(tally(pairs, studentRule).wrong + 0.011);
    },
  );

  it.each(rows.filter(({ device, scope }) => `${device} ${scope}` === 'cuda kernel'))(
    'that differ by 5 %% are told in a kernel ($name)',
    ({ told, pairs }) => {
      expect(tally(pairs, judgeRule(told)).found[1]).toBeGreaterThanOrEqual(0.92);
    },
  );

  it('are told apart by asv on their samples', () => {
    const wrong = rows.map(({ pairs }) => asvTally(pairs, 1.1).wrong);
    expect(Math.max(...wrong)).toBeGreaterThan(0.5);
  });

  it('tell smaller changes where the store holds the other runs of the machine', () => {
    for (const { name, told, all, pairs } of rows.filter((row) => row.name === 'aa-vm-watched')) {
      const [before, after] = [judgeRule(told), learnedRule(all, told)].map((rule) =>
        tally(pairs, rule),
      );
      expect(after?.tells, name).toBeLessThan(before?.tells ?? 0);
      expect(after?.wrong).toBeLessThanOrEqual(0.05);
      expect(after?.tells).toBeLessThan(1.5 * tally(pairs, studentRule).tells);
    }
  });

  it('give mirror images and the ratio of both estimates, whichever is the contender', () => {
    for (const { of, contender, baseline } of (rows[0]?.pairs ?? []).slice(0, 100)) {
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

describe('halves of one recorded run', () => {
  it('differ in at most 5 % of the comparisons of a table, with room for so few', () => {
    for (const { name, device, scope, all } of rows) {
      const pairs = withinRuns(casesOf(all, device, scope)).filter(
        ({ contender, baseline }) => contender.processes.length === baseline.processes.length,
      );
      if (pairs.length < 100) continue;
      expect(tally(pairs, judgeRule()).wrong, `${name} ${device} ${scope}`).toBeLessThan(0.075);
    }
  });
});
