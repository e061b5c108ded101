import type { RunDetail } from '../../contract/api.ts';
import { schemaVersion } from '../../contract/run.ts';

/** A run as `run --json` and `show --json` print it; the shape is part of the product and tested as such. */
export function runDocument(detail: RunDetail) {
  return {
    schemaVersion,
    run: { ...detail.run, configuration: detail.plan.configuration },
    machine: detail.machine,
    cases: detail.cases.map((it) => ({
      index: it.index,
      workload: it.workload,
      variant: it.variant,
      values: it.values,
      outcome: it.outcome,
      reason: it.reason,
      metrics: it.metrics,
      cold_start_ns: it.coldStartNs,
      bytes_moved: it.bytesMoved,
      operations: it.operations,
      operation_unit: it.operationUnit,
      stop_reason: it.stopReason,
      verification: it.verification,
      // The facts stand beside the digest: `{sha256, bins, total}`.
      answer: it.answer === null ? null : { ...it.answer.facts, sha256: it.answer.sha256 },
      comparison: detail.comparisons[String(it.index)] ?? null,
      facts: it.facts,
      warnings: it.warnings,
      finished_at: it.finishedAt,
    })),
    breakEvens: detail.breakEvens,
  };
}
