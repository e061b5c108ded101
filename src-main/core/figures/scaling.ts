import { valueText } from '../../contract/axis-values.ts';
import { shownBaselineNote } from '../../contract/break-even-groups.ts';
import { agree } from '../../contract/case-names.ts';
import { badInput } from '../../contract/failure.ts';
import type { FigurePoint, FigureSpec } from '../../contract/figure.ts';
import type { StoredCase } from '../../contract/run.ts';
import { scopeTime, timingScopes } from '../../contract/timing-scopes.ts';
import { formatSize, formatSizeWithInterval } from '../../contract/units.ts';
import {
  type BreakEvenView,
  pairOfView,
  variantOfLabel,
  verdictText,
} from '../../contract/verdict.ts';
import { summarize } from '../../stats/summary.ts';
import { type Selection, select } from './selection.ts';
import {
  type CaseGroup,
  groupCases,
  type LineSeries,
  lineSeries,
  numberAt,
  scaleFor,
} from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import {
  contextText,
  countText,
  duration,
  joined,
  numberAxis,
  scopeNote,
  timeAxis,
  timesFaster,
  titleOf,
  workloadTitle,
} from './wording.ts';

const maxBands = 3;

/**
 * Break-evens of the timing scope shown that name one size; the headline first, then those against the baseline, then
 * by size.
 */
function chosenBreakEvens(
  source: FigureSource,
  selection: Selection,
  over: string,
  min: number,
  max: number,
  wanted: readonly string[] | undefined,
) {
  const baseline = selection.descriptor?.baseline;
  const shown = new Set(selection.cases.map(({ stored }) => stored.variant));
  const facet = { ...selection.constant, ...selection.fixed };
  const fitting = source.breakEvens.filter(
    (each) =>
      each.workload === selection.workload &&
      each.scope === selection.scope &&
      each.axis === over &&
      agree(each.values ?? {}, facet) &&
      pairOfView(each).every((label) =>
        shown.has(each.between === undefined ? label : variantOfLabel(label)),
      ),
  );
  const all = fitting.filter(
    (each): each is BreakEvenView & { at: number } =>
      each.answer === 'one' && each.at !== null && each.at >= min && each.at <= max,
  );
  const rank = ({ headline, small, large }: BreakEvenView) =>
    headline === undefined ? 1 + Number(small !== baseline && large !== baseline) : 0;
  const sorted = all.sort((a, b) => rank(a) - rank(b) || a.at - b.at);
  const shownBands =
    wanted === undefined
      ? sorted.slice(0, maxBands)
      : sorted.filter((each) => wanted.includes(bandKey(each)));
  const unknown = fitting.find(({ headline }) => headline !== undefined);
  return { shown: shownBands, all: sorted, left: sorted.length - shownBands.length, unknown };
}

const bandKey = ({ small, large }: BreakEvenView): string => `${large}/${small}`;

/** `omp over sequential: n* = 17,000 [16,500, 17,200]`: which overtakes which, and from where on. */
function bandLabel({ small, large, at, ci95 }: BreakEvenView & { at: number }): string {
  return `${large} over ${small}: n* = ${formatSizeWithInterval(at, ci95)}`;
}

/** The band with its place on the line of the variant that is faster beyond it. */
function bandOf(breakEven: BreakEvenView & { at: number }, lines: readonly LineSeries[]) {
  const { large, at, ci95 } = breakEven;
  const [lo, hi] = ci95 ?? [null, null];
  const line = lines.find(({ label }) => label === large);
  const y = line === undefined ? null : heightAt(line.points, at);
  return {
    key: bandKey(breakEven),
    label: bandLabel(breakEven),
    ...(line === undefined || y === null ? {} : { series: line.key, y }),
    at,
    lo,
    hi,
  };
}

/** Where a line of points passes, straight between neighbours on logarithmic axes; null outside them. */
function heightAt(points: readonly FigurePoint[], x: number): number | null {
  const after = points.findIndex((point) => point.x >= x);
  const [a, b] = [points[after - 1], points[after]];
  if (b === undefined) return null;
  if (b.x === x || a === undefined) return b.x === x ? b.y : null;
  const log = [a.x, a.y, b.x, b.y].every((value) => value > 0);
  if (!log) return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
  const share = Math.log(x / a.x) / Math.log(b.x / a.x);
  return a.y * (b.y / a.y) ** share;
}

type Entry = {
  readonly label: string;
  readonly variant: string;
  readonly ns: number;
  readonly stored: StoredCase;
};

/** The largest size that the most groups share, with their medians there. */
function atLargest(groups: readonly CaseGroup[], axis: string) {
  const bySize = new Map<number, Entry[]>();
  for (const group of groups) {
    for (const each of group.cases) {
      const x = numberAt(each, axis);
      if (x !== undefined) {
        const list = bySize.get(x) ?? [];
        const { stored, metric } = each;
        list.push({ label: group.label, variant: group.variant, ns: metric.medianNs, stored });
        bySize.set(x, list);
      }
    }
  }
  const [best] = [...bySize].sort((a, b) => b[1].length - a[1].length || b[0] - a[0]);
  return best === undefined
    ? undefined
    : { x: best[0], entries: [...best[1]].sort((a, b) => a.ns - b.ns) };
}

/** What the verdicts say of the least median, `fastest` where it is faster than all others; else what is measured. */
function claimOf(
  source: FigureSource,
  { descriptor, scope }: Selection,
  first: Entry,
  others: readonly Entry[],
): string {
  const nameOf = ({ label, variant }: Entry): string =>
    descriptor?.variants.find(({ id }) => id === variant)?.kind === 'fast'
      ? `${label} (best known)`
      : label;
  const views = source.judgeAll(
    others.map(({ stored }) => [
      source.subjectOf(first.stored, scope),
      source.subjectOf(stored, scope),
    ]),
  );
  const at = others.findIndex(({ variant }) => variant === descriptor?.baseline);
  const [other, view] = [others[Math.max(at, 0)], views[Math.max(at, 0)]];
  const own = `with a median of ${duration(first.ns)}`;
  if (other === undefined || view === undefined) return `${nameOf(first)} ${own}`;
  if (view.verdict !== 'faster') {
    return (
      `medians of ${duration(first.ns)} (${nameOf(first)}) and ${duration(other.ns)} (${nameOf(other)}), ` +
      verdictText(view)
    );
  }
  const fastest = views.every(({ verdict }) => verdict === 'faster') ? ' is fastest' : '';
  return `${nameOf(first)}${fastest} ${own}, ${timesFaster(other.ns, first.ns)} than ${nameOf(other)}`;
}

function summaryOf(
  source: FigureSource,
  selection: Selection,
  axis: string,
  groups: readonly CaseGroup[],
  crossing: (BreakEvenView & { at: number }) | undefined,
): string {
  const top = atLargest(groups, axis);
  const [first, ...others] = top?.entries ?? [];
  if (top === undefined || first === undefined) {
    return `${workloadTitle(selection)}: means only, which have no verdict.`;
  }
  const overtakes =
    crossing === undefined
      ? ''
      : `; ${crossing.large} overtakes ${crossing.small} at ${axis} = ${formatSize(crossing.at, crossing.ci95)}`;
  return (
    `${workloadTitle(selection)}, ${scopeTime(selection.scope)}: at ${axis} = ${valueText(top.x)} ` +
    `${claimOf(source, selection, first, others)}${overtakes}.`
  );
}

/** The axis asked for, else the size; another number that was swept where the size was not. */
function axisOver(
  { cases }: FigureSource,
  size: string,
  swept: readonly string[],
  { over, seriesBy = [] }: FigureRequest,
): string {
  if (over !== undefined) return over;
  if (swept.includes(size)) return size;
  const numeric = (axis: string): boolean =>
    axis !== 'seed' &&
    !seriesBy.includes(axis) &&
    cases.some(({ values }) => typeof values[axis] === 'number');
  return swept.find(numeric) ?? size;
}

/** With cases of which another tool's file has means only: each has its mean, of no sample, in the scopes of its variant. */
function withMeans(source: FigureSource): FigureSource {
  const cases = source.cases.map((stored): StoredCase => {
    const { workload, variant, outcome, attributes } = stored;
    const { meanNs } = attributes;
    const known = source.workloads.find(({ id, foreign }) => id === workload && foreign === true);
    if (outcome !== 'skipped' || typeof meanNs !== 'number' || known === undefined) return stored;
    if (!(meanNs > 0 && Number.isFinite(meanNs))) return stored;
    const metric = { ...summarize(Float64Array.of(meanNs)), n: 0 };
    const scopes = known.variants.find(({ id }) => id === variant)?.scopes ?? [];
    const metrics = Object.fromEntries(scopes.map((scope) => [scope, metric]));
    return { ...stored, outcome: 'ok', metrics };
  });
  return { ...source, cases };
}

/** Those with samples, or those with a mean alone. */
const casesWith = (group: CaseGroup, samples: boolean): CaseGroup => ({
  ...group,
  cases: group.cases.filter(({ metric }) => metric.n > 0 === samples),
});

/**
 * Time over problem size, or over another axis that is asked for or alone was swept, a line a variant: median with its
 * 95 % confidence interval, break-evens as bands. Both axes are logarithmic when the sizes cover a decade. Other swept
 * axes are fixed (`where`, or the most common value) and stated in the title, or split the lines (`seriesBy`).
 *
 * @throws BreakevenError when the run has nothing that can be drawn so.
 */
export function scalingFigure(given: FigureSource, request: FigureRequest = {}): FigureSpec {
  const source = withMeans(given);
  const answered = source.breakEvens
    .filter(({ answer }) => answer === 'one')
    .map(({ scope }) => scope);
  const preferred = timingScopes.flatMap(({ id }) => (answered.includes(id) ? [id] : []));
  let over = '';
  const found = select(
    source,
    request,
    (size, swept) => {
      over = axisOver(source, size, swept, request);
      return [over];
    },
    preferred,
  );
  // A variant that does not take the axis has no place on it.
  const selection = {
    ...found,
    cases: found.cases.filter((each) => numberAt(each, over) !== undefined),
    all: found.all.filter((each) => numberAt(each, over) !== undefined),
  };
  if (selection.cases.length === 0) {
    throw badInput(`over: no measured case of ${found.workload} has a number for ${over}`);
  }
  const xs = selection.cases.flatMap((each) => numberAt(each, over) ?? []);
  const scale = scaleFor(xs);
  const drawable = (x: number) => scale === 'linear' || x > 0;
  const medians = selection.cases.map(({ metric }) => metric.medianNs);
  // Log-log over a decade of sizes; where few sizes are near each other, their times may still be decades apart.
  const wide = scale === 'log' || scaleFor(medians) === 'log';
  const yScale = wide && medians.every((ns) => ns > 0) ? 'log' : 'linear';
  const time = timeAxis(medians, yScale);
  const { factor, symbol } = time.unit;
  const groups = groupCases(selection, request.seriesBy);
  const linesOf = (group: CaseGroup): LineSeries =>
    lineSeries(
      selection,
      group,
      group.cases.flatMap((each): FigurePoint[] => {
        const x = numberAt(each, over);
        const { medianNs, ci95LoNs, ci95HiNs, n } = each.metric;
        return x === undefined || !drawable(x)
          ? []
          : [
              {
                x,
                y: medianNs / factor,
                lo: ci95LoNs === null ? null : ci95LoNs / factor,
                hi: ci95HiNs === null ? null : ci95HiNs / factor,
                n,
              },
            ];
      }),
    );
  const sampled = groups.map((group) => casesWith(group, true));
  const means = groups
    .map((group) => casesWith(group, false))
    .filter(({ cases }) => cases.length > 0);
  const series = [
    ...sampled.filter(({ cases }) => cases.length > 0).map(linesOf),
    ...means.map((group): LineSeries => {
      const { key, label } = group;
      const isBoth = sampled.some((one) => one.key === key && one.cases.length > 0);
      const shown = { key: isBoth ? `${key}/mean` : key, label: `${label} (mean)` };
      return { ...linesOf(group), ...shown, secondary: true };
    }),
  ];
  const shownXs = xs.filter(drawable);
  const [least, most] = [Math.min(...shownXs), Math.max(...shownXs)];
  const breakEvens = chosenBreakEvens(source, selection, over, least, most, request.breakEvens);
  const { unknown: asked } = breakEvens;
  // Hatching that covers all of it would show nothing.
  const unknown = (asked?.unknown ?? []).filter(
    ([from, to]) => drawable(from) && drawable(to) && (from > least || to < most),
  );
  const without = series.some(({ points }) => points.some(({ lo, n }) => lo === null && n !== 0));
  const counts = sampled.flatMap(({ cases }) => cases.map(({ metric }) => metric.n));
  const caption = joined([
    counts.length === 0
      ? ''
      : `Centre: median ${scopeTime(selection.scope)}; bar: its 95 % confidence interval; ${countText(counts)} per point.`,
    means.length === 0
      ? ''
      : 'Hollow: the mean of a file without samples, which has no interval and no verdict.',
    scopeNote(selection.scope),
    without ? 'No bar: fewer than 6 samples.' : '',
    breakEvens.shown.length > 0
      ? 'Band: break-even size n* with its 95 % interval; from there on, the first variant is faster than the second.'
      : '',
    asked === undefined || unknown.length === 0
      ? ''
      : `Hatched: sizes at which ${pairOfView(asked).join(' and ')} ${asked.disturbed === true ? 'have no verdict' : 'are not distinguishable'}, up to the next that tell them apart.`,
    shownBaselineNote(selection.descriptor, (variant) =>
      selection.cases.some(({ stored }) => stored.variant === variant),
    ),
    breakEvens.left > 0
      ? `${breakEvens.left} further break-even${breakEvens.left === 1 ? ' is' : 's are'} not drawn.`
      : '',
    shownXs.length < xs.length ? `${over} = 0 cannot be shown on a logarithmic axis.` : '',
    contextText(selection, source),
  ]);
  return {
    kind: 'scaling',
    title: titleOf(selection, `${scopeTime(selection.scope)} over ${over}`),
    caption,
    summary: summaryOf(source, selection, over, sampled, breakEvens.shown[0]),
    x: numberAxis(selection.descriptor, over, [most], scale),
    y: { label: `Time (${symbol})`, scale: yScale, ticks: time.ticks },
    series,
    over,
    bands: breakEvens.shown.map((each) => bandOf(each, series)),
    ...(unknown.length === 0 ? {} : { unknown: [...unknown] }),
    bandChoices: breakEvens.all.map((each) => ({ key: bandKey(each), label: bandLabel(each) })),
    provenance: provenanceOf(source),
  };
}
