import { comparedScope } from '../../contract/by-scope.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { PercentOfPeak } from '../../contract/inspection.ts';
import { numberText } from '../../contract/numbers.ts';
import type { CountRow, CountSeries } from '../../contract/over-count.ts';
import type { StoredCase } from '../../contract/run.ts';
import { scopeName } from '../../contract/timing-scopes.ts';
import { formatRatio } from '../../contract/units.ts';
import { type ComparisonView, type Speedup, speedupOf } from '../../contract/verdict.ts';
import type { Values } from '../../contract/workload.ts';
import { type AmdahlFit, fitAmdahl } from '../../stats/amdahl.ts';
import { pick, sweptAxes } from './break-even/lines.ts';
import { subjectsOf } from './compare.ts';
import { type Described, describedByWorkload, type ReportSource } from './report-source.ts';

export type CountRequest = {
  readonly axis: string;
  readonly scope?: string | undefined;
  readonly workload?: string | undefined;
  readonly variants?: readonly string[] | undefined;
};

/** What each case comes to of the measured peak of its device, by case index. */
export type Shares = Readonly<Record<string, PercentOfPeak>>;

/** A law that is off by more at some count does not describe the times. */
const worstFit = 0.1;
/** From this part of the measured bandwidth on, further workers have nothing to read faster. */
const memoryBound = 80;

/**
 * Times of each variant over the counts of an axis: threads, GPUs. At one size they are strong scaling; where the size is
 * the same multiple of the count in each case, weak scaling.
 *
 * @throws BreakevenError `bad-input` for an axis that no case has, that holds no numbers, or that is the size.
 */
export function seriesOverCount(
  source: ReportSource,
  request: CountRequest,
  shares: Shares = {},
): readonly CountSeries[] {
  checkAxis(source, request);
  const { axis, workload, variants, scope = comparedScope } = request;
  return describedByWorkload(source).flatMap((cases) => {
    const asked = cases.filter(
      ({ stored }) =>
        stored.outcome === 'ok' &&
        scope in stored.metrics &&
        countOf(stored, axis) > 0 &&
        (workload === undefined || stored.workload === workload) &&
        (variants === undefined || variants.includes(stored.variant)),
    );
    const own = Map.groupBy(asked, ({ stored }) => stored.variant);
    return [...own.values()].flatMap((measured) =>
      ofVariant(measured, axis).map((found) => seriesOf(found, scope, axis, source, shares)),
    );
  });
}

type Found = {
  readonly kind: CountSeries['kind'];
  readonly values: Values;
  readonly cases: readonly Described[];
};

/** The groups of cases that differ in the count alone; without any, those whose size grows with the count. */
function ofVariant(measured: readonly Described[], axis: string): readonly Found[] {
  const sizeAxis = measured[0]?.descriptor.workload.sizeAxis ?? '';
  const ids = new Set(measured.flatMap(({ stored }) => Object.keys(stored.values)));
  const count = ({ stored }: Described): number => countOf(stored, axis);
  const sizeOf = ({ stored }: Described): number => Number(stored.values[sizeAxis]);
  const without = (axes: readonly string[]): ReadonlySet<string> =>
    new Set([...ids].filter((id) => !axes.includes(id)));
  const groups = (kind: CountSeries['kind'], rest: ReadonlySet<string>): Found[] => {
    const swept = sweptAxes(measured, rest);
    const keyOf = (one: Described): string =>
      JSON.stringify([
        pick(one.stored.values, rest),
        kind === 'weak' ? sizeOf(one) / count(one) : 0,
      ]);
    return [...Map.groupBy(measured, keyOf).values()]
      .filter((cases) => new Set(cases.map(count)).size > 1)
      .map((cases) => ({
        kind,
        values: pick(cases[0]?.stored.values ?? {}, swept),
        cases: [...cases].sort((a, b) => count(a) - count(b)),
      }));
  };
  const strong = groups('strong', without([axis]));
  return strong.length > 0 || sizeAxis === '' ? strong : groups('weak', without([axis, sizeAxis]));
}

/** The value of the axis; where 0 leaves it to the variant (threads), what it took. NaN where neither is a number. */
function countOf({ values, attributes }: StoredCase, axis: string): number {
  const value = values[axis];
  return typeof value !== 'number' ? Number.NaN : value > 0 ? value : Number(attributes[axis]);
}

function seriesOf(
  { kind, values, cases }: Found,
  scope: string,
  axis: string,
  source: ReportSource,
  shares: Shares,
): CountSeries {
  const subjectOf = subjectsOf(source.runId, source.descriptors);
  const [first] = cases;
  if (first === undefined) throw new RangeError('a series has cases');
  const { sizeAxis, id: workload } = first.descriptor.workload;
  const judged = (pairs: readonly (readonly [Described, Described])[]) =>
    source.comparer.judgeAll(
      pairs.map(([one, other]) => [subjectOf(one.stored, scope), subjectOf(other.stored, scope)]),
    );
  const later = cases.slice(1);
  const toFirst = judged(later.map((each) => [each, first]));
  const toAbove = judged(later.map((each, i) => [each, cases[i] ?? first]));
  const smallest = countOf(first.stored, axis);
  const rows = cases.map((each, i): CountRow => {
    const count = countOf(each.stored, axis);
    const metric = each.stored.metrics[scope];
    const size = each.stored.values[sizeAxis];
    const growth = count / smallest;
    const ratio = toFirst[i - 1];
    const speedup = ratio === undefined ? null : times(ratio, kind === 'weak' ? growth : 1);
    const { ci95LoNs = null, ci95HiNs = null } = metric ?? {};
    const share = shares[String(each.stored.index)];
    return {
      caseIndex: each.stored.index,
      count,
      size: typeof size === 'number' ? size : null,
      medianNs: metric?.medianNs ?? Number.NaN,
      ci95Ns: ci95LoNs === null || ci95HiNs === null ? null : [ci95LoNs, ci95HiNs],
      speedup,
      efficiency: ratio === undefined ? null : times(ratio, kind === 'weak' ? 1 : 1 / growth),
      above: toAbove[i - 1] ?? null,
      percentOfMemory: share?.bound === 'memory' ? share.percent : null,
    };
  });
  const amdahl = kind === 'weak' ? null : amdahlOf(cases, axis, scope, source);
  const series = { workload, variant: first.stored.variant, axis, scope, kind, sizeAxis, values };
  const enough = kind === 'weak' ? null : enoughOf(cases, judged, axis, scope);
  return { ...series, rows, amdahl, sentence: sentenceOf({ ...series, rows, amdahl }, enough) };
}

function times(view: ComparisonView, factor: number): CountRow['speedup'] {
  const { value, ci95 }: Speedup = speedupOf(view);
  if (value === null) return null;
  return {
    value: value * factor,
    ci95: ci95 === null ? null : [ci95[0] * factor, ci95[1] * factor],
  };
}

/** The smallest count that is not told to be slower than the fastest one. */
function enoughOf(
  cases: readonly Described[],
  judged: (pairs: readonly (readonly [Described, Described])[]) => readonly ComparisonView[],
  axis: string,
  scope: string,
): number | null {
  const medianOf = ({ stored }: Described): number => stored.metrics[scope]?.medianNs ?? Infinity;
  const [fastest] = [...cases].sort((a, b) => medianOf(a) - medianOf(b));
  if (fastest === undefined) return null;
  const views = judged(cases.map((each) => [each, fastest]));
  const enough = cases.find((each, i) => each === fastest || views[i]?.verdict !== 'slower');
  return enough === undefined ? null : countOf(enough.stored, axis);
}

function amdahlOf(
  cases: readonly Described[],
  axis: string,
  scope: string,
  source: ReportSource,
): CountSeries['amdahl'] {
  const timesOf = ({ stored }: Described): ReadonlyMap<number, number> =>
    new Map(
      source
        .processes(stored.index, scope)
        .map(({ repetition, medianNs }) => [repetition, medianNs]),
    );
  const one = cases.find(({ stored }) => countOf(stored, axis) === 1);
  if (one === undefined) return null;
  const more = cases
    .filter((each) => each !== one)
    .map((each) => ({ count: countOf(each.stored, axis), times: timesOf(each) }));
  const processes = [...timesOf(one)].map(([repetition, ns]) =>
    more.flatMap(({ count, times: own }) => {
      const time = own.get(repetition);
      return time === undefined ? [] : [{ count, ratio: time / ns }];
    }),
  );
  const fit: AmdahlFit | null = fitAmdahl(processes);
  if (fit === null) return null;
  const { serial, ci95, worst } = fit;
  return { serial, ci95: [...ci95], worst, fits: Math.abs(worst.distance) <= worstFit };
}

function sentenceOf(series: Omit<CountSeries, 'sentence'>, enough: number | null): string {
  const { variant, axis, rows, scope, kind } = series;
  const last = rows.at(-1);
  if (last === undefined) return '';
  const first = rows[0]?.count ?? 1;
  const at = (count: number): string => `${axis} = ${numberText(count)}`;
  const text = (value: CountRow['speedup']): string =>
    value === null ? 'no ratio' : formatRatio(value.value, value.ci95);
  const subject = `${variant}, ${scopeName(scope)}:`;
  if (kind === 'weak') {
    const [value, low, high] = [
      last.efficiency?.value,
      ...(last.efficiency?.ci95 ?? [undefined, undefined]),
    ].map((part) => (part === undefined ? null : `${Number((100 * part).toPrecision(3))} %`));
    const interval = low === null || high === null ? '' : ` [${low}, ${high}]`;
    return `${subject} with the problem growing as ${axis}, ${at(last.count)} keep ${value ?? 'an unknown part'}${interval} of the speed of ${at(first)}.`;
  }
  const best = rows.find(({ count }) => count === enough) ?? last;
  const gain =
    best.count === first
      ? `no count is faster than ${at(first)}`
      : `${text(best.speedup)} at ${at(best.count)} compared with ${at(first)}`;
  const more =
    best.count === last.count ? '' : `; more than ${numberText(best.count)} ${axis} do not pay`;
  const memory =
    best.percentOfMemory !== null && best.percentOfMemory >= memoryBound
      ? `; ${Math.round(best.percentOfMemory)} % of the measured bandwidth is reached there`
      : '';
  return `${subject} ${gain}${more}${memory}${amdahlText(series.amdahl, axis)}.`;
}

function amdahlText(amdahl: CountSeries['amdahl'], axis: string): string {
  if (amdahl === null) return '';
  const percent = (part: number): string => `${Number((100 * part).toPrecision(2))} %`;
  const { serial, ci95, fits, worst } = amdahl;
  if (!fits) {
    return `; Amdahl's law does not fit (${percent(Math.abs(worst.distance))} off at ${axis} = ${numberText(worst.count)})`;
  }
  return `; serial part ${percent(serial)} [${percent(ci95[0])}, ${percent(ci95[1])}] by Amdahl's law`;
}

function checkAxis(
  { cases, descriptors }: ReportSource,
  { axis, scope = comparedScope }: CountRequest,
): void {
  const measured = cases.filter(({ outcome }) => outcome === 'ok');
  const axes = [...new Set(measured.flatMap(({ values }) => Object.keys(values)))];
  const refuse = (message: string): never => {
    throw badInput(message);
  };
  if (!axes.includes(axis)) {
    refuse(`over: no case of the run has "${axis}"${hintFor(axis, ['calls', ...axes])}`);
  }
  const sizes = new Set([...descriptors.values()].map(({ workload }) => workload.sizeAxis));
  if (sizes.size === 1 && sizes.has(axis)) {
    refuse(`over: ${axis} is the size itself; break-evens over the size need no --over`);
  }
  if (!measured.some(({ values }) => typeof values[axis] === 'number')) {
    refuse(`over: ${axis} holds no numbers; a count is needed, such as threads`);
  }
  if (!measured.some(({ metrics }) => scope in metrics)) {
    refuse(`scope: no case of the run has "${scope}"`);
  }
}
