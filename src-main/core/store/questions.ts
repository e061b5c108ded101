import { statedChanges } from '../../stats/stated-changes.ts';
import { completeQuery } from './complete.ts';
import { readFacets } from './facets.ts';
import { type HistoryRequest, readHistory } from './history.ts';
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
