import { statSync } from 'node:fs';
import { type BreakevenError, toFailure } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Plan, RunRow, RunStatus, StoredCase } from '../../contract/run.ts';
import { backUp, isBackupDue } from './backup.ts';
import { readBuilds, readCaseBuilds, readSource } from './builds.ts';
import { readCases, readDescriptors, writeCase } from './cases.ts';
import { type ContentFaults, lastContentCheck, saveContentCheck } from './content-check.ts';
import { readCounters, saveCounters } from './counters.ts';
import * as curation from './curation.ts';
import { damaged } from './damage.ts';
import { type OpenOptions, openDatabase } from './database.ts';
import type { HistoryRequest } from './history.ts';
import { importRun } from './import.ts';
import { appendLog, lastLogged, type NewLogLine, readLog } from './log.ts';
import { readPeaks, savePeaks } from './measured-peaks.ts';
import { completeMetrics } from './metrics.ts';
import { readMeasuredRuns, readProcessValues, readRunsOf } from './process-values.ts';
import { readAllProcesses, readProcesses } from './processes.ts';
import { answer, type Question, type QuestionInput } from './questions.ts';
import { type RunKey, resolveRun } from './reference.ts';
import { countRepetitions, readRepetitions } from './repetitions.ts';
import { pendingRuns, readReport, runsWithoutResults, writeResults } from './run-results.ts';
import {
  countRuns,
  createRun,
  machineOf,
  otherClasses,
  planOf,
  readRow,
  replacePlan,
  runningRuns,
  runsLike,
  setStatus,
  settleOrphans,
} from './runs.ts';
import { readSamples, readSamplesOfCases } from './samples.ts';
import { selectCases } from './select-cases.ts';
import { newestRunWith, readEnvironment, readMachines, readSeries } from './series.ts';
import { markExamined, seriesToExamine, writeSeries } from './series-changes.ts';
import { damageIn, fullCheckBytes } from './soundness.ts';
import { type Database, explainSqlite, isDamage } from './sqlite.ts';
import { checkContentInThread, checkInThread } from './threads.ts';
import { deleteView, listViews, saveView } from './views.ts';

export type StoredRun = {
  readonly run: RunRow;
  readonly machine: Machine;
  readonly plan: Plan;
  /** By index; cases that have not run are absent. */
  readonly cases: readonly StoredCase[];
};

/**
 * The store of a folder. `ref` is what `resolveRun` reads everywhere: an id, `latest`, a tag, ... All failures are one
 * sentence (BreakevenError).
 */
export type Store = ReturnType<typeof openStore>;

/**
 * Opens the store in `home`, creating it when it is not there. Every write has reached the disk when it returns.
 *
 * @throws BreakevenError `store`: folder not writable, newer schema, foreign or damaged file. Nothing is changed then.
 */
export function openStore(home: string, options: OpenOptions = {}) {
  const { database, session, warnings, notice, checked } = openDatabase(home, options);
  const { file } = database;
  const find = (ref: string) => resolveRun(database, ref);
  const findAll = (refs: readonly string[]) => refs.map(find);
  const backup = (target?: string) => backUp(database, home, target);
  const faultOf = (damage: string | null) => (damage === null ? null : damaged(home, file, damage));
  const ofStore = <T extends object>(functions: T) =>
    mapMethods<OfStore<T>>(
      functions,
      (work) =>
        (...rest) =>
          work(database, ...rest),
    );
  const ofRun = <T extends object>(functions: T) =>
    mapMethods<OfRun<T>>(
      functions,
      (work) =>
        (ref, ...rest) =>
          work(database, find(String(ref)), ...rest),
    );
  let stopCheck = () => {};
  let stopContentCheck = () => {};

  const store = {
    home,
    file,
    /** What is worth telling the user about this store, one sentence each. */
    warnings,
    /** What goes on in the background; null: nothing. */
    notice,
    /** False where its folder cannot be written. */
    writable: database.writable,
    /** Another thread can read the file while this one writes. */
    concurrent: database.concurrent,
    isBeingChecked: () => notice !== null && warnings.includes(notice.text),
    /** Ends when the check of a large database after an unclean stop has ended: nothing is measured before. */
    checked,

    ...ofStore({
      createRun,
      importRun,
      runsLike,
      /** Done on opening too. */
      settleOrphans,
      runsWithoutResults,
      pendingRuns,
      saveSeries: writeSeries,
      source: readSource,
      runsOf: readRunsOf,
      processValues: readProcessValues,
      series: readSeries,
      newestRunWith,
      machines: readMachines,
      countRuns,
      running: runningRuns,
      views: listViews,
      saveView,
      deleteView,
      savePeaks,
      measuredPeaks: readPeaks,
      lastContentCheck,
    }),
    ...ofRun({
      saveCase: writeCase,
      completeMetrics,
      setStatus,
      replacePlan,
      report: readReport,
      saveResults: writeResults,
      seriesToExamine,
      markExamined,
      otherClasses,
      descriptors: readDescriptors,
      samples: readSamples,
      samplesOfCases: readSamplesOfCases,
      processes: readProcesses,
      allProcesses: readAllProcesses,
      repetitions: readRepetitions,
      countRepetitions,
      counters: readCounters,
      saveCounters,
      caseBuilds: readCaseBuilds,
      builds: readBuilds,
      measuredRuns: readMeasuredRuns,
      environmentOf: readEnvironment,
      logOf: readLog,
      lastLogged,
      note: curation.note,
      rename: curation.rename,
      pin: curation.pin,
    }),

    /** Ends a run, with why in one sentence where it failed. */
    finishRun(ref: string, status: Exclude<RunStatus, 'running'>, failure?: string): RunRow {
      const run = find(ref);
      setStatus(database, run, status, failure);
      return readRow(database, run.seq);
    },
    /** The run's id; `same~1` is before the run `from`, the newest by default. */
    resolve: (ref: string, from?: string) =>
      resolveRun(database, ref, from === undefined ? undefined : find(from)).id,
    run(ref: string): StoredRun {
      const key = find(ref);
      return {
        run: readRow(database, key.seq),
        machine: machineOf(database, key),
        plan: planOf(database, key),
        cases: readCases(database, key),
      };
    },
    row: (ref: string) => readRow(database, find(ref).seq),
    selectCases: (refs: readonly string[], query: string) =>
      selectCases(database, findAll(refs), query),
    /** Answers a question on all runs, in this thread; see `createReader`. */
    answer: <Q extends Question>(question: Q, input: QuestionInput<Q>) =>
      answer(database, question, input),
    history: (request: HistoryRequest) => answer(database, 'history', request),
    log: (ref: string, ...lines: readonly NewLogLine[]) => appendLog(database, find(ref), lines),

    /** Several changes in one transaction: all of them or none, and on the disk together. */
    together: <T>(work: () => T) => database.write(work),
    tag: (ref: string, ...tags: readonly string[]) => curation.tag(database, find(ref), tags),
    untag: (ref: string, ...tags: readonly string[]) => curation.untag(database, find(ref), tags),
    setBaseline: (ref: string | null) =>
      curation.setBaseline(database, ref === null ? null : find(ref)),
    trash: (...refs: readonly string[]) => curation.trash(database, findAll(refs)),
    restore: (...refs: readonly string[]) => curation.restore(database, findAll(refs)),
    /** Removes runs in the trash for good; all of them when none is named. Returns how many. */
    purge(...refs: readonly string[]): number {
      return curation.purge(database, refs.length === 0 ? 'all' : findAll(refs)).length;
    },

    /** Copies the database with SQLite's backup API; without a target into `<home>/backups`. Returns the file. */
    backup,
    /**
     * Backs up what changed since the newest backup, ten minutes after it or, where the database is large, a day: call
     * it when nothing is measured, after a run for example.
     */
    backupIfDue: async () => (database.writable && isBackupDue(home) ? await backup() : null),
    /** Looks through the whole database, a large one in another thread: what is damaged, with the way back; null: nothing. */
    async damage(): Promise<BreakevenError | null> {
      const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (bytes <= fullCheckBytes) return faultOf(damageIn(database.raw, bytes));
      const check = checkInThread(file, fullCheckBytes);
      stopCheck = check.stop;
      const found = await check.damage.catch(() =>
        // Where no thread can be started.
        database.raw.open ? damageIn(database.raw, bytes) : null,
      );
      return faultOf(found);
    },
    /**
     * Reads all samples in another thread, and keeps what it found with the date: each row has its digest, medians are
     * those of the samples, the search index is that of the runs. Stopped, it keeps nothing and fails.
     */
    checkContent() {
      const { found, stop } = checkContentInThread(file);
      stopContentCheck = stop;
      const kept = found.then((faults: ContentFaults) => {
        if (database.writable && database.raw.open) saveContentCheck(database, faults);
        return faults;
      });
      return { found: kept, stop };
    },
    /** Gives space of removed runs back to the disk. */
    compact: () => void database.raw.exec('VACUUM'),
    /** Renews the statistics by which SQLite plans queries, where tables have changed much: call it after a run. */
    optimize(): void {
      try {
        if (database.writable) database.raw.pragma('optimize');
      } catch {
        // On a full disk, or while another process writes, queries are planned as before.
      }
    },
    close(): void {
      database.raw.close();
      stopCheck();
      stopContentCheck();
      session.close();
    },
  };
  const guarded = mapMethods<typeof store>(store, (method) => (...parameters) => {
    try {
      return method(...parameters);
    } catch (error) {
      throw isDamage(error)
        ? damaged(home, file, toFailure(error).message)
        : explainSqlite(error, file);
    }
  });
  try {
    guarded.settleOrphans();
  } catch (error) {
    guarded.close();
    throw error;
  }
  return guarded;
}

/** Functions with the database of the store in place of their first parameter. */
type OfStore<T> = {
  readonly [K in keyof T]: T[K] extends (database: Database, ...rest: infer R) => infer A
    ? (...rest: R) => A
    : never;
};

/** The same of one run, which a reference names. */
type OfRun<T> = {
  readonly [K in keyof T]: T[K] extends (
    database: Database,
    run: RunKey,
    ...rest: infer R
  ) => infer A
    ? (ref: string, ...rest: R) => A
    : never;
};

type Method = (...parameters: unknown[]) => unknown;

function mapMethods<T extends object>(members: object, wrap: (method: Method) => Method): T {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      typeof member === 'function' ? wrap(member) : member,
    ]),
  ) as T;
}
