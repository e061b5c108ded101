import { statSync } from 'node:fs';
import type { Configuration } from '../../contract/configuration.ts';
import type { CounterPass } from '../../contract/counters.ts';
import type { BreakevenError } from '../../contract/failure.ts';
import type { Machine, MeasuredPeak } from '../../contract/machine.ts';
import type { Plan, RunRow, RunStatus, StoredCase } from '../../contract/run.ts';
import type { StoredReport } from '../../contract/run-report.ts';
import type { RunResults } from '../../contract/run-results.ts';
import type { RunVariation } from '../../stats/run-variation.ts';
import { backUp, isBackupDue } from './backup.ts';
import { readBuilds, readCaseBuilds, readSource } from './builds.ts';
import { type FinishedCase, readCases, readDescriptors, writeCase } from './cases.ts';
import { type ContentFaults, lastContentCheck, saveContentCheck } from './content-check.ts';
import { readCounters, saveCounters } from './counters.ts';
import * as curation from './curation.ts';
import { damaged } from './damage.ts';
import { type OpenOptions, openDatabase } from './database.ts';
import type { HistoryRequest } from './history.ts';
import { type ImportedRun, importRun } from './import.ts';
import { appendLog, lastLogged, type NewLogLine, readLog } from './log.ts';
import { readPeaks, savePeaks } from './measured-peaks.ts';
import { completeMetrics } from './metrics.ts';
import {
  type MeasuredRuns,
  readMeasuredRuns,
  readProcessValues,
  readRunsOf,
} from './process-values.ts';
import { readAllProcesses, readProcesses } from './processes.ts';
import { answer, type Question, type QuestionInput } from './questions.ts';
import { resolveRun } from './reference.ts';
import { countRepetitions, readRepetitions } from './repetitions.ts';
import { pendingRuns, readReport, runsWithoutResults, writeResults } from './run-results.ts';
import {
  countRuns,
  createRun,
  machineOf,
  type NewRun,
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
import {
  newestRunWith,
  readEnvironment,
  readMachines,
  readSeries,
  type SeriesFilter,
  type SeriesKey,
} from './series.ts';
import {
  markExamined,
  type SeriesFinding,
  type SeriesOfCase,
  seriesToExamine,
  writeSeries,
} from './series-changes.ts';
import { damageIn, fullCheckBytes } from './soundness.ts';
import { explainSqlite, isDamage } from './sqlite.ts';
import { checkContentInThread, checkInThread } from './threads.ts';
import { deleteView, listViews, type SavedView, saveView } from './views.ts';

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

    createRun: (run: NewRun) => createRun(database, run),
    /** Stores a run that was measured elsewhere, under its own id, all of it or nothing. */
    importRun: (run: ImportedRun) => importRun(database, run),
    /** The same for a part of a plan that another process began, which goes on here as a run of this store. */
    adoptRun: (run: ImportedRun) => importRun(database, run, null),
    /** Ids of the runs that measure the same in the same way on machines of this fingerprint, merged parts of a plan included. */
    runsLike: (machine: Machine, configuration: Configuration) =>
      runsLike(database, machine, configuration),
    /**
     * Stores a case in one transaction. Samples of repetitions that its result does not bring stay: each repetition may
     * be stored as it ends. Without metrics, those that are stored of it go: they are computed when the run ends.
     */
    saveCase: (ref: string, finished: FinishedCase) => writeCase(database, find(ref), finished),
    /**
     * Computes metrics of at most so many cases, all by default, that have none; whether there are more of them. Ending a
     * run does the same, by the shipped start.
     */
    completeMetrics: (ref: string, variation?: RunVariation, max?: number) =>
      completeMetrics(database, find(ref), variation, max),
    /** `running` makes this process the owner; any other status ends the run. */
    setStatus: (ref: string, status: RunStatus) => setStatus(database, find(ref), status),
    /** Ends a run, with why in one sentence where it failed. */
    finishRun(ref: string, status: Exclude<RunStatus, 'running'>, failure?: string): RunRow {
      const run = find(ref);
      setStatus(database, run, status, failure);
      return readRow(database, run.seq);
    },
    /** Another plan for the same run (resume, refine); stored cases stay. */
    replacePlan: (ref: string, plan: Plan) => replacePlan(database, find(ref), plan),
    /** Marks runs whose process is gone as partial, and says which. Done on opening too. */
    settleOrphans: () => settleOrphans(database),
    /** What a run said when it ended; null for a run under way, or whose process was killed. */
    report: (ref: string) => readReport(database, find(ref)),
    /** Keeps the results of a run that has ended, and what they were taken from. */
    saveResults: (ref: string, results: RunResults, report: StoredReport | null = null) =>
      writeResults(database, find(ref), results, report),
    /** Ids of at most so many runs that have ended without results, the newest first. */
    runsWithoutResults: (limit: number) => runsWithoutResults(database, limit),
    /** Runs whose histories this method has not examined: at most so many ids, the newest first, and how many in all. */
    pendingRuns: (method: string, limit: number) => pendingRuns(database, method, limit),
    /** Cases of a run whose histories this method has not examined up to them. */
    seriesToExamine: (ref: string, method: string) => seriesToExamine(database, find(ref), method),
    saveSeries: (one: SeriesOfCase, method: string, finding: SeriesFinding) =>
      writeSeries(database, one, method, finding),
    markExamined: (ref: string, method: string) => markExamined(database, find(ref), method),

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
    /** The newest merged run of the same plan on each other class of machine. */
    otherClasses: (ref: string) => otherClasses(database, find(ref)),
    row: (ref: string) => readRow(database, find(ref).seq),
    /** The cases of runs that a query selects, whose axes may be those of any of the runs; by run, case indexes. */
    selectCases: (refs: readonly string[], query: string) =>
      selectCases(database, findAll(refs), query),
    /** Descriptor snapshots by case index. */
    descriptors: (ref: string) => readDescriptors(database, find(ref)),
    /**
     * Of one timing scope, or of all timing scopes of the case; ordered by timing scope and repetition. Empty for a case
     * without samples.
     */
    samples: (ref: string, caseIndex: number, scope?: string) =>
      readSamples(database, find(ref), caseIndex, scope),
    /** One timing scope of several cases, as `samples` gives it; cases without samples are absent. */
    samplesOfCases: (ref: string, caseIndices: readonly number[], scope: string) =>
      readSamplesOfCases(database, find(ref), caseIndices, scope),
    /**
     * What the processes of a run say of one timing scope, without their samples: by case index, then in the order of
     * repetitions; cases without any are absent.
     */
    processes: (ref: string, scope: string) => readProcesses(database, find(ref), scope),
    /** What they say of all timing scopes, disturbed repetitions included. */
    allProcesses: (ref: string) => readAllProcesses(database, find(ref)),
    /** How the processes of a run measured its cases: by case index, in the order of repetitions. */
    repetitions: (ref: string) => readRepetitions(database, find(ref)),
    /** What profilers counted of the cases of a run: by case index. */
    counters: (ref: string) => readCounters(database, find(ref)),
    /** Keeps counters of a case, in place of earlier ones of the same profiler. */
    saveCounters: (ref: string, caseIndex: number, pass: CounterPass) =>
      saveCounters(database, find(ref), caseIndex, pass),
    /** How many of them there are, and how many were disturbed. */
    countRepetitions: (ref: string) => countRepetitions(database, find(ref)),
    /** What the cases of a run were compiled from, of labs: by case index. */
    caseBuilds: (ref: string) => readCaseBuilds(database, find(ref)),
    /** The builds of a run, once each. */
    builds: (ref: string) => readBuilds(database, find(ref)),
    /** A stored source text by its digest; null where there is none. */
    source: (hash: string) => readSource(database, hash),
    /** The finished runs of the machine that measured a run, as far as its variation is learned from them. */
    measuredRuns: (ref: string) => readMeasuredRuns(database, find(ref)),
    /** The newest finished runs of a machine, by id. */
    runsOf: (fingerprint: string, max: number) => readRunsOf(database, fingerprint, max),
    /** What the processes of these runs said of the timing scopes of their cases. */
    processValues: (runs: MeasuredRuns['runs']) => readProcessValues(database, runs),
    /** Oldest first; of a long one the `newest` so many, all by default. */
    series: (key: SeriesKey, newest?: number) => readSeries(database, key, newest),
    /** What a case was measured with; null where it is gone. */
    environmentOf: (ref: string, caseIndex: number) =>
      readEnvironment(database, find(ref), caseIndex),
    /** Id of the newest run with a case that went well of what is asked for; null where there is none. */
    newestRunWith: (filter: SeriesFilter) => newestRunWith(database, filter),
    /** The machines that runs were taken on, the newest first. */
    machines: () => readMachines(database),
    /** How many runs there are outside the trash and in it. */
    countRuns: () => countRuns(database),
    /** Ids of the runs that are being measured, here or by another process of this store. */
    running: () => runningRuns(database),
    /** Answers a question on all runs, in this thread; see `createReader`. */
    answer: <Q extends Question>(question: Q, input: QuestionInput<Q>) =>
      answer(database, question, input),
    history: (request: HistoryRequest) => answer(database, 'history', request),
    /** Adds lines to the log of a run. */
    log: (ref: string, ...lines: readonly NewLogLine[]) => appendLog(database, find(ref), lines),
    /** At most `limit` lines after the one with number `after`, oldest first. */
    logOf: (ref: string, after: number, limit: number) =>
      readLog(database, find(ref), after, limit),
    /** The last line of the log that begins so; null where there is none. */
    lastLogged: (ref: string, start: string) => lastLogged(database, find(ref), start),

    /** Several changes in one transaction: all of them or none, and on the disk together. */
    together: <T>(work: () => T) => database.write(work),
    tag: (ref: string, ...tags: readonly string[]) => curation.tag(database, find(ref), tags),
    untag: (ref: string, ...tags: readonly string[]) => curation.untag(database, find(ref), tags),
    note: (ref: string, text: string) => curation.note(database, find(ref), text),
    rename: (ref: string, title: string) => curation.rename(database, find(ref), title),
    pin: (ref: string, on = true) => curation.pin(database, find(ref), on),
    /** Makes a run the one baseline, or leaves none; the ids of the runs that it was and is. */
    setBaseline: (ref: string | null) =>
      curation.setBaseline(database, ref === null ? null : find(ref)),
    trash: (...refs: readonly string[]) => curation.trash(database, findAll(refs)),
    restore: (...refs: readonly string[]) => curation.restore(database, findAll(refs)),
    /** Removes runs in the trash for good; all of them when none is named. Returns how many. */
    purge(...refs: readonly string[]): number {
      return curation.purge(database, refs.length === 0 ? 'all' : findAll(refs)).length;
    },

    views: () => listViews(database),
    saveView: (view: SavedView) => saveView(database, view),
    deleteView: (name: string) => deleteView(database, name),

    /** Keeps the measured peaks of the machine with this fingerprint. */
    savePeaks: (machine: string, peaks: readonly MeasuredPeak[]) =>
      savePeaks(database, machine, peaks),
    /** The newest ones of that machine; without peaks where there are none. */
    measuredPeaks: (machine: string) => readPeaks(database, machine),

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
    /** What the last one found, here or in another process; null before the first. */
    lastContentCheck: () => lastContentCheck(database),
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
