import { comparisonSentence } from '../../contract/comparison-sentence.ts';
import {
  type CompareCell,
  isNewlyFailed,
  type RunsComparison,
} from '../../contract/procedures/compare.ts';
import { type ComparisonView, usuallyTells } from '../../contract/verdict.ts';
import type { Values } from '../../contract/workload.ts';

/** A row of a comparison of two sides. */
export type ComparedRow = {
  readonly workload: string;
  /** Values that both have. */
  readonly values: Values;
  readonly axes: readonly string[];
  readonly contender: CompareCell;
  readonly baseline: CompareCell;
  readonly comparison: ComparisonView;
  /** The contender has no right answer where the baseline has one. */
  readonly newlyFailed: boolean;
};

export function comparedRows({ rows }: RunsComparison): readonly ComparedRow[] {
  return rows.flatMap(({ workload, values, axes, cells: [baseline, contender] }) => {
    const comparison = contender?.comparison ?? null;
    if (baseline == null || contender == null || comparison === null) return [];
    const newlyFailed = isNewlyFailed(contender, baseline);
    return [{ workload, values, axes, contender, baseline, comparison, newlyFailed }];
  });
}

/** The document of `compare --json`. */
export function comparisonJson(found: RunsComparison, rows: readonly ComparedRow[]) {
  const { sides, environment, scope, margins, unpaired } = found;
  const [ofBaseline = [], ofContender = []] = unpaired;
  const [baseline, contender] = sides.map(({ run, variant }) => ({
    runId: run.id,
    title: run.title,
    variant,
  }));
  return {
    sentence: comparisonSentence(found.rows, 1),
    ...{ contender, baseline, scope, margins },
    differences: environment.map(({ attribute, values: [one = null, other = null], machine }) => ({
      attribute,
      machine,
      contender: other,
      baseline: one,
    })),
    cases: rows.map((row) => ({
      workload: row.workload,
      axes: row.axes,
      values: row.values,
      contender: cellJson(row.contender),
      baseline: cellJson(row.baseline),
      comparison: row.comparison,
      newlyFailed: row.newlyFailed,
    })),
    tells: usuallyTells(rows.map(({ comparison }) => comparison))?.tells ?? null,
    unpaired: { contender: ofContender, baseline: ofBaseline },
  };
}

function cellJson({ caseIndex, comparison: _, ...cell }: CompareCell) {
  return { case: caseIndex, ...cell };
}
