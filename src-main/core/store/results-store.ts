import type { RunResults } from '../../contract/run-results.ts';
import type { StatedChanges } from '../../stats/stated-changes.ts';
import type { RunKey } from './reference.ts';
import { type MissingResults, missingResults, writeResults } from './run-results.ts';
import {
  type ChangesRequest,
  countExamined,
  createChangeLimit,
  markExamined,
  readChanges,
  type SeriesFinding,
  type SeriesOfCase,
  type StoredChange,
  seriesToExamine,
  writeSeries,
} from './series-changes.ts';
import type { Database } from './sqlite.ts';

/** What follows from stored runs and is kept so that all of them can be sorted and searched by it. */
export type ResultsStore = {
  /** Keeps the results of an ended run, computed by a method. */
  saveResults(ref: string, method: string, results: RunResults): void;
  /** Ended runs that lack results or examined histories of this method, the newest before `before` first. */
  missingResults(method: string, before: number | null, limit: number): MissingResults;
  /** Cases of a run whose histories this method has not examined up to them. */
  seriesToExamine(ref: string, method: string): readonly SeriesOfCase[];
  saveSeries(one: SeriesOfCase, method: string, found: SeriesFinding): void;
  markExamined(ref: string, method: string): void;
  /** Which changes of all examined histories are stated. */
  statedChanges(): StatedChanges;
  /** Changes of all examined histories, the newest first. */
  changes(request: ChangesRequest): {
    readonly changes: readonly StoredChange[];
    readonly total: number;
    readonly examined: number;
  };
};

export function createResultsStore(
  database: Database,
  find: (ref: string) => RunKey,
): ResultsStore {
  return {
    saveResults: (ref, method, results) => writeResults(database, find(ref), method, results),
    missingResults: (method, before, limit) => missingResults(database, method, before, limit),
    seriesToExamine: (ref, method) => seriesToExamine(database, find(ref), method),
    saveSeries: (one, method, found) => writeSeries(database, one, method, found),
    markExamined: (ref, method) => markExamined(database, find(ref), method),
    statedChanges: createChangeLimit(database),
    changes: (request) => ({
      ...readChanges(database, request),
      examined: countExamined(database),
    }),
  };
}
