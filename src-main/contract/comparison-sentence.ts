import { type CompareRow, isNewlyFailed } from './procedures/compare.ts';
import { type ComparisonView, tellsText, usuallyTells, type Verdict } from './verdict.ts';

type Told = Verdict | 'newly failed';

const reading: readonly Told[] = [
  ...(['newly failed', 'slower', 'faster', 'inconclusive', 'equivalent'] as const),
  'not comparable',
];

/** How a side comes out: `2 of 6 cases slower, 4 inconclusive: tells changes from 3 %.` A pair of several rows is one. */
export function comparisonSentence(rows: readonly CompareRow[], side: number): string {
  const views = new Map<string, ComparisonView | null>();
  const told = new Map<string, Told>();
  for (const { cells } of rows) {
    const [base, cell] = [cells[0], cells[side]];
    if (base == null || cell == null) continue;
    const pair = `${base.caseIndex} ${cell.caseIndex}`;
    const verdict = isNewlyFailed(cell, base) ? 'newly failed' : cell.comparison?.verdict;
    if (verdict !== undefined) told.set(pair, verdict);
    views.set(pair, cell.comparison);
  }
  const { size } = told;
  const [first, ...others] = verdictCounts([...told.values()]);
  if (first === undefined) return '';
  const all = [`${first[1]} of ${size} ${size === 1 ? 'case' : 'cases'} ${first[0]}`]
    .concat(others.map(([verdict, count]) => `${count} ${verdict}`))
    .join(', ');
  const usual = usuallyTells([...views.values()].filter((view) => view !== null));
  return `${all}${usual === null ? '' : `: ${tellsText(usual.tells)}`}.`;
}

/** How many pairs have each verdict, in the order in which a reader looks for them. */
export function verdictCounts(all: readonly Told[]): readonly (readonly [Told, number])[] {
  return reading
    .map((verdict) => [verdict, all.filter((one) => one === verdict).length] as const)
    .filter(([, count]) => count > 0);
}
