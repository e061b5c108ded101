import type { RunDetail } from '../../contract/api.ts';
import { type Answer, schemaVersion } from '../../contract/run.ts';

/** What `runJson` needs: a `RunDetail`, or a stored run that nobody has compared. */
export type JsonSource = Pick<RunDetail, 'run' | 'machine' | 'plan' | 'cases'> &
  Partial<Pick<RunDetail, 'comparisons' | 'breakEvens' | 'percentOfPeak' | 'tuning'>>;

/**
 * The documented JSON form of a run: what `--json` prints and the JSON export writes. Times in nanoseconds, intervals
 * that n does not allow null, attributes of an answer next to its digest.
 */
export function runJson(detail: JsonSource) {
  return {
    schemaVersion,
    run: { ...detail.run, configuration: detail.plan.configuration },
    machine: detail.machine,
    cases: detail.cases.map((each) => ({
      index: each.index,
      workload: each.workload,
      variant: each.variant,
      values: each.values,
      outcome: each.outcome,
      reason: each.reason,
      metrics: each.metrics,
      answer: answerJson(each.answer),
      verification: each.verification,
      cold_start_ns: each.coldStartNs,
      stop_reason: each.stopReason,
      bytes_moved: each.bytesMoved,
      operations: each.operations,
      operation_unit: each.operationUnit,
      comparison: detail.comparisons?.[String(each.index)] ?? null,
      ceiling: detail.percentOfPeak?.[String(each.index)] ?? null,
      facts: each.facts,
      warnings: each.warnings,
      finished_at: each.finishedAt,
    })),
    breakEvens: detail.breakEvens ?? [],
    ...(detail.tuning === undefined ? {} : { tuning: detail.tuning }),
  };
}

function answerJson(answer: Answer | null): Readonly<Record<string, string | number>> | null {
  // Last, so that no attribute can replace the digest.
  return answer === null ? null : { ...answer.facts, sha256: answer.sha256 };
}
