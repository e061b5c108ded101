import type { Api, ApiEvent, RunDetail } from '../contract/api.ts';
import type { MeasuredCalibration } from '../contract/calibration.ts';
import type { ForkEngine } from '../contract/engine-protocol.ts';
import { toFailure } from '../contract/failure.ts';
import type { Check } from '../contract/machine.ts';
import type { Configuration, Plan, Progress } from '../contract/run.ts';
import { createLaboratory, type Laboratory } from './api/analysis.ts';
import { breakEvensApi } from './api/break-evens.ts';
import { compareApi } from './api/compare.ts';
import type { ApiContext, Opened } from './api/context.ts';
import { detailApi } from './api/detail.ts';
import { doctorApi } from './api/doctor.ts';
import { figuresApi } from './api/figures.ts';
import { filesApi } from './api/files.ts';
import { historyApi } from './api/history.ts';
import { type LabActions, labActions } from './api/lab-actions.ts';
import { type Folders, labsApi } from './api/labs.ts';
import { settingsApi } from './api/settings.ts';
import { trendsApi } from './api/trends.ts';
import { createMeasuring, type Measuring } from './engines/engines.ts';
import type { ExportOptions } from './export/export-run.ts';
import { createOpenLabs } from './lab/open-labs.ts';
import { titleOf } from './plan/title.ts';
import { createMachineLock } from './run/machine-lock.ts';
import type { Runner } from './run/runner.ts';
import { createWaitingList, type WaitFor, waitFor } from './run/waiting-list.ts';
import { homeFixed, resolveHome } from './store/home.ts';
import type { Store } from './store/store.ts';

export type AppOptions = {
  /** Folder of the store; absent: `BREAKEVEN_HOME` or the platform's user data folder. */
  readonly home?: string | undefined;
  readonly forkEngine: ForkEngine;
  /** Another name than the machine's own lets runs go on side by side (tests). */
  readonly lockName?: string | undefined;
  /** How long a run waits for another one on this machine, in milliseconds; it is refused at once by default. */
  readonly lockWaitMs?: number | undefined;
  /** Asks the user for folders of this machine; absent where the window may be another machine's. */
  readonly folders?: Folders | undefined;
  /** No run compiles a lab that is not trusted, one that goes on included: for windows, whose pages name labs by id. */
  readonly trustedLabsOnly?: boolean | undefined;
  /** The state of the machine when a run begins; looked at by default (tests give one that does not depend on the machine). */
  readonly machineChecks?: (() => Promise<readonly Check[]>) | undefined;
};

export type App = {
  readonly api: Api;
  /** Returns the function that takes the listener off again. */
  onEvent(listener: (event: ApiEvent) => void): () => void;
  /**
   * Writes the files of a run into a folder, piece by piece, however large it is. Returns their paths. Not part of the
   * API: a window or a browser has no say over folders of this machine.
   */
  exportTo(
    ref: string,
    /** An id of `exportFormats`. */
    format: string,
    folder: string,
    options?: Omit<ExportOptions, 'cases'> & {
      /** Only its cases that fit, as `run` takes it. */
      readonly where?: string | undefined;
    },
  ): Promise<readonly string[]>;
  /** Compares the answers of variants at awkward sizes with the reference. Not for windows: it takes minutes. */
  selftest: Laboratory['selftest'];
  /** The user's own workloads. Not for windows: a folder of this machine is named. */
  readonly labs: LabActions;
  /** Learns how far processes differ on this machine, in about so many seconds, and keeps it unless it was disturbed. Not
   * for windows. */
  calibrate(seconds: number, onProcess?: (done: number) => void): Promise<MeasuredCalibration>;
  /** The program stays: what earlier runs came to is worked out meanwhile, where it is missing. */
  stayOpen(): void;
  /** Stops the engine and closes the store. A run under way is cancelled; its finished cases stay. */
  close(): Promise<void>;
};

/** How long a program that does not stay works out what earlier runs came to, in milliseconds. */
const catchUpMs = 1500;

/** The application behind every face: its API, its events, its end. */
export function createApp(options: AppOptions): App {
  const { forkEngine, machineChecks } = options;
  let home = resolveHome({ flag: options.home });
  const labs = createOpenLabs({
    home: () => home,
    architecture: async () => {
      const capability = (await measuring.describe()).machine.gpus[0]?.computeCapability;
      return capability === undefined ? undefined : `sm_${capability.replace('.', '')}`;
    },
    kernels: {
      compile: (kernel, limits) => measuring.kernels.compile(kernel, limits),
      close: () => measuring.kernels.close(),
    },
    trustedOnly: options.trustedLabsOnly === true,
  });
  const measuring: Measuring = createMeasuring(home, forkEngine, labs, machineChecks);
  const listeners = new Set<(event: ApiEvent) => void>();
  let opened: Promise<Opened> | null = null;
  let runner: Runner | null = null;
  let closed = false;
  let staysOpen = false;
  let backingUp: NodeJS.Timeout | undefined;

  const emit = (event: ApiEvent): void => {
    for (const listener of listeners) listener(event);
  };

  function open(): Promise<Opened> {
    opened ??= openParts().catch((error: unknown) => {
      // A store that could not be opened may be openable later: the folder was made writable, say.
      opened = null;
      throw error;
    });
    return opened;
  }

  const waiting = createWaitingList((queue) => emit({ type: 'queue-changed', queue }));

  const lock = createMachineLock({
    ...{ waiting, name: options.lockName, waitMs: options.lockWaitMs },
  });

  async function openParts(): Promise<Opened> {
    const [
      { openStore },
      { createRunner },
      { watchRequests },
      { createComparer },
      { createMachinePriors },
      { createReports },
      { readSettings },
      { readCalibrations },
      { createResultsKeeper },
    ] = await Promise.all([
      import('./store/store.ts'),
      import('./run/runner.ts'),
      import('./run/run-requests.ts'),
      import('./analysis/compare.ts'),
      import('./analysis/machine-priors.ts'),
      import('./analysis/reports.ts'),
      import('./store/settings.ts'),
      import('./store/calibrations.ts'),
      import('./analysis/keep-results.ts'),
    ]);
    const store = openStore(home);
    const margins = () => readSettings(home).margins;
    const priors = createMachinePriors(store, () => readCalibrations(home));
    runner = createRunner({
      store: () => store,
      priors: (runId) => priors(runId).table,
      supervisor: measuring.supervisor,
      survey: measuring.survey,
      prepare: (plan, signal) => labs.prepare(plan, { signal }),
      buildsOf: labs.buildsOf,
      lock,
      onProgress(progress) {
        // What it came to is there when a window hears of its end.
        if (progress.status !== 'running') results.keep(progress.runId);
        emit({ type: 'progress', progress });
        if (progress.status === 'running') return;
        backUpSoon(store);
        if (staysOpen) results.start();
      },
      onChange: (runId) => emit({ type: 'history-changed', runId }),
      watchRequests: (runId, handlers) => watchRequests(home, runId, handlers),
    });
    const comparer = createComparer(store, margins, priors);
    const reports = createReports(store, comparer);
    const results = createResultsKeeper({
      ...{ store, comparer, reports },
      isMeasuring: () => isMeasuring() || store.isMeasured(),
      onKept: (runIds) => emit({ type: 'history-changed', runId: runIds[0] ?? '', runIds }),
    });
    if (staysOpen) results.start();
    return { store, runner, comparer, reports, results };
  }

  /** A window stays open for weeks: its runs are not to wait for its end. */
  function backUpSoon(store: Store): void {
    clearTimeout(backingUp);
    // The runner lets go of the machine after it has told.
    backingUp = setTimeout(() => {
      if (runner?.isActive() === false) store.backupIfDue().catch(() => null);
    }, 1000).unref();
  }

  /** Closes the store, whose files have been copied to another folder, and goes on there. */
  async function reopen(folder: string): Promise<Opened> {
    const [before, { removeOldStore }] = await Promise.all([open(), import('./store/storage.ts')]);
    const old = home;
    home = folder;
    opened = null;
    before.results.stop();
    before.store.close();
    const now = await open();
    removeOldStore(old);
    return now;
  }

  const laboratory = createLaboratory({ measuring, lock, open });
  const context: ApiContext = {
    home: () => home,
    homeFixed: () => homeFixed(home),
    measuring,
    open,
    reopen,
    emit,
  };
  const actions = labActions({ home: () => home, labs, measuring, lock, open });
  const ownCode = labsApi({
    ...{ ...context, labs, actions, folders: options.folders },
    // During a run that measures the engine is asked nothing: formulas are checked before a lab is opened.
    checkExpressions: async (expressions) =>
      isMeasuring() ? expressions.map(() => null) : measuring.checkExpressions(expressions),
    refuseWhileMeasuring: () => runner?.refuseWhileActive(),
  });
  const isMeasuring = (): boolean => runner?.isActive() ?? false;
  /** With what is known of how long it takes; while a run is under way nothing is looked up. */
  async function plan(configuration: Configuration, quiet = isMeasuring()): Promise<Plan> {
    // Opening a lab compiles; nothing is compiled while a run is measured.
    if (!quiet) await ownCode.openNamed(configuration);
    const planned = await measuring.plan(configuration, { quiet });
    if (quiet) return planned;
    // A plan is worth something without them: a store that cannot be opened is told where it is needed.
    const opened = await open().catch(() => null);
    if (opened === null) return planned;
    const { timed } = await import('./api/expected-times.ts');
    return timed(planned, opened.store, await measuring.describe());
  }

  /** Refuses what cannot be run, and returns what begins it. */
  async function prepareStart(
    configuration: Configuration,
    wait: WaitFor | undefined,
  ): Promise<() => Promise<string>> {
    const { runner: ready, store, comparer } = await open();
    if (wait === undefined) ready.refuseWhileActive();
    // During a run that measures nothing is asked that would disturb it: the rest is asked when it is over.
    const quiet = isMeasuring();
    const planned = await plan(configuration, quiet);
    const made = quiet ? () => plan(configuration, false) : planned;
    const { startAdvance } = await import('./adaptive/advance.ts');
    const advance = startAdvance(planned, store, comparer);
    return () => ready.start(made, titleOf(configuration), advance, wait);
  }

  async function runsElsewhere(runId: string): Promise<boolean> {
    const { store } = await open();
    const known = store.history({ query: 'status:running', limit: 50 }).rows;
    return known.some(({ id }) => id === runId);
  }

  /** Asks another process of this store to end its run; false where none measures it. */
  async function cancelElsewhere(runId: string): Promise<boolean> {
    const { requestCancel } = await import('./run/run-requests.ts');
    if (!(await runsElsewhere(runId))) return false;
    requestCancel(home, runId);
    return true;
  }

  /** What the process that measures the run last answered to this question; null where none has. */
  async function progressElsewhere(runId: string): Promise<Progress | null> {
    const { requestProgress } = await import('./run/run-requests.ts');
    return (await runsElsewhere(runId)) ? requestProgress(home, runId) : null;
  }

  async function detail(ref: string): Promise<RunDetail> {
    const [{ store, comparer, reports }, { shownBeside }, { storedWorkloads }] = await Promise.all([
      open(),
      import('./api/run-detail.ts'),
      import('./util/stored-workloads.ts'),
    ]);
    const { run, machine, plan: stored, cases } = store.run(ref);
    const shown = { run, machine, plan: stored, cases, ...reports.of(run.id) };
    const workloads = storedWorkloads([], store.descriptors(run.id));
    return { ...shown, workloads, ...shownBeside(store, comparer, shown) };
  }

  const api: Api = {
    catalog: async () => (await measuring.describe()).catalog,
    plan: ({ configuration }) => plan(configuration),
    async startRun({ configuration, waitS }) {
      return { runId: await (await prepareStart(configuration, waitFor(waitS)))() };
    },
    resumeRun: async ({ ref, waitS }) => ({
      runId: await (await open()).runner.resume(ref, waitFor(waitS)),
    }),
    async queueRun({ configuration, waitS = null }) {
      const id = waiting.newId();
      const begin = await prepareStart(configuration, waitFor(waitS, id));
      void begin().then(
        (runId) => waiting.became(id, { runId, failure: null }),
        (error: unknown) => waiting.became(id, { runId: null, failure: toFailure(error) }),
      );
      return { id };
    },
    queue: async () => waiting.queue(),
    cancelQueued: async ({ id }) => ({ cancelled: waiting.cancel(id) }),
    cancelRun: async ({ runId }) => ({
      cancelled: (await runner?.cancel(runId)) === true || (await cancelElsewhere(runId)),
    }),
    async progress({ runId }) {
      const own = runner?.progress() ?? null;
      if (runId === undefined || own?.runId === runId) return own;
      return await progressElsewhere(runId);
    },
    async history(request) {
      const { store, results } = await open();
      if (!staysOpen) results.catchUpOnce(catchUpMs);
      return store.history(request);
    },
    ...doctorApi(context, isMeasuring),
    ...historyApi(context),
    ...detailApi(context),
    ...compareApi(context),
    ...breakEvensApi(context),
    ...trendsApi(context),
    ...figuresApi(context),
    ...filesApi(context),
    ...settingsApi(context),
    async run({ ref, where }) {
      const whole = await detail(ref);
      if (where === undefined) return whole;
      const { runWhere } = await import('./api/run-where.ts');
      const { store, comparer } = await open();
      return runWhere(store, comparer, whole, where);
    },
    ...laboratory.api,
    ...ownCode.api,
    async exportRun({ ref, format }) {
      const { store, reports } = await open();
      const { exportFiles } = await import('./export/export-run.ts');
      const runId = store.resolve(ref);
      return { files: exportFiles(store, runId, format, reports.of(runId)) };
    },
  };

  return {
    api,
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    selftest: laboratory.selftest,
    labs: actions,
    async calibrate(seconds, onProcess) {
      const { runner: ready } = await open();
      ready.refuseWhileActive();
      const [{ calibrateMachine }, { keepCalibration }] = await Promise.all([
        import('./adaptive/calibrate.ts'),
        import('./store/calibrations.ts'),
      ]);
      const held = await lock('the calibration of this machine');
      try {
        const { catalog, machine } = await measuring.survey();
        const { supervisor } = measuring;
        const given = { supervisor, catalog, machine: machine.fingerprint, plan, seconds };
        const { fault, ...found } = await calibrateMachine(
          onProcess === undefined ? given : { ...given, onProcess },
        );
        return keepCalibration(home, found, fault);
      } finally {
        await measuring.supervisor.restart();
        await held.release();
      }
    },
    async exportTo(ref, format, folder, { where, ...options } = {}) {
      const { store, reports, comparer } = await open();
      const { exportRun } = await import('./export/export-run.ts');
      const runId = store.resolve(ref);
      if (where === undefined) {
        return exportRun(store, runId, format, folder, reports.of(runId), options);
      }
      const { runWhere } = await import('./api/run-where.ts');
      const shown = runWhere(store, comparer, await detail(runId), where);
      const cases = new Set(shown.cases.map(({ index }) => index));
      return exportRun(store, runId, format, folder, shown, { ...options, cases });
    },
    stayOpen() {
      staysOpen = true;
      void opened?.then(({ results }) => results.start()).catch(() => null);
    },
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(backingUp);
      waiting.cancelAll();
      await ownCode.close();
      await runner?.close();
      await measuring.close();
      const parts = await opened?.catch(() => null);
      parts?.results.stop();
      // Nothing measures any more. A backup that fails must not keep the store open; the next start tries again.
      await parts?.store.backupIfDue().catch(() => null);
      parts?.store.close();
    },
  };
}
