import { casesOf } from './filter.ts';
import type { RunKey } from './reference.ts';
import type { Database } from './sqlite.ts';

/** Indexes of cases of one run. */
export type SelectedCases = {
  readonly cases: ReadonlySet<number>;
  /** Cases whose input matches: terms on variant, device, kind and outcome are left out. */
  readonly inputs: ReadonlySet<number>;
};

/**
 * The cases of runs that a query selects, by the id of the run. Its axes may be those of any of the runs.
 *
 * @throws BreakevenError `bad-input` with one sentence.
 */
export function selectCases(
  database: Database,
  runs: readonly RunKey[],
  query: string,
): ReadonlyMap<string, SelectedCases> {
  const seqs = JSON.stringify(runs.map(({ seq }) => seq));
  const axes = database
    .prepare<{ axis: string }>(
      `SELECT DISTINCT v.axis FROM json_each(?) AS run JOIN run_case AS c ON c.run = run.value
         JOIN subject_value AS v ON v.subject = c.subject ORDER BY v.axis`,
    )
    .all(seqs)
    .map(({ axis }) => axis);
  const { cases, inputs } = casesOf(query, axes);
  const indexes = (seq: number, { sql, parameters }: typeof cases): ReadonlySet<number> =>
    new Set(
      database
        .prepare<{ case_index: number }>(
          `SELECT c.case_index FROM run_case AS c WHERE c.run = ? AND ${sql}`,
        )
        .all(seq, ...parameters)
        .map(({ case_index }) => case_index),
    );
  return new Map(
    runs.map(({ seq, id }) => [id, { cases: indexes(seq, cases), inputs: indexes(seq, inputs) }]),
  );
}
