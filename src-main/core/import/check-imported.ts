import type { Descriptor, Metric, SpanSamples, StoredCase } from '../../contract/run.ts';
import { metricsOf } from '../run/case-repetitions.ts';
import { nameFault, quoted, valuesFault } from './check-values.ts';

/** Highest case index that a file may name; no run has as many cases. */
export const mostCases = 200_000;

/** Statistics that must be those of the samples, whatever version of Breakeven made them out. */
const plain = ['min_ns', 'q1_ns', 'median_ns', 'q3_ns', 'max_ns', 'mean_ns'] as const;
/** Of two sums of the same numbers in another order. */
const tolerance = 1e-6;

/**
 * Checks that a case of a run file can have happened, and takes its statistics from its samples where the file holds all
 * of them. Nothing that a file says of times is believed against its own samples.
 *
 * @returns the case with its statistics; or the sentence part that says what is impossible.
 */
export function checkedCase(
  stored: StoredCase,
  descriptor: Descriptor,
  samples: readonly SpanSamples[],
): StoredCase | string {
  const fault =
    identityFault(stored, descriptor) ??
    outcomeFault(stored) ??
    numbersFault(stored) ??
    valuesFault(stored.values, descriptor, stored.outcome === 'ok') ??
    samplesFault(samples);
  if (fault !== null) return fault;
  if (stored.outcome !== 'ok') return { ...stored, metrics: {} };
  const own = metricsOf(stored, descriptor.variant.device, samples);
  const metrics: Record<string, Metric> = {};
  for (const [span, metric] of Object.entries(stored.metrics)) {
    const wrong = metricFault(metric) ?? agreementFault(metric, own[span]);
    if (wrong !== null) return `${span}.${wrong}`;
    const found = own[span];
    metrics[span] = found?.n === metric.n ? found : metric;
  }
  for (const [span, found] of Object.entries(own)) metrics[span] ??= found;
  return { ...stored, metrics };
}

/** Null for an instant as the store writes it; else what is wrong with it. */
export function instantFault(field: string, text: string | null): string | null {
  const written = text === null || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
  if (written && (text === null || Number.isFinite(Date.parse(text)))) return null;
  return `${field}: got ${quoted(String(text))}, must be a time such as 2026-01-31T12:00:00.000Z`;
}

function identityFault(stored: StoredCase, { workload, variant }: Descriptor): string | null {
  const { index } = stored;
  if (index < 0 || index >= mostCases) {
    return `index: got ${index}, must be 0 to ${mostCases - 1}`;
  }
  const names = nameFault('workload', stored.workload) ?? nameFault('variant', stored.variant);
  if (names !== null) return names;
  if (workload.id !== stored.workload || variant.id !== stored.variant) {
    return `descriptor: it describes ${quoted(`${workload.id}/${variant.id}`)}, must be ${stored.workload}/${stored.variant}`;
  }
  return instantFault('finishedAt', stored.finishedAt);
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

function samplesFault(samples: readonly SpanSamples[]): string | null {
  for (const { span, round, timesNs, clocksHz, cpuNs } of samples) {
    const bad = timesNs.find((time) => !(time >= 0 && Number.isFinite(time)));
    if (bad !== undefined) {
      return `${span}: round ${round} has a time of ${bad} ns, must be at least 0`;
    }
    for (const more of [clocksHz, cpuNs]) {
      const odd = more?.find((value) => value < 0 || value === Number.POSITIVE_INFINITY);
      if (odd !== undefined) {
        return `${span}: round ${round} has a clock or processor time of ${odd}, must be at least 0`;
      }
    }
  }
  return null;
}

/** Whether order statistics can be those of any samples: an impossible one has been made up. */
function metricFault(metric: Metric): string | null {
  if (metric.n < 1) return `n: got ${metric.n}, must be at least 1`;
  for (const field of [...plain, 'p95_ns'] as const) {
    const value = metric[field];
    if (!(value >= 0 && Number.isFinite(value))) {
      return `${field}: got ${value}, must be a time of at least 0 ns`;
    }
  }
  const order = ['min_ns', 'q1_ns', 'median_ns', 'q3_ns', 'p95_ns', 'p99_ns', 'max_ns'] as const;
  const ranked = order.filter((field) => metric[field] !== null);
  for (const [i, field] of ranked.entries()) {
    const before = ranked[i - 1];
    if (before === undefined) continue;
    const least = metric[before] ?? 0;
    const value = metric[field] ?? 0;
    if (value < least * (1 - tolerance)) {
      return `${field}: got ${value}, must be at least ${before} (${least})`;
    }
  }
  return intervalFault(metric, 'ci95') ?? intervalFault(metric, 'ci99');
}

function intervalFault(metric: Metric, name: 'ci95' | 'ci99'): string | null {
  const { median_ns: median, max_ns: max } = metric;
  const low = metric[`${name}_lo_ns`];
  const high = metric[`${name}_hi_ns`];
  if (low !== null && !(low <= median * (1 + tolerance))) {
    return `${name}_lo_ns: got ${low}, must be at most median_ns (${median})`;
  }
  // The step of a coarse clock may widen an interval beyond the samples, but never far.
  const most = 2 * max + 1e6;
  if (high !== null && !(high >= median * (1 - tolerance) && high <= most)) {
    return `${name}_hi_ns: got ${high}, must be median_ns (${median}) to ${most}`;
  }
  return null;
}

/** Against the samples of the file: all of those that the statistics are of, or some (an abridged file). */
function agreementFault(metric: Metric, own: Metric | undefined): string | null {
  if (own === undefined) return null;
  if (metric.n < own.n) return `n: got ${metric.n}, must be ${own.n}, the number of its samples`;
  if (metric.n > own.n) {
    const inside =
      own.min_ns >= metric.min_ns * (1 - tolerance) &&
      own.max_ns <= metric.max_ns * (1 + tolerance);
    return inside ? null : `min_ns to max_ns: the samples of the file lie outside of them`;
  }
  for (const field of plain) {
    const far = Math.abs(metric[field] - own[field]) > tolerance * Math.max(1e-3, own[field]);
    if (far) return `${field}: got ${metric[field]}, must be ${own[field]}, that of its samples`;
  }
  return null;
}
