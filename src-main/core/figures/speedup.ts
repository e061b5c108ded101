import { BreakevenError } from '../../contract/failure.ts';
import type { FigurePoint, FigureSpec } from '../../contract/figure.ts';
import { processModels } from '../../stats/process-model.ts';
import { ratioInterval } from '../../stats/ratio-interval.ts';
import { type MeasuredCase, type Selection, select } from './selection.ts';
import { type CaseGroup, groupCases, lineSeries, numberAt, scaleFor } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import {
  axisLabel,
  contextText,
  countText,
  isWhole,
  joined,
  spanText,
  titleOf,
  valueText,
} from './wording.ts';

const fewest = 6;
const replicates = 300;

/** The ratio of the baseline's median to a case's, with the bootstrapped interval where samples allow one. */
function speedupPoint(
  source: FigureSource,
  selection: Selection,
  each: MeasuredCase,
  base: MeasuredCase,
  x: number,
): FigurePoint {
  const n = Math.min(each.metric.n, base.metric.n);
  const plain = { x, y: base.metric.median_ns / each.metric.median_ns, lo: null, hi: null, n };
  if (each === base) {
    return { ...plain, y: 1 };
  }
  const rounds = (one: MeasuredCase) =>
    source.rounds(one.stored.index, selection.span).filter((round) => round.length > 0);
  const own = rounds(each);
  const other = rounds(base);
  const positive = [...own, ...other].every((round) => round.every((ns) => ns > 0));
  if (n < fewest || own.length === 0 || other.length === 0 || !positive) {
    return plain;
  }
  const model = (one: MeasuredCase) => {
    const variant = selection.descriptor?.variants.find(({ id }) => id === one.stored.variant);
    return variant?.device === 'cuda' ? processModels.cuda : processModels.cpu;
  };
  const { ratio, ci95 } = ratioInterval(other, own, {
    models: [model(base), model(each)],
    replicates,
  });
  return { x, y: ratio, lo: ci95[0], hi: ci95[1], n };
}

/** What a speedup is over. */
export type Reference = {
  readonly name: string;
  /** Whether a case is one that others are held against. */
  readonly is: (each: MeasuredCase) => boolean;
  /** Cases of one size with equal keys are held against each other. */
  readonly keyOf: (each: MeasuredCase) => string;
};

function variantReference(baseline = 'sequential'): Reference {
  return { name: baseline, is: ({ stored }) => stored.variant === baseline, keyOf: () => '' };
}

/**
 * How many times faster than the workload's baseline each variant is, over the size, or than another reference. Only
 * sizes at which the reference was measured too.
 */
export function speedupFigure(
  source: FigureSource,
  request: FigureRequest = {},
  over?: Reference,
): FigureSpec {
  const selection = select(source, request, (sizeAxis) => [sizeAxis]);
  const { sizeAxis, descriptor } = selection;
  const groups = groupCases(selection, request.seriesBy);
  const { name: baseline, is, keyOf } = over ?? variantReference(descriptor?.baseline);
  const reference = new Map<string, MeasuredCase>();
  const place = (each: MeasuredCase, x: number): string => `${x} ${keyOf(each)}`;
  for (const each of selection.cases) {
    const x = numberAt(each, sizeAxis);
    if (x !== undefined && is(each) && each.metric.median_ns > 0) {
      reference.set(place(each, x), each);
    }
  }
  const pointsOf = (group: CaseGroup) =>
    group.cases.flatMap((each): FigurePoint[] => {
      const x = numberAt(each, sizeAxis);
      const base = x === undefined ? undefined : reference.get(place(each, x));
      return x === undefined || base === undefined || !(each.metric.median_ns > 0)
        ? []
        : [speedupPoint(source, selection, each, base, x)];
    });
  const drawn = groups
    .map((group) => ({ group, points: pointsOf(group) }))
    .filter(({ group, points }) => points.length > 0 && !group.cases.every(is));
  const all = drawn.flatMap(({ group, points }) => points.map((point) => ({ group, point })));
  const [first] = all;
  if (first === undefined) {
    throw new BreakevenError(
      'not-found',
      over === undefined
        ? `no other variant of ${selection.workload} was measured at a size of its baseline ${baseline}`
        : `no case of ${selection.workload} was measured at a size of ${baseline}`,
    );
  }
  const best = all.reduce((a, b) => (b.point.y > a.point.y ? b : a), first);
  const xs = all.map(({ point }) => point.x);
  const scale = scaleFor(xs);
  const yScale = scaleFor([1, ...all.map(({ point }) => point.y)]);
  return {
    kind: 'speedup',
    title: titleOf(selection, `speedup over ${baseline}, ${spanText(selection.span)}`),
    caption: joined([
      `Median of ${baseline} over median of the variant (above 1: faster); bar: bootstrapped 95 % confidence interval of the ratio; ` +
        `${countText(all.map(({ point }) => point.n))} a point.`,
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, `speedup over ${baseline}`)}: ${best.group.label} reaches ` +
      `${Number(best.point.y.toPrecision(3))} times at ${sizeAxis} = ${valueText(best.point.x)}.`,
    x: {
      label: axisLabel(descriptor, sizeAxis),
      ...(isWhole(descriptor, sizeAxis) ? { whole: true } : {}),
      scale,
      ticks: Math.max(...xs) >= 10_000 ? 'si' : 'plain',
    },
    y: { label: `Speedup over ${baseline} (ratio)`, scale: yScale },
    series: drawn.map(({ group, points }) =>
      lineSeries(
        selection,
        group,
        points.filter(({ x }) => scale === 'linear' || x > 0),
      ),
    ),
    bands: [],
    provenance: provenanceOf(source),
  };
}
