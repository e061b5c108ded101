import type {
  Trend,
  TrendChange,
  TrendOptions,
  TrendPoint,
  TrendSegment,
} from '../../../contract/procedures/trends.ts';
import type { StoredCase } from '../../../contract/run.ts';
import type { Device } from '../../../contract/workload.ts';
import { type Creep, creepOf } from '../../../stats/creep.ts';
import { decide, type Margins } from '../../../stats/decide.ts';
import { deviceKind } from '../../../stats/metric.ts';
import { median } from '../../../stats/order.ts';
import { type RunVariation, runScopeOf, runVariance } from '../../../stats/run-variation.ts';
import { type SegmentOptions, segmentInterval } from '../../../stats/segment-change.ts';
import type { CaseEnvironment, SeriesPoint } from '../../store/series.ts';
import { differencesOf } from './environment-changes.ts';
import { findSegments, minRuns, newestOutliers, pOfAnyPlace, type Segments } from './segments.ts';
import {
  changedSentence,
  changePointSentence,
  creepSentence,
  leftOutNotes,
  outlierNote,
  steadySentence,
  tooFewSentence,
} from './sentences.ts';

/** Runs before and after a change point whose environment is compared. */
const neighbours = 8;
/** Versions that make one build. */
const buildVersions = ['app', 'commit', 'compiler', 'flags', 'cudaRuntime'] as const;

export type TrendSource = {
  readonly stored: Pick<StoredCase, 'index' | 'workload' | 'variant' | 'values' | 'attributes'>;
  readonly runId: string;
  readonly device: Device | undefined;
  readonly scope: string;
  /** All that measured the same, oldest first; one more than `last` where there are more. */
  readonly series: readonly SeriesPoint[];
  readonly environmentOf: (point: TrendPoint) => CaseEnvironment | null;
  /** What runs of the machine of the series differ by. */
  readonly variation: RunVariation;
};

export type WholeTrend = Trend & { readonly points: readonly TrendPoint[] };

/**
 * The segments and change points of one case over the runs that measured it. A change counts with a p of at most `maxP`:
 * what the false discovery rate over several series leaves room for.
 */
export function trendOf(
  source: TrendSource,
  options: TrendOptions,
  margins: Margins,
  maxP = 1,
): WholeTrend {
  const { stored, device, scope } = source;
  const { points, notes } = choose(source, options);
  const values = Float64Array.from(points, ({ metric }) => metric.medianNs);
  const level = levelOptions(points, source);
  const { found, creep } = stepsOrCreep(values, level, options.threshold, margins, maxP);
  const segments = levelsOf(values, found, level);
  const shown = points.map(pointOf);
  const changePoints = stepsOf(shown, segments, found, source.environmentOf);
  const stray = newestOutliers(values, found, options.threshold);
  return {
    caseIndex: stored.index,
    workload: stored.workload,
    variant: stored.variant,
    device: device ?? null,
    values: stored.values,
    scope,
    runs: shown.length,
    first: shown[0]?.at ?? null,
    latest: shown.at(-1)?.at ?? null,
    segments,
    changePoints,
    ...(creep === null ? {} : { creep: { ...creep, sentence: creepSentence(creep, shown) } }),
    ...verdict(shown, segments, changePoints, creep, options.threshold),
    notes: [...notes, ...(stray === null ? [] : [outlierNote(stray)])],
    points: shown,
  };
}

/** The runs that count, and what is to be said of those that do not. */
function choose(
  { series, stored, runId }: TrendSource,
  { last, sameBuild }: TrendOptions,
): { readonly points: readonly SeriesPoint[]; readonly notes: readonly string[] } {
  const newest = series.slice(-last);
  // That of the run that was asked for; of another machine's history the newest.
  const reference =
    series.find((point) => point.runId === runId && point.caseIndex === stored.index) ??
    series.at(-1);
  const built = newest.filter(
    (point) => !sameBuild || reference === undefined || isSameBuild(point, reference),
  );
  const points = built.filter(
    ({ exactAnswer, inputHash }) =>
      mayBeEqual(exactAnswer, reference?.exactAnswer) &&
      mayBeEqual(inputHash, reference?.inputHash),
  );
  const cut = series.length > last ? last : null;
  const notes = leftOutNotes(newest.length - built.length, built.length - points.length, cut);
  return { points: points.filter(({ metric }) => metric.medianNs > 0), notes };
}

/** What one of them does not know cannot distinguish them. */
function mayBeEqual(one: string | null | undefined, other: string | null | undefined): boolean {
  return one == null || other == null || one === other;
}

function isSameBuild(a: SeriesPoint, b: SeriesPoint): boolean {
  const [one, other] = [a.versions.addons, b.versions.addons];
  // A run from elsewhere may not say what its addons were.
  if (one !== undefined && other !== undefined && one !== other) return false;
  return buildVersions.every((name) => a.versions[name] === b.versions[name]);
}

/** What the processes of these runs and the runs of the machine say of the estimates of two runs. */
function levelOptions(
  points: readonly SeriesPoint[],
  { device, scope, variation }: TrendSource,
): SegmentOptions {
  const kind = deviceKind(device);
  const key = runScopeOf(kind, scope);
  const middle = (of: readonly number[]): number =>
    of.length === 0 ? 0 : median(Float64Array.from(of));
  const count = Math.max(1, middle(points.map(({ metric }) => metric.processes ?? 1)));
  const variance = middle(points.flatMap(({ metric }) => metric.processSd ?? [])) ** 2 / count;
  const runs = runVariance({ variance, count }, key, variation[key]);
  return { expected: { value: variance + runs.value, degrees: runs.degrees } };
}

/**
 * The segments of a history (medians > 0, oldest first), or one segment and a creep where a line fits better: one that comes to
 * the threshold over the runs, and is a difference by the margins of every comparison.
 */
export function stepsOrCreep(
  values: Float64Array,
  options: SegmentOptions,
  threshold: number,
  margins: Margins,
  maxP: number,
): { readonly found: Segments; readonly creep: Creep | null } {
  // Which of the two it is does not depend on how many series are examined.
  const alone = findSegments(values, options, threshold, margins);
  const creep = creepOf(values, options, margins, alone.bounds);
  const verdict = creep === null ? null : decide(creep.ci95, margins);
  const clear = verdict === 'faster' || verdict === 'slower';
  if (creep === null || !clear || Math.abs(Math.log(creep.ratio)) < Math.log1p(threshold)) {
    const found = maxP < 1 ? findSegments(values, options, threshold, margins, maxP) : alone;
    return { found, creep: null };
  }
  const one = { bounds: [0, values.length], changes: [] };
  return { found: one, creep: creep.p <= maxP ? creep : null };
}

function pointOf({ runId, caseIndex, finishedAt, metric, versions }: SeriesPoint): TrendPoint {
  const { ci95LoNs: low, ci95HiNs: high, medianNs, n } = metric;
  const ci95 = low === null || high === null ? null : ([low, high] as const);
  const { commit } = versions;
  const point = { runId, caseIndex, at: finishedAt, medianNs, ci95, n };
  return commit === undefined ? point : { ...point, commit };
}

function levelsOf(
  values: Float64Array,
  { bounds }: Segments,
  options: SegmentOptions,
): readonly TrendSegment[] {
  return bounds.slice(0, -1).map((from, i): TrendSegment => {
    const to = bounds[i + 1] ?? values.length;
    const own = values.slice(from, to);
    return { from, to, medianNs: median(own), ci95: segmentInterval(own, options) };
  });
}

function stepsOf(
  points: readonly TrendPoint[],
  segments: readonly TrendSegment[],
  { changes }: Segments,
  environment: TrendSource['environmentOf'],
): readonly TrendChange[] {
  return changes.flatMap((change, i): TrendChange[] => {
    const { ratio, ci95 } = change;
    const p = pOfAnyPlace(change.p, points.length);
    const [from, to] = [segments[i], segments[i + 1]];
    if (from === undefined || to === undefined) return [];
    const [before, after] = [points[to.from - 1], points[to.from]];
    if (before === undefined || after === undefined) return [];
    const left = points.slice(Math.max(from.from, to.from - neighbours), to.from).reverse();
    const right = points.slice(to.from, Math.min(to.to, to.from + neighbours));
    const differences = differencesOf(left.map(environment), right.map(environment));
    const sentence = changePointSentence(change, [from, to], [before, after], differences);
    return [{ at: to.from, before, after, ratio, ci95, p, differences, sentence }];
  });
}

function verdict(
  points: readonly TrendPoint[],
  segments: readonly TrendSegment[],
  changePoints: readonly TrendChange[],
  creep: Creep | null,
  threshold: number,
): Pick<Trend, 'state' | 'sentence'> {
  const runs = points.length;
  const [only] = segments;
  if (runs < minRuns || only === undefined) {
    return { state: 'too-few', sentence: tooFewSentence(runs) };
  }
  const last = changePoints.at(-1);
  if (creep !== null) return { state: 'changed', sentence: creepSentence(creep, points) };
  if (last === undefined) {
    return { state: 'steady', sentence: steadySentence(runs, only, threshold) };
  }
  return { state: 'changed', sentence: changedSentence(runs, changePoints.length, last.sentence) };
}
