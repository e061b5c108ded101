import { valueText } from '../../contract/axis-values.ts';
import { shownBaselineNote } from '../../contract/break-even-groups.ts';
import { badInput, notFound } from '../../contract/failure.ts';
import type { FigurePoint, FigureSpec } from '../../contract/figure.ts';
import type { StoredCase } from '../../contract/run.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { type ComparisonView, verdictText } from '../../contract/verdict.ts';
import type { Values } from '../../contract/workload.ts';
import { firstPairs, type PairingRules, pairCases } from '../analysis/pairing.ts';
import { type Selection, select } from './selection.ts';
import { groupCases, lineSeries, scaleFor } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { contextText, countText, joined, numberAxis, titleOf } from './wording.ts';

/** What a speedup is over. */
export type Baseline = {
  readonly name: string;
  /** Whether a case is one that others are compared with. */
  readonly is: (stored: StoredCase) => boolean;
  readonly rules: PairingRules;
};

function variantBaseline(variant = 'sequential'): Baseline {
  return {
    name: variant,
    is: (stored) => stored.variant === variant,
    rules: { acrossVariants: true, sameRun: true },
  };
}

/** The same variant with other values of axes: one thread. */
function valuesBaseline(values: Values): Baseline {
  return {
    name: Object.entries(values)
      .map(([axis, value]) => `${axis} = ${valueText(value)}`)
      .join(', '),
    is: (stored) => Object.entries(values).every(([axis, value]) => stored.values[axis] === value),
    rules: { free: new Set(Object.keys(values)), sameRun: true },
  };
}

/** The smallest value of an axis of counts. */
function smallestOf(axis: string, { all }: Selection): Values {
  const values = all.flatMap(({ stored }) => stored.values[axis] ?? []);
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 0) return { [axis]: Math.min(...numbers) };
  throw badInput(`over: ${axis} holds no numbers`);
}

type Ratio = { readonly point: FigurePoint; readonly view?: ComparisonView };

/** The points of all measured cases that have a ratio to the baseline: what it takes over what they take. */
function speedupPoints(
  source: FigureSource,
  { all: cases, scope }: Selection,
  axis: string,
  { is, rules }: Baseline,
): ReadonlyMap<number, Ratio> {
  const measured = new Map(cases.map((each) => [each.stored, each]));
  const every = cases.map(({ stored }) => stored);
  const pairs = firstPairs(
    pairCases(
      every.filter((stored) => !is(stored)),
      every.filter(is),
      rules,
    ).pairs,
  );
  const views = source.judgeAll(
    pairs.map(({ contender, baseline }) => [
      source.subjectOf(contender, scope),
      source.subjectOf(baseline, scope),
    ]),
  );
  const points = pairs.flatMap(({ contender, baseline }, i): [number, Ratio][] => {
    const view = views[i];
    const { ratio = null, ci95 = null } = view ?? {};
    const x = contender.values[axis];
    if (view === undefined || ratio === null || typeof x !== 'number') return [];
    const [lo, hi] = ci95 === null ? [null, null] : [1 / ci95[1], 1 / ci95[0]];
    const n = Math.min(
      measured.get(contender)?.metric.n ?? 0,
      measured.get(baseline)?.metric.n ?? 0,
    );
    return [[contender.index, { point: { x, y: 1 / ratio, lo, hi, n }, view }]];
  });
  const own = cases.flatMap(({ stored, metric }): [number, Ratio][] => {
    const x = stored.values[axis];
    if (!is(stored) || typeof x !== 'number') return [];
    return [[stored.index, { point: { x, y: 1, lo: null, hi: null, n: metric.n } }]];
  });
  return new Map([...own, ...points]);
}

function ownBaseline({ over, against }: FigureRequest, selection: Selection): Baseline {
  if (against !== undefined) return valuesBaseline(against);
  return over === undefined || over === selection.sizeAxis
    ? variantBaseline(selection.descriptor?.baseline)
    : valuesBaseline(smallestOf(over, selection));
}

/**
 * How many times faster than the workload's baseline each variant is, over the size, or than another baseline; over
 * another axis, or `against` values, than itself with those, by default the smallest of that axis. Only cases that pair up
 * with one of the baseline.
 */
export function speedupFigure(
  source: FigureSource,
  request: FigureRequest = {},
  over?: Baseline,
): FigureSpec {
  const against = Object.keys(request.against ?? {});
  const selection = select(source, request, (sizeAxis) => [request.over ?? sizeAxis, ...against]);
  const { descriptor } = selection;
  const axis = request.over ?? selection.sizeAxis;
  const baseline = over ?? ownBaseline(request, selection);
  const ratios = speedupPoints(source, selection, axis, baseline);
  const drawn = groupCases(selection, request.seriesBy)
    .map((group) => ({
      group,
      ratios: group.cases.flatMap(({ stored }) => ratios.get(stored.index) ?? []),
    }))
    .filter(
      ({ group, ratios: own }) =>
        own.length > 0 && !group.cases.every(({ stored }) => baseline.is(stored)),
    );
  const all = drawn.flatMap(({ group, ratios: own }) => own.map((ratio) => ({ group, ...ratio })));
  const [first] = all;
  if (first === undefined) {
    throw notFound(
      against.length > 0 || request.over !== undefined
        ? `no case of ${selection.workload} was measured beside one with ${baseline.name}`
        : over === undefined
          ? `no other variant of ${selection.workload} was measured at a size of its baseline ${baseline.name}`
          : `no case of ${selection.workload} was measured at a size of ${baseline.name}`,
    );
  }
  const faster = all.filter(({ view }) => view?.verdict === 'faster');
  const best = (faster.length > 0 ? faster : all).reduce(
    (a, b) => (b.point.y > a.point.y ? b : a),
    faster[0] ?? first,
  );
  const most = Number(best.point.y.toPrecision(3));
  const where = `at ${axis} = ${valueText(best.point.x)}`;
  const xs = all.map(({ point }) => point.x);
  const scale = scaleFor(xs);
  const yScale = scaleFor([1, ...all.map(({ point }) => point.y)]);
  return {
    kind: 'speedup',
    title: titleOf(selection, `speedup over ${baseline.name}, ${scopeTime(selection.scope)}`),
    caption: joined([
      `Time of ${baseline.name} over time of the variant (above 1: faster); bar: 95 % confidence interval of the ratio, as in tables; ` +
        `${countText(all.map(({ point }) => point.n))} per point.`,
      over === undefined ? shownBaselineNote(descriptor) : '',
      contextText(selection, source),
    ]),
    summary: `${titleOf(selection, `speedup over ${baseline.name}`)}: ${
      faster.length > 0
        ? `${best.group.label} reaches ${most} times ${where}`
        : `no case is faster; the largest ratio is ${most}, of ${best.group.label} ${where}` +
          (best.view === undefined ? '' : `, ${verdictText(best.view)}`)
    }.`,
    x: numberAxis(descriptor, axis, xs, scale),
    y: { label: `Speedup over ${baseline.name} (ratio)`, scale: yScale },
    series: drawn.map(({ group, ratios: own }) =>
      lineSeries(
        selection,
        group,
        own.flatMap(({ point }) => (scale === 'linear' || point.x > 0 ? [point] : [])),
      ),
    ),
    bands: [],
    provenance: provenanceOf(source),
  };
}
