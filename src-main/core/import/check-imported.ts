import type { Descriptor, Metric, Process, ScopeSamples, StoredCase } from '../../contract/run.ts';
import { metricsOf } from '../../stats/case-metrics.ts';
import { concatenate, median } from '../../stats/order.ts';
import { summarizeProcess, unknownError } from '../../stats/process-summary.ts';
import {
  axesById,
  memberFault,
  nameFault,
  quoted,
  valuesFault,
  variantFault,
} from './check-values.ts';

/** Highest case index that a file may name; no run has as many cases. */
export const maxCases = 200_000;

/** Statistics that must be those of the samples, whatever version of Breakeven made them out. */
const plain = ['minNs', 'q1Ns', 'q3Ns', 'maxNs', 'meanNs'] as const;
/** Statistics that are of processes. */
const estimated = [
  'medianNs',
  'ci95LoNs',
  'ci95HiNs',
  'ci99LoNs',
  'ci99HiNs',
  'repeat95LoNs',
  'repeat95HiNs',
  'processes',
  'processSd',
  'runSd',
  'lag1',
  'effectiveN',
  'correlated',
] as const satisfies readonly (keyof Metric)[];
/** Relative difference of two sums of the same numbers in different order. */
const tolerance = 1e-6;

/**
 * Checks that a case of a run file is possible. Where the file holds all samples, the statistics are computed from them;
 * stated statistics have to agree with the samples.
 *
 * @returns the case with its statistics, or the part of a sentence that names what is impossible.
 */
export function checkedCase(
  stored: StoredCase,
  descriptor: Descriptor,
  samples: readonly ScopeSamples[],
): StoredCase | string {
  const fault =
    identityFault(stored, descriptor) ??
    tableFault(stored, descriptor) ??
    outcomeFault(stored) ??
    numbersFault(stored) ??
    valuesFault(stored.values, descriptor, stored.outcome === 'ok') ??
    samplesFault(samples);
  if (fault !== null) return fault;
  if (stored.outcome !== 'ok') return { ...stored, metrics: {} };
  const computed = metricsOf(stored, descriptor.variant.device, samples);
  const metrics: Record<string, Metric> = {};
  for (const [scope, metric] of Object.entries(stored.metrics)) {
    const parts = samples.filter((part) => part.scope === scope);
    const expected = Object.hasOwn(computed, scope) ? computed[scope] : undefined;
    const wrong =
      nameFault('scope', scope) ?? metricFault(metric) ?? agreementFault(metric, expected, parts);
    if (wrong !== null) return `${scope}.${wrong}`;
    // Of an abridged file: its quantiles are of samples that are elsewhere, its median is that of its processes.
    const known = metric.processes !== undefined || expected === undefined;
    const isWhole = expected !== undefined && takenOf(expected) === takenOf(metric);
    metrics[scope] = isWhole ? expected : known ? metric : { ...metric, ...estimateOf(expected) };
  }
  for (const [scope, found] of Object.entries(computed)) metrics[scope] ??= found;
  return { ...stored, metrics };
}

/** Samples that were taken, those of disturbed repetitions too. */
const takenOf = ({ n, leftOut = 0 }: Metric): number => n + leftOut;

/** What processes say, out of statistics. */
function estimateOf(metric: Metric): Partial<Metric> {
  return Object.fromEntries(estimated.map((field) => [field, metric[field]]));
}

/** Null for an instant as the store writes it; else what is wrong with it. */
export function instantFault(field: string, text: string | null): string | null {
  const written = text === null || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
  if (written && (text === null || Number.isFinite(Date.parse(text)))) return null;
  return `${field}: got ${quoted(String(text))}, must be a time such as 2026-01-31T12:00:00.000Z`;
}

function identityFault(stored: StoredCase, { workload, variant }: Descriptor): string | null {
  const { index } = stored;
  if (index < 0 || index >= maxCases) {
    return `index: got ${index}, must be 0 to ${maxCases - 1}`;
  }
  const names = nameFault('workload', stored.workload) ?? variantFault('variant', stored.variant);
  if (names !== null) return names;
  if (workload.id !== stored.workload || variant.id !== stored.variant) {
    return `descriptor: it describes ${quoted(`${workload.id}/${variant.id}`)}, must be ${stored.workload}/${stored.variant}`;
  }
  return instantFault('finishedAt', stored.finishedAt);
}

/** Of names under which its values are looked up later. */
function tableFault({ attributes, answer }: StoredCase, descriptor: Descriptor) {
  for (const axis of axesById(descriptor).keys()) {
    const wrong = nameFault('descriptor.axes', axis);
    if (wrong !== null) return wrong;
  }
  for (const name of [...Object.keys(attributes), ...Object.keys(answer?.attributes ?? {})]) {
    const wrong = memberFault('attributes', name);
    if (wrong !== null) return wrong;
  }
  return null;
}

function outcomeFault({ outcome, verification }: StoredCase): string | null {
  if (outcome !== 'ok' || verification?.passed !== false) return null;
  return 'outcome: got "ok" although verification.passed is false, must be "failed"';
}

function numbersFault({ coldStartNs, bytesMoved, operations }: StoredCase): string | null {
  for (const [field, value] of Object.entries({ coldStartNs, bytesMoved, operations })) {
    if (value !== null && (value < 0 || value === Number.POSITIVE_INFINITY)) {
      return `${field}: got ${value}, must be at least 0`;
    }
  }
  return null;
}

function samplesFault(samples: readonly ScopeSamples[]): string | null {
  const summaries = new Map<Float64Array, Process>();
  for (const part of samples) {
    const { scope, repetition, timesNs, clocksHz, cpuNs, sameAs } = part;
    const name = nameFault('scope', scope);
    if (name !== null) return name;
    // The samples of another timing scope, which were looked at.
    if (sameAs !== undefined && summaries.has(timesNs)) {
      const wrong = processFault(part, summaries);
      if (wrong !== null) return `${scope}: repetition ${repetition} has a process with ${wrong}`;
      continue;
    }
    const bad = impossible(timesNs, false);
    if (bad !== undefined) {
      return `${scope}: repetition ${repetition} has a time of ${bad} ns, must be at least 0`;
    }
    for (const more of [clocksHz, cpuNs]) {
      const odd = more === undefined ? undefined : impossible(more, true);
      if (odd !== undefined) {
        return `${scope}: repetition ${repetition} has a clock or processor time of ${odd}, must be at least 0`;
      }
    }
    const wrong = processFault(part, summaries);
    if (wrong !== null) return `${scope}: repetition ${repetition} has a process with ${wrong}`;
  }
  return null;
}

/** The first value that no measurement gives. */
function impossible(values: Float64Array, mayBeUnknown: boolean): number | undefined {
  for (const value of values) {
    if (value < 0 || value === Number.POSITIVE_INFINITY) return value;
    if (!mayBeUnknown && Number.isNaN(value)) return value;
  }
  return undefined;
}

/** What a process cannot have said of samples of which the file has all or some. */
function processFault(
  { timesNs, clocksHz, process }: ScopeSamples,
  summaries: Map<Float64Array, Process>,
): string | null {
  if (process === undefined) return null;
  const { n, effectiveN, logError, lag1, cycles } = process;
  const has = timesNs.length;
  if (n < has) return `n ${n}, must be at least ${has}, the number of its samples`;
  for (const field of ['medianNs', 'meanNs'] as const) {
    const value = process[field];
    if (!(value >= 0 && Number.isFinite(value))) {
      return `${field} ${value}, must be a time of at least 0 ns`;
    }
  }
  if (!(effectiveN > 0 && effectiveN <= n * (1 + tolerance))) {
    return `effectiveN ${effectiveN}, must be at most n (${n})`;
  }
  if (!(logError >= 0 && logError <= unknownError)) {
    return `logError ${logError}, must be 0 to ${unknownError}`;
  }
  if (lag1 !== null && !(Math.abs(lag1) <= 1 + tolerance)) {
    return `lag1 ${lag1}, must be -1 to 1`;
  }
  if (cycles !== null && !(cycles >= 0 && Number.isFinite(cycles))) {
    return `cycles ${cycles}, must be at least 0`;
  }
  if (n > has) return null;
  const computed = summaries.get(timesNs) ?? summarizeProcess(timesNs, clocksHz);
  summaries.set(timesNs, computed);
  const fields = ['medianNs', 'meanNs', 'logError'] as const;
  const far = fields.find((field) => isFar(process[field], computed[field]));
  return far === undefined
    ? null
    : `${far} ${process[far]}, must be ${computed[far]}, that of its samples`;
}

function isFar(given: number, own: number): boolean {
  return Math.abs(given - own) > tolerance * Math.max(1e-3, own);
}

/** Whether order statistics can be those of any samples: an impossible one has been made up. */
function metricFault(metric: Metric): string | null {
  if (metric.n < 1) return `n: got ${metric.n}, must be at least 1`;
  for (const field of [...plain, 'medianNs', 'p95Ns'] as const) {
    const value = metric[field];
    if (!(value >= 0 && Number.isFinite(value))) {
      return `${field}: got ${value}, must be a time of at least 0 ns`;
    }
  }
  const wrong =
    orderFault(metric, ['minNs', 'q1Ns', 'q3Ns', 'p95Ns', 'p99Ns', 'maxNs']) ??
    // That of processes can lie outside of the quartiles of all samples, which favour who took many.
    orderFault(
      metric,
      metric.processes === undefined
        ? ['q1Ns', 'medianNs', 'q3Ns']
        : ['minNs', 'medianNs', 'maxNs'],
    );
  if (wrong !== null) return wrong;
  return intervalFault(metric, 'ci95') ?? intervalFault(metric, 'ci99');
}

function orderFault(
  metric: Metric,
  order: readonly ('medianNs' | 'p95Ns' | 'p99Ns' | (typeof plain)[number])[],
): string | null {
  const ranked = order.filter((field) => metric[field] !== null);
  for (const [i, field] of ranked.entries()) {
    const before = ranked[i - 1];
    if (before === undefined) continue;
    const min = metric[before] ?? 0;
    const value = metric[field] ?? 0;
    if (value < min * (1 - tolerance)) {
      return `${field}: got ${value}, must be at least ${before} (${min})`;
    }
  }
  return null;
}

function intervalFault(metric: Metric, name: 'ci95' | 'ci99'): string | null {
  const { medianNs: median, maxNs: max } = metric;
  const low = metric[`${name}LoNs`];
  const high = metric[`${name}HiNs`];
  if (low !== null && !(low <= median * (1 + tolerance))) {
    return `${name}LoNs: got ${low}, must be at most medianNs (${median})`;
  }
  // The step of a coarse clock may widen an interval of samples beyond them, but never far. One of processes may be
  // wide, where they differ or where there is but one.
  const highest = metric.processes === undefined ? 2 * max + 1e6 : Number.MAX_VALUE;
  if (high !== null && !(high >= median * (1 - tolerance) && high <= highest)) {
    return `${name}HiNs: got ${high}, must be medianNs (${median}) to ${highest}`;
  }
  return null;
}

/** Against the samples of the file: all of those that the statistics are of, or some (an abridged file). */
function agreementFault(
  metric: Metric,
  own: Metric | undefined,
  parts: readonly ScopeSamples[],
): string | null {
  if (own === undefined) return null;
  if (metric.n < own.n) return `n: got ${metric.n}, must be ${own.n}, the number of its samples`;
  if (metric.n > own.n) {
    const inside =
      own.minNs >= metric.minNs * (1 - tolerance) && own.maxNs <= metric.maxNs * (1 + tolerance);
    if (!inside) return `minNs to maxNs: the samples of the file lie outside of them`;
    if (metric.processes === undefined || !isFar(metric.medianNs, own.medianNs)) return null;
    return `medianNs: got ${metric.medianNs}, must be ${own.medianNs}, that of its processes`;
  }
  for (const field of plain) {
    if (isFar(metric[field], own[field])) {
      return `${field}: got ${metric[field]}, must be ${own[field]}, that of its samples`;
    }
  }
  // Earlier versions took the median of all samples together.
  const center =
    metric.processes === undefined
      ? median(concatenate(parts.map(({ timesNs }) => timesNs)))
      : own.medianNs;
  return isFar(metric.medianNs, center)
    ? `medianNs: got ${metric.medianNs}, must be ${center}, that of its samples`
    : null;
}
