import { notFound } from '../../contract/failure.ts';
import type { FigurePoint, FigureSeries, FigureSpec } from '../../contract/figure.ts';
import {
  type CallsRow,
  type Strategy,
  strategies,
  strategyTexts,
} from '../../contract/headline.ts';
import { numberText } from '../../contract/numbers.ts';
import { isTooWide } from '../../contract/units.ts';
import { agree } from '../analysis/pairing.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { valuesText } from './values-text.ts';
import { joined, numberAxis } from './wording.ts';

/**
 * The plane of sizes and calls: above the line of a strategy the fastest GPU variant of a size costs less than its
 * fastest CPU variant, below it the CPU does. Without the variants that come with Breakeven where the run has others.
 *
 * @throws BreakevenError `not-found` where no size has a number of calls.
 */
export function callsFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  const all = strategies.map((strategy) => ({ strategy, rows: rowsOf(source, request, strategy) }));
  const [first] = all.flatMap(({ rows }) => rows);
  const drawn = all.flatMap(({ strategy, rows }, slot) => {
    const points = rows.flatMap(pointOf);
    return points.length === 0 ? [] : [{ strategy, slot, points }];
  });
  if (first === undefined || drawn.length === 0) {
    throw notFound(
      'no size of this run has a number of calls from which on a GPU costs less: it needs a CPU and a GPU variant at one size, measured end to end, in three processes',
    );
  }
  const { axis, values, workload, cache } = first;
  const descriptor = source.workloads.find(({ id }) => id === workload);
  const title = descriptor?.title ?? workload;
  const facet = valuesText(values);
  const points = drawn.flatMap((each) => each.points);
  const xs = points.map(({ x }) => x);
  const hidden = all.flatMap(({ strategy, rows }) => {
    const count = rows.filter((row) => pointOf(row).length === 0).length;
    return count === 0 ? [] : [`${strategyTexts[strategy].label}: ${count}`];
  });
  const last = drawn.at(-1);
  const largest = last?.points.at(-1);
  return {
    kind: 'calls',
    title: `${title}: calls from which on the GPU pays${facet === '' ? '' : `, ${facet}`}`,
    caption: joined([
      'Line: number of calls with the same input from which on the fastest GPU variant of a size costs less than its fastest CPU variant; above it the GPU pays, below it the CPU does. Bar: all numbers of calls that the processes do not decide (95 %).',
      drawn
        .map(({ strategy }) => {
          const { label, condition } = strategyTexts[strategy];
          return `${label}: ${condition}`;
        })
        .join('; ')
        .concat('.'),
      hidden.length === 0
        ? ''
        : `Sizes without a number, never or not established: ${hidden.join(', ')}.`,
      cache === null ? 'State of the caches not recorded.' : `Caches ${cache}.`,
    ]),
    summary:
      last === undefined || largest === undefined
        ? title
        : `${title}: with ${axis} = ${numberText(largest.x)} the GPU pays from ${numberText(largest.y)} ${largest.y === 1 ? 'call' : 'calls'} on if ${strategyTexts[last.strategy].condition}.`,
    x: numberAxis(descriptor, axis, xs),
    y: { label: 'Calls with the same input (count)', scale: 'log' },
    over: axis,
    series: drawn.map(
      ({ strategy, slot, points: own }): FigureSeries => ({
        ...{ key: strategy, label: strategyTexts[strategy].label, device: 'cuda', slot },
        ...{ published: false, mark: 'line', points: own },
      }),
    ),
    bands: [],
    provenance: provenanceOf(source),
  };
}

/** Of one workload and one combination of its other axes: that with the most sizes. */
function rowsOf(
  { calls }: FigureSource,
  { workload, variants, where = {} }: FigureRequest,
  strategy: Strategy,
): readonly CallsRow[] {
  const rows = (calls?.(strategy, { workload, variants }) ?? []).filter(
    (row) => row.bestKnown !== true && agree(row.values, where),
  );
  const facets = Map.groupBy(rows, (row) => JSON.stringify([row.workload, row.values]));
  return [...facets.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

/** None where there is no number, or where its interval is too wide for one. */
function pointOf({ answer, at, ci95, size }: CallsRow): FigurePoint[] {
  if (answer === 'always') return [{ x: size, y: 1, lo: null, hi: null, n: 0 }];
  if (answer !== 'from' || at === null) return [];
  const [lo, hi] = ci95 ?? [null, null];
  if (lo !== null && hi !== null && isTooWide([lo, hi])) return [];
  return [{ x: size, y: at, lo, hi, n: 0 }];
}
