import type { FacetValue, HistoryFacets } from '../../contract/procedures/history.ts';
import { statedChanges } from '../../stats/stated-changes.ts';
import { completeQuery } from './complete.ts';
import { filterOf } from './filter.ts';
import { type HistoryRequest, readHistory, storedAxes } from './history.ts';
import { type ChangesRequest, readChanges, readExamined } from './series-changes.ts';
import type { Database } from './sqlite.ts';

/** Questions on all runs: how long an answer takes depends on the size of the store. They read alone. */
const questions = {
  history: (database: Database, request: HistoryRequest) =>
    readHistory(database, request, changeLimit(database)),
  facets: (
    database: Database,
    { query, limit }: { readonly query: string; readonly limit: number },
  ) => readFacets(database, query, limit, changeLimit(database)),
  complete: (
    database: Database,
    { query, cursor }: { readonly query: string; readonly cursor: number },
  ) => completeQuery(database, query, cursor),
  changes: (database: Database, request: ChangesRequest) => readChanges(database, request),
};

export type Question = keyof typeof questions;
export type QuestionInput<Q extends Question> = Parameters<(typeof questions)[Q]>[1];
export type Answer<Q extends Question> = ReturnType<(typeof questions)[Q]>;

export function answer<Q extends Question>(
  database: Database,
  question: Q,
  input: QuestionInput<Q>,
): Answer<Q> {
  // The table binds each input to its question; the compiler cannot follow that through a union of names.
  const read = questions[question] as (database: Database, input: QuestionInput<Q>) => Answer<Q>;
  return read(database, input);
}

/** The largest p value of a stated change, read once for each answer. */
function changeLimit(database: Database): () => number {
  let known: number | undefined;
  return () => {
    if (known === undefined) {
      const { ps, unchanged } = readExamined(database);
      known = statedChanges(ps, unchanged).maxP;
    }
    return known;
  };
}

/** How many of the runs that a query selects have each workload, status, device, class of machine and tag. */
function readFacets(
  database: Database,
  query: string,
  limit: number,
  changeLimit: () => number,
): HistoryFacets {
  const filter = filterOf(query, { axes: storedAxes(database), changeLimit });
  const records = database
    .prepare<{ readonly facet: string; readonly value: string; readonly n: number }>(
      `WITH hit AS MATERIALIZED (SELECT r.seq, r.status, r.device, r.class FROM run AS r WHERE ${filter.sql})
       SELECT 'total' AS facet, '' AS value, count(*) AS n FROM hit
       UNION ALL SELECT 'status', status, count(*) FROM hit GROUP BY status
       UNION ALL SELECT 'device', device, count(*) FROM hit GROUP BY device
       UNION ALL SELECT 'class', class, count(*) FROM hit GROUP BY class
       UNION ALL SELECT 'workload', w.workload, count(*) FROM hit CROSS JOIN run_workload AS w ON w.run = hit.seq
         GROUP BY w.workload
       UNION ALL SELECT 'tag', t.tag, count(*) FROM hit CROSS JOIN run_tag AS t ON t.run = hit.seq GROUP BY t.tag`,
    )
    .all(...filter.parameters);
  const facet = (name: string): readonly FacetValue[] =>
    records
      .filter((record) => record.facet === name)
      .map(({ value, n }) => ({ value, count: n }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, limit);
  return {
    total: records.find((record) => record.facet === 'total')?.n ?? 0,
    workload: facet('workload'),
    status: facet('status'),
    device: facet('device'),
    class: facet('class'),
    tag: facet('tag'),
  };
}
