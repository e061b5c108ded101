import { type Metric, type StoredCase, storedCaseSchema } from '../../contract/run.ts';
import type { Cell } from '../export/csv.ts';
import type { Row } from './import-csv.ts';
import {
  numberField,
  numberOrNull,
  type RowValues,
  textField,
  textOrNull,
  valuesOf,
} from './import-row.ts';

/** A case with the columns of the summary that come from elsewhere: its descriptor and its comparison. */
export type ImportedCase = StoredCase & {
  readonly device: string | null;
  readonly kind: string | null;
  readonly comparison: {
    readonly ratio: number | null;
    readonly ci95: readonly [number, number] | null;
    readonly verdict: string;
    readonly reason: string;
    readonly against: string;
  } | null;
};

export function readSummaryRow(row: Row): ImportedCase {
  const values = valuesOf(row);
  const text = (id: string) => textOrNull(row, values.fields[id], id);
  const number = (id: string) => numberOrNull(row, values.fields[id], id);
  const sha256 = text('sha256');
  const candidate = {
    index: numberField(row, values, 'case'),
    workload: textField(row, values, 'workload'),
    variant: textField(row, values, 'variant'),
    values: values.axes,
    outcome: textField(row, values, 'outcome'),
    reason: text('reason'),
    metrics: metricsOf(row, values),
    coldStartNs: number('cold_start_ns'),
    stopReason: text('stop_reason'),
    verification: verificationOf(row, values),
    answer: sha256 === null ? null : { sha256, facts: values.answer },
    bytesMoved: number('bytes_moved'),
    operations: number('operations'),
    operationUnit: text('operation_unit'),
    facts: values.facts,
    warnings: warningsOf(row, text('warnings')),
    finishedAt: textField(row, values, 'finished_at'),
  };
  // Statistics that are not known are NaN, which the contract's numbers do not take.
  const checked = storedCaseSchema.omit({ metrics: true }).safeParse(candidate);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return row.fail(issue?.path.join('.') ?? '', issue?.message ?? 'it does not fit');
  }
  return {
    ...checked.data,
    metrics: candidate.metrics,
    device: text('device'),
    kind: text('kind'),
    comparison: comparisonOf(row, values),
  };
}

function metricsOf(row: Row, values: RowValues): Readonly<Record<string, Metric>> {
  const headline = textOrNull(row, values.fields.span, 'span');
  const metrics: Record<string, Metric> = {};
  for (const [span, cells] of values.metrics) {
    const name = span === '' ? headline : span;
    if (name !== null && cells.n !== null) metrics[name] = metricOf(row, cells);
  }
  return metrics;
}

function metricOf(row: Row, cells: Readonly<Record<string, Cell>>): Metric {
  const orNull = (id: string) => numberOrNull(row, cells[id], id);
  const number = (id: string) => orNull(id) ?? Number.NaN;
  const effective = orNull('effective_n');
  return {
    n: number('n'),
    min_ns: number('min_ns'),
    q1_ns: number('q1_ns'),
    median_ns: number('median_ns'),
    q3_ns: number('q3_ns'),
    p95_ns: number('p95_ns'),
    p99_ns: orNull('p99_ns'),
    max_ns: number('max_ns'),
    mean_ns: number('mean_ns'),
    sd_ns: number('sd_ns'),
    relative_iqr: number('relative_iqr'),
    ci95_lo_ns: orNull('ci95_lo_ns'),
    ci95_hi_ns: orNull('ci95_hi_ns'),
    ci99_lo_ns: orNull('ci99_lo_ns'),
    ci99_hi_ns: orNull('ci99_hi_ns'),
    outliers: number('outliers'),
    slow_first: cells.slow_first === true,
    // Correlation is stated as a whole or not at all; inside, `lag1` alone may be unknown.
    ...(effective === null
      ? {}
      : { lag1: orNull('lag1'), effective_n: effective, correlated: cells.correlated === true }),
  };
}

function verificationOf(row: Row, { fields }: RowValues): StoredCase['verification'] {
  const rule = textOrNull(row, fields.verification_rule, 'verification_rule');
  if (rule === null) return null;
  return {
    rule,
    passed: fields.verified === true,
    message: textOrNull(row, fields.verification, 'verification') ?? '',
    maxError: numberOrNull(row, fields.max_error, 'max_error'),
  };
}

function warningsOf(row: Row, text: string | null): unknown {
  if (text === null) return [];
  try {
    return JSON.parse(text);
  } catch {
    return row.fail('warnings', 'it is no JSON list');
  }
}

function comparisonOf(row: Row, { fields }: RowValues): ImportedCase['comparison'] {
  const verdict = textOrNull(row, fields.verdict, 'verdict');
  if (verdict === null) return null;
  const lo = numberOrNull(row, fields.ratio_ci95_lo, 'ratio_ci95_lo');
  const hi = numberOrNull(row, fields.ratio_ci95_hi, 'ratio_ci95_hi');
  return {
    ratio: numberOrNull(row, fields.ratio_to_baseline, 'ratio_to_baseline'),
    ci95: lo === null || hi === null ? null : [lo, hi],
    verdict,
    reason: textOrNull(row, fields.verdict_reason, 'verdict_reason') ?? '',
    against: textOrNull(row, fields.baseline, 'baseline') ?? '',
  };
}
