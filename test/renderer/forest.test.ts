import { expect, it } from 'vitest';
import { comparisonSentence, verdictCounts } from '../../src-main/contract/comparison-sentence.ts';
import type { CompareRow } from '../../src-main/contract/procedures/compare.ts';
import { forestRows, ratioPlace, ratioScale, sideNames } from '../../src-renderer/state/forest.ts';

const cell = (caseIndex: number, ratio: number | null, verdict = 'slower') => ({
  caseIndex,
  variant: 'plain',
  values: {},
  outcome: 'ok' as const,
  reason: null,
  medianNs: 1,
  ci95: null,
  n: 5,
  comparison:
    ratio === null
      ? null
      : { verdict, reason: '', ratio, ci95: [ratio * 0.9, ratio * 1.1], against: 'plain' },
});
const row = (...cells: unknown[]) =>
  ({ workload: 'w', variant: 'plain', values: {}, axes: [], cells }) as unknown as CompareRow;

const rows = forestRows({
  rows: [
    row(cell(0, null), cell(1, 1.1)),
    row(cell(2, null), cell(3, 0.25, 'faster')),
    row(cell(2, null), cell(3, 0.25, 'faster')),
    row(cell(4, null), null),
    row(cell(5, null), cell(6, null)),
  ],
});

it('keeps the order of cases whose changes read the same', () => {
  const alike = [1.0070001, 1.007, 1.0070002].map((ratio, i) =>
    row(cell(2 * i, null), cell(2 * i + 1, ratio, 'equivalent')),
  );
  expect(forestRows({ rows: alike }).map(({ key }) => key)).toEqual(['1 0 1', '1 2 3', '1 4 5']);
});

it('says first how the pairs come out, each once', () => {
  const pairs = [row(cell(0, null), cell(1, 1.1)), row(cell(0, null), cell(1, 1.1))];
  const wide = row(cell(2, null), cell(3, 1.01, 'inconclusive'));
  const failed = row(cell(4, null), { ...cell(5, null), outcome: 'failed' });
  expect(comparisonSentence([...pairs, wide], 1)).toBe('1 of 2 cases slower, 1 inconclusive.');
  expect(comparisonSentence([failed, wide], 1)).toBe('1 of 2 cases newly failed, 1 inconclusive.');
  const told = row(cell(2, null), {
    ...cell(3, null),
    comparison: { ...wide.cells[1]?.comparison, tells: 3.14 },
  });
  expect(comparisonSentence([told], 1)).toBe('1 of 1 case inconclusive: tells changes from 3.1 %.');
});

it('calls sides with one title by their runs', () => {
  const side = (id: string, title: string, variant: string | null = null) =>
    ({ ref: id, variant, run: { id, title } }) as never;
  expect(sideNames([side('a', 'Sweep'), side('b', 'Sweep'), side('c', 'Other')])).toEqual([
    ...['a', 'b', 'Other'],
  ]);
  expect(sideNames([side('a', 'Sweep', 'cub'), side('a', 'Sweep', 'omp')])).toEqual(['cub', 'omp']);
});

it('has a row a pair, the largest change in either direction first', () => {
  expect(rows.map(({ comparison }) => comparison.ratio)).toEqual([0.25, 1.1]);
  expect(verdictCounts(rows.map(({ comparison }) => comparison.verdict))).toEqual([
    ['slower', 1],
    ['faster', 1],
  ]);
});

it('has an axis around 1 that holds every interval', () => {
  const scale = ratioScale(rows, 0.02);
  expect(scale.high).toBe(5);
  expect(scale.low).toBeCloseTo(1 / 5);
  expect(ratioPlace(1, scale)).toBeCloseTo(50);
  expect(ratioPlace(0.225, scale)).toBeGreaterThan(0);
  expect(ratioPlace(100, scale)).toBe(100);
  expect(scale.ticks).toContain(1);
});
