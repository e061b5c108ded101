import { statSync } from 'node:fs';
import type { BreakevenError } from '../../contract/failure.ts';
import type { MeasuredPeaks } from '../../contract/inspection.ts';
import type { CaseBuild, LabBuild } from '../../contract/lab.ts';
import type { Machine, MeasuredPeak } from '../../contract/machine.ts';
import type { RunLogLine } from '../../contract/procedures/detail.ts';
import type { HistoryFacets, QueryCompletion } from '../../contract/procedures/history.ts';
import type {
  Descriptor,
  Plan,
  Repetition,
  RunRow,
  RunStatus,
  ScopeProcess,
  ScopeSamples,
  StoredCase,
} from '../../contract/run.ts';
import type { PriorTable } from '../../stats/priors.ts';
import { backUp, isBackupDue } from './backup.ts';
import { readBuilds, readCaseBuilds, readSource } from './builds.ts';
import { type FinishedCase, readCases, readDescriptors, writeCase } from './cases.ts';
import { completeQuery } from './complete.ts';
import { removeCounters } from './counters.ts';
import * as curation from './curation.ts';
import { damaged } from './damage.ts';
import { type OpenOptions, openDatabase } from './database.ts';
import { createFacets } from './facets.ts';
import { createHistory, type HistoryPage, type HistoryRequest } from './history.ts';
import { type ImportedRun, importRun } from './import.ts';
import { appendLog, lastLogged, type NewLogLine, readLog } from './log.ts';
import { readPeaks, savePeaks } from './measured-peaks.ts';
import { completeMetrics } from './metrics.ts';
import {
  type MeasuredRuns,
  type ProcessValue,
  readMeasuredRuns,
  readProcessValues,
  readRunsOf,
} from './process-values.ts';
import { readAllProcesses, readProcesses } from './processes.ts';
import { type RunKey, resolveRun } from './reference.ts';
import { countRepetitions, readRepetitions } from './repetitions.ts';
import { createResultsStore, type ResultsStore } from './results-store.ts';
import {
  createRun,
  machineOf,
  type NewRun,
  planOf,
  readRow,
  replacePlan,
  setStatus,
  settleOrphans,
} from './runs.ts';
import { readSamples, readSamplesOfCases } from './samples.ts';
import {
  type CaseEnvironment,
  type KnownMachine,
  newestRunWith,
  readEnvironment,
  readMachines,
  readSeries,
  type SeriesFilter,
  type SeriesKey,
  type SeriesPoint,
} from './series.ts';
import { damageIn } from './soundness.ts';
import { explainSqlite, isDamage } from './sqlite.ts';
import { deleteView, listViews, type SavedView, saveView } from './views.ts';

export type StoredRun = {
  readonly run: RunRow;
  readonly machine: Machine;
  readonly plan: Plan;
  /** By index; cases that have not run are absent. */
  readonly cases: readonly StoredCase[];
};

/**
 * `ref` is what `resolveRun` reads everywhere: an id, `latest`, a tag, ... All failures are one sentence (BreakevenError).
 */
export type Store = ResultsStore & {
  readonly home: string;
  readonly file: string;
  /** What is worth telling the user about this store, one sentence each. */
  readonly warnings: readonly string[];
  /** Not where its folder cannot be written. */
  readonly writable: boolean;

  createRun(run: NewRun): RunRow;
  /** Stores a run that was measured elsewhere, under its own id, all of it or nothing. */
  importRun(run: ImportedRun): RunRow;
  /**
   * Stores a case in one transaction. Samples of repetitions that `result` does not bring stay: each repetition may be
   * stored as it ends. Without metrics, those that are stored of it go: they are computed when the run ends.
   */
  saveCase(ref: string, finished: FinishedCase): void;
  /**
   * Computes metrics of at most so many cases, all by default, that have none; whether there are more of them. Ending a
   * run does the same, by the shipped priors.
   */
  completeMetrics(ref: string, priors?: PriorTable, max?: number): boolean;
  /** `running` makes this process the owner; any other status ends the run. */
  setStatus(ref: string, status: RunStatus): void;
  finishRun(ref: string, status: Exclude<RunStatus, 'running'>): RunRow;
  /** Another plan for the same run (resume, refine); stored cases stay. */
  replacePlan(ref: string, plan: Plan): void;

  /** The run's id; `same~1` is before the run `from`, the newest by default. */
  resolve(ref: string, from?: string): string;
  run(ref: string): StoredRun;
  row(ref: string): RunRow;
  /** Descriptor snapshots by case index. */
  descriptors(ref: string): ReadonlyMap<number, Descriptor>;
  /**
   * Of one timing scope, or of all timing scopes of the case; ordered by timing scope and repetition. Empty for a case
   * without samples.
   */
  samples(ref: string, caseIndex: number, scope?: string): readonly ScopeSamples[];
  /** One timing scope of several cases, as `samples` gives it; cases without samples are absent. */
  samplesOfCases(
    ref: string,
    caseIndices: readonly number[],
    scope: string,
  ): ReadonlyMap<number, readonly ScopeSamples[]>;
  /**
   * What the processes of a run say of one timing scope, without their samples: by case index, then in the order of
   * repetitions; cases without any are absent.
   */
  processes(ref: string, scope: string): ReadonlyMap<number, readonly ScopeProcess[]>;
  /** What they say of all timing scopes, disturbed repetitions included. */
  allProcesses(ref: string): ReadonlyMap<number, readonly ScopeProcess[]>;
  /** How the processes of a run measured its cases: by case index, in the order of repetitions. */
  repetitions(ref: string): ReadonlyMap<number, readonly Repetition[]>;
  /** How many of them there are, and how many were disturbed. */
  countRepetitions(ref: string): { readonly all: number; readonly disturbed: number };
  /** What the cases of a run were compiled from, of labs: by case index. */
  caseBuilds(ref: string): ReadonlyMap<number, readonly CaseBuild[]>;
  /** The builds of a run, once each. */
  builds(ref: string): readonly LabBuild[];
  /** A stored source text by its digest; null where there is none. */
  source(hash: string): string | null;
  /** The finished runs of the machine that measured a run, as far as its variation is learned from them. */
  measuredRuns(ref: string): MeasuredRuns;
  /** The newest finished runs of a machine, by id. */
  runsOf(fingerprint: string, max: number): readonly string[];
  /** What the processes of these runs said of the timing scopes of their cases. */
  processValues(runs: MeasuredRuns['runs']): readonly ProcessValue[];
  /** Oldest first; of a long one the `newest` so many, all by default. */
  series(key: SeriesKey, newest?: number): readonly SeriesPoint[];
  /** What a case was measured with; null where it is gone. */
  environmentOf(ref: string, caseIndex: number): CaseEnvironment | null;
  /** Id of the newest run with a case that went well of what is asked for; null where there is none. */
  newestRunWith(filter: SeriesFilter): string | null;
  /** The machines that runs were taken on, the newest first. */
  machines(): readonly KnownMachine[];
  history(request: HistoryRequest): HistoryPage;
  /** Counts of the runs that a query finds. */
  facets(query: string, limit: number): HistoryFacets;
  /** What can stand at a place of a query. */
  complete(query: string, cursor: number): QueryCompletion;
  /** Whether some process of this store measures a run. */
  isMeasured(): boolean;
  /** Adds lines to the log of a run. */
  log(ref: string, ...lines: readonly NewLogLine[]): void;
  /** At most `limit` lines after the one with number `after`, oldest first. */
  logOf(ref: string, after: number, limit: number): readonly RunLogLine[];
  /** The last line of the log that begins so; null where there is none. */
  lastLogged(ref: string, start: string): string | null;
  /** Marks runs whose process is gone as partial, and says which. Done on opening and by `history`. */
  settleOrphans(): readonly string[];

  /** Several changes in one transaction: all of them or none, and on the disk together. */
  together<T>(work: () => T): T;
  tag(ref: string, ...tags: readonly string[]): void;
  untag(ref: string, ...tags: readonly string[]): void;
  note(ref: string, text: string): void;
  rename(ref: string, title: string): void;
  pin(ref: string, on?: boolean): void;
  setBaseline(ref: string | null): void;
  trash(...refs: readonly string[]): void;
  restore(...refs: readonly string[]): void;
  /** Removes runs in the trash for good; all of them when none is named. Returns how many. */
  purge(...refs: readonly string[]): number;

  views(): readonly SavedView[];
  saveView(view: SavedView): void;
  deleteView(name: string): void;

  /** Keeps the measured peaks of the machine with this fingerprint. */
  savePeaks(machine: string, peaks: readonly MeasuredPeak[]): void;
  /** The newest ones of that machine; without peaks where there are none. */
  measuredPeaks(machine: string): MeasuredPeaks;

  /** Copies the database with SQLite's backup API; without a target into `<home>/backups`. Returns the file. */
  backup(target?: string): Promise<string>;
  /**
   * Backs up what changed since the newest backup, ten minutes after it or, where the database is large, a day: call it
   * when nothing is measured, after a run for example.
   */
  backupIfDue(): Promise<string | null>;
  /** Looks through the whole database: what is damaged in it, with the way back; null for a sound one. */
  damage(): BreakevenError | null;
  /** Gives space of removed runs back to the disk. */
  compact(): void;
  close(): void;
};

/**
 * Opens the store in `home`, creating it when it is not there. Every write has reached the disk when it returns.
 *
 * @throws BreakevenError `store`: folder not writable, newer schema, foreign or damaged file. Nothing is changed then.
 */
export function openStore(home: string, options: OpenOptions = {}): Store {
  const { database, session, warnings } = openDatabase(home, options);
  const { file } = database;
  const find = (ref: string): RunKey => resolveRun(database, ref);
  const results = createResultsStore(database, find);
  const changeLimit = (): number => results.statedChanges().maxP;
  const history = createHistory(database, changeLimit);
  const facets = createFacets(database, changeLimit);
  const findAll = (refs: readonly string[]): readonly RunKey[] => refs.map(find);
  const row = (ref: string): RunRow => readRow(database, find(ref).seq);
  const backup = (target?: string): Promise<string> => backUp(database, home, target);

  const store: Store = {
    home,
    file,
    warnings,
    writable: database.writable,
    createRun: (run) => createRun(database, run),
    importRun: (run) => importRun(database, run),
    saveCase: (ref, finished) => writeCase(database, find(ref), finished),
    completeMetrics: (ref, priors, max) => completeMetrics(database, find(ref), priors, max),
    setStatus: (ref, status) => setStatus(database, find(ref), status),
    finishRun(ref, status) {
      const run = find(ref);
      setStatus(database, run, status);
      return readRow(database, run.seq);
    },
    replacePlan: (ref, plan) => replacePlan(database, find(ref), plan),

    resolve: (ref, from) =>
      resolveRun(database, ref, from === undefined ? undefined : find(from)).id,
    run(ref) {
      const key = find(ref);
      return {
        run: readRow(database, key.seq),
        machine: machineOf(database, key),
        plan: planOf(database, key),
        cases: readCases(database, key),
      };
    },
    row,
    descriptors: (ref) => readDescriptors(database, find(ref)),
    samples: (ref, caseIndex, scope) => readSamples(database, find(ref), caseIndex, scope),
    samplesOfCases: (ref, caseIndices, scope) =>
      readSamplesOfCases(database, find(ref), caseIndices, scope),
    processes: (ref, scope) => readProcesses(database, find(ref), scope),
    allProcesses: (ref) => readAllProcesses(database, find(ref)),
    repetitions: (ref) => readRepetitions(database, find(ref)),
    countRepetitions: (ref) => countRepetitions(database, find(ref)),
    caseBuilds: (ref) => readCaseBuilds(database, find(ref)),
    builds: (ref) => readBuilds(database, find(ref)),
    source: (hash) => readSource(database, hash),
    measuredRuns: (ref) => readMeasuredRuns(database, find(ref)),
    runsOf: (fingerprint, max) => readRunsOf(database, fingerprint, max),
    processValues: (runs) => readProcessValues(database, runs),
    series: (key, newest) => readSeries(database, key, newest),
    environmentOf: (ref, caseIndex) => readEnvironment(database, find(ref), caseIndex),
    newestRunWith: (filter) => newestRunWith(database, filter),
    machines: () => readMachines(database),
    history(request) {
      if ((request.after ?? null) === null) settleOrphans(database);
      return history.page(request);
    },
    facets: (query, limit) => facets.of(query, limit),
    ...results,
    isMeasured: () =>
      database.prepare(`SELECT 1 FROM run WHERE status = 'running'`).get() !== undefined,
    complete: (query, cursor) => completeQuery(database, query, cursor),
    log: (ref, ...lines) => appendLog(database, find(ref), lines),
    logOf: (ref, after, limit) => readLog(database, find(ref), after, limit),
    lastLogged: (ref, start) => lastLogged(database, find(ref), start),
    settleOrphans: () => settleOrphans(database),

    together: (work) => database.write(work),
    tag: (ref, ...tags) => curation.tag(database, find(ref), tags),
    untag: (ref, ...tags) => curation.untag(database, find(ref), tags),
    note: (ref, text) => curation.note(database, find(ref), text),
    rename: (ref, title) => curation.rename(database, find(ref), title),
    pin: (ref, on = true) => curation.pin(database, find(ref), on),
    setBaseline: (ref) => curation.setBaseline(database, ref === null ? null : find(ref)),
    trash: (...refs) => curation.trash(database, findAll(refs)),
    restore: (...refs) => curation.restore(database, findAll(refs)),
    purge(...refs) {
      const gone = curation.purge(database, refs.length === 0 ? 'all' : findAll(refs));
      removeCounters(
        home,
        gone.map(({ id }) => id),
      );
      return gone.length;
    },

    views: () => listViews(database),
    saveView: (view) => saveView(database, view),
    deleteView: (name) => deleteView(database, name),

    savePeaks: (machine, peaks) => savePeaks(database, machine, peaks),
    measuredPeaks: (machine) => readPeaks(database, machine),

    backup,
    backupIfDue: async () => (database.writable && isBackupDue(home) ? await backup() : null),
    damage() {
      const found = damageIn(database.raw, statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      return found === null ? null : damaged(home, file, found);
    },
    compact: () => void database.raw.exec('VACUUM'),
    close() {
      database.raw.close();
      session.close();
    },
  };
  const guarded = explained(store, (error) =>
    isDamage(error)
      ? damaged(home, file, error instanceof Error ? error.message : String(error))
      : explainSqlite(error, file),
  );
  try {
    guarded.settleOrphans();
  } catch (error) {
    guarded.close();
    throw error;
  }
  return guarded;
}

/** Every method of `methods`, with what SQLite throws turned into a sentence. */
function explained<T extends object>(methods: T, explain: (error: unknown) => unknown): T {
  const wrap =
    (method: (...parameters: unknown[]) => unknown) =>
    (...parameters: unknown[]): unknown => {
      try {
        return method(...parameters);
      } catch (error) {
        throw explain(error);
      }
    };
  return Object.fromEntries(
    Object.entries(methods).map(([name, member]) => [
      name,
      typeof member === 'function' ? wrap(member) : member,
    ]),
  ) as T;
}
