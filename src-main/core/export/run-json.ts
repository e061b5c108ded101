import type { RunDetail } from '../../contract/api.ts';
import { type Answer, schemaVersion } from '../../contract/run.ts';

/** What `runJson` needs: a `RunDetail`, or a stored run that nobody has compared. */
export type JsonSource = Pick<RunDetail, 'run' | 'machine' | 'plan' | 'cases'> &
  Partial<
    Pick<
      RunDetail,
      'comparisons' | 'breakEvens' | 'headline' | 'percentOfPeak' | 'tuning' | 'counters' | 'nodes'
    >
  >;

/**
 * The documented JSON form of a run: what `--json` prints and the JSON export writes. Times in nanoseconds, intervals
 * that n does not allow null, attributes of an answer next to its digest.
 */
export function runJson(detail: JsonSource) {
  return {
    schemaVersion,
    run: { ...detail.run, configuration: detail.plan.configuration },
    machine: detail.machine,
    headline: detail.headline ?? null,
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
      coldStartNs: each.coldStartNs,
      stopReason: each.stopReason,
      bytesMoved: each.bytesMoved,
      operations: each.operations,
      operationUnit: each.operationUnit,
      comparison: detail.comparisons?.[String(each.index)] ?? null,
      energy: each.energy ?? [],
      counters: detail.counters?.[String(each.index)] ?? [],
      peak: detail.percentOfPeak?.[String(each.index)] ?? null,
      attributes: each.attributes,
      warnings: each.warnings,
      finishedAt: each.finishedAt,
    })),
    breakEvens: detail.breakEvens ?? [],
    ...(detail.nodes === undefined ? {} : { nodes: detail.nodes }),
    ...(detail.tuning === undefined ? {} : { tuning: detail.tuning }),
  };
}

function answerJson(answer: Answer | null): Readonly<Record<string, string | number>> | null {
  // Last, so that no attribute can replace the digest.
  return answer === null ? null : { ...answer.attributes, sha256: answer.sha256 };
}
