import { runsOfChange, type Trend } from './procedures/trends.ts';
import { scopeName } from './timing-scopes.ts';
import { format, formatWithInterval, isTooWide, widestFactor } from './units.ts';

type Interval = readonly [number, number];

/**
 * How far a time changed, for people: `+12.3 % [+10.1, +14.6 %]`, `-8.00 %`, and where the change or an end of its
 * interval is a doubling or a halving, all in times: `2.31× [2.20, 2.42×]`. `ratio` is new over old, and so are the ends.
 */
export function changeText(ratio: number, ci95: Interval | null): string {
  if (isInTimes([ratio, ...(ci95 ?? [])])) {
    return formatWithInterval(ratio, ci95?.[0] ?? null, ci95?.[1] ?? null, 'ratio');
  }
  return ci95 === null
    ? `${percent(ratio)} %`
    : `${percent(ratio)} % [${percent(ci95[0])}, ${percent(ci95[1])} %]`;
}

/** Both ends in one unit: `+1.20 % to +4.60 %`, `×0.531 to ×3.88`; of an interval that is no number, that it is none. */
export function changeRange([low, high]: Interval): string {
  if (isTooWide([low, high])) return `not known within a factor of ${widestFactor}`;
  if (!isInTimes([low, high])) return `${percent(low)} % to ${percent(high)} %`;
  const [from, to] = [low, high].map((end) => format(end, 'ratio').replace('×', ''));
  return `×${from} to ×${to}`;
}

/** Percent of something twice as large, or half as large, are hard to read. */
function isInTimes(ratios: readonly number[]): boolean {
  return ratios.some((ratio) => ratio >= 2 || ratio <= 0.5);
}

function percent(ratio: number): string {
  const value = (ratio - 1) * 100;
  const text = value.toFixed(Math.abs(value) < 10 ? 2 : 1);
  return value < 0 ? text : `+${text}`;
}

/** Cases with too few runs for a change point: how many, and the runs that they have, at least and at most. */
export type FewRuns = { readonly cases: number; readonly least: number; readonly most: number };

/** `2 cases need 1 more run`; empty where none does. */
export function neededRuns({ cases, least, most }: FewRuns): string {
  if (cases === 0) return '';
  const [from, to] = [most, least].map((runs) => Math.max(1, runsOfChange - runs));
  const count = from === to ? `${to}` : `${from} to ${to}`;
  return `${cases} ${cases === 1 ? 'case needs' : 'cases need'} ${count} more ${to === 1 ? 'run' : 'runs'}`;
}

/** The same of histories, of those with too few runs. */
export function neededText(trends: readonly Pick<Trend, 'state' | 'runs'>[]): string {
  const few = trends.filter(({ state }) => state === 'too-few').map(({ runs }) => runs);
  return neededRuns({ cases: few.length, least: Math.min(...few), most: Math.max(...few) });
}

/** `0 of 4 cases changed in kernel time; 2 have too few runs`: of those that can tell, how many changed. */
export function changedText({
  trends,
  total,
}: {
  readonly trends: readonly Pick<Trend, 'state' | 'runs' | 'scope'>[];
  readonly total: number;
}): string {
  const count = (wanted: Trend['state']) => trends.filter(({ state }) => state === wanted).length;
  const few = count('too-few');
  if (few === trends.length) return `${neededText(trends)} to tell a change`;
  const told = trends.length - few;
  const said = `${count('changed')} of ${told} ${told === 1 ? 'case' : 'cases'} changed in ${scopeName(trends[0]?.scope ?? '')} time`;
  const short = few === 0 ? '' : `; ${few} ${few === 1 ? 'has' : 'have'} too few runs`;
  return `${said}${short}${total > trends.length ? `; ${total - trends.length} not read` : ''}`;
}
