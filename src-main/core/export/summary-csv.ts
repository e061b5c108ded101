import { assertNever } from '../../contract/failure.ts';
import { isNotVerified, notVerified, type StoredCase } from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import { speedupOf, verdictText } from '../../contract/verdict.ts';
import { csvRows } from '../table/csv.ts';
import type { Cell, DecimalMark } from '../table/table.ts';
import { type Column, summaryColumns } from './columns.ts';
import type { ExportSource } from './source.ts';

/** The summary of a run: a header and one row per case. */
export function summaryCsv(source: ExportSource, decimal?: DecimalMark): string {
  const columns = summaryColumns(source.cases);
  return csvRows([columns.map(({ name }) => name), ...summaryRows(source, columns)], decimal);
}

/** One row per case. */
export function summaryRows(
  source: ExportSource,
  columns: readonly Column[],
): readonly (readonly Cell[])[] {
  return source.cases.map((each) => summaryCells(source, columns, each));
}

function summaryCells(
  source: ExportSource,
  columns: readonly Column[],
  each: StoredCase,
): readonly Cell[] {
  const headline = headlineScope(Object.keys(each.metrics));
  const fields = fieldsOf(source, each, headline);
  return columns.map(({ role, id, scope }): Cell => {
    switch (role) {
      case 'field':
        return fields[id];
      case 'axis':
        return each.values[id];
      case 'answer':
        return each.answer?.attributes[id];
      case 'attribute':
        return each.attributes[id];
      case 'metric':
        return metricCell(each, scope ?? '', id, headline);
      default:
        return assertNever(role);
    }
  });
}

/** The timing scope '' stands for the headline; under its own name it would be said twice. */
function metricCell(each: StoredCase, scope: string, id: string, headline: string | null): Cell {
  const wanted = scope === '' ? headline : scope === headline ? null : scope;
  if (wanted === null) return null;
  const metric = each.metrics[wanted];
  return metric === undefined ? null : Object.entries(metric).find(([key]) => key === id)?.[1];
}

function fieldsOf(
  source: ExportSource,
  each: StoredCase,
  headline: string | null,
): Readonly<Record<string, Cell>> {
  const variant = source.descriptors.get(each.index)?.variant;
  const comparison = source.comparisons?.[String(each.index)];
  const speedup = comparison === undefined ? undefined : speedupOf(comparison);
  const medianNs = headline === null ? undefined : each.metrics[headline]?.medianNs;
  const perNs = (amount: number | null): number | null =>
    amount === null || medianNs === undefined || medianNs <= 0 ? null : amount / medianNs;
  const operationsPerNs = perNs(each.operations);
  return {
    run: source.run.id,
    case: each.index,
    workload: each.workload,
    variant: each.variant,
    device: variant?.device,
    kind: variant?.kind,
    outcome: each.outcome,
    reason: each.reason,
    scope: headline,
    // One byte a nanosecond is one (decimal) gigabyte a second.
    throughput_gb_per_s: perNs(each.bytesMoved),
    operations_per_s: operationsPerNs === null ? null : operationsPerNs * 1e9,
    percent_of_peak: source.percentOfPeak?.[String(each.index)]?.percent,
    speedup: speedup?.value,
    speedup_ci95_lo: speedup?.ci95?.[0],
    speedup_ci95_hi: speedup?.ci95?.[1],
    ratio_to_baseline: comparison?.ratio,
    ratio_ci95_lo: comparison?.ci95?.[0],
    ratio_ci95_hi: comparison?.ci95?.[1],
    verdict: comparison === undefined ? undefined : verdictText(comparison),
    verdict_reason: comparison?.reason,
    baseline: comparison?.against,
    cold_start_ns: each.coldStartNs,
    stop_reason: each.stopReason,
    bytes_moved: each.bytesMoved,
    operations: each.operations,
    operation_unit: each.operationUnit,
    verified:
      each.outcome === 'ok' ? each.verification?.passed === true : each.verification?.passed,
    verification_rule: each.verification?.rule,
    verification: each.verification?.message ?? (isNotVerified(each) ? notVerified : null),
    max_error: each.verification?.maxError,
    sha256: each.answer?.sha256,
    warnings: each.warnings.length === 0 ? null : JSON.stringify(each.warnings),
    finished_at: each.finishedAt,
  };
}
