import type { Api, ApiEvent } from '../contract/api.ts';
import type { MeasuredCalibration } from '../contract/calibration.ts';
import type { ForkEngine } from '../contract/engine-protocol.ts';
import type { Check } from '../contract/machine.ts';
import { createLaboratory, type Laboratory } from './api/analysis.ts';
import { breakEvensApi } from './api/break-evens.ts';
import { type ClusterActions, clusterActions } from './api/clusters.ts';
import { comparisonsApi } from './api/comparisons.ts';
import type { ApiContext, Opened } from './api/context.ts';
import { type CounterActions, countersApi } from './api/counters.ts';
import { detailApi } from './api/detail.ts';
import { doctorApi } from './api/doctor.ts';
import type { ExportRequest, SiteRequest } from './api/export.ts';
import { figuresApi } from './api/figures.ts';
import { type ForeignImport, type ForeignRequest, filesApi, importForeign } from './api/files.ts';
import { historyApi } from './api/history.ts';
import { type LabActions, labActions } from './api/lab-actions.ts';
import { type Folders, labsApi } from './api/labs.ts';
import { type ProgramActions, programActions } from './api/programs.ts';
import { runsApi } from './api/runs.ts';
import { settingsApi } from './api/settings.ts';
import { createMeasuring, type Measuring } from './engines/engines.ts';
import type { ExportOptions } from './export/export-run.ts';
import { createOpenLabs, type TrustedOnly } from './lab/open-labs.ts';
import type { Confine } from './lab/sandbox.ts';
import { coreShare } from './machine/cpu-allowance.ts';
import { isGpu } from './run/planned-variants.ts';
import { areFree, createMachineLock } from './run/run-lock.ts';
import type { Runner, RunnerSources } from './run/runner.ts';
import { createWaitingList } from './run/waiting-list.ts';
import type { StoreNotice } from './store/database.ts';
import { homeFixed, resolveHome } from './store/home.ts';
import { createIdleCheck } from './store/idle-check.ts';
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
  /**
   * No run compiles a lab that is not trusted, one that goes on included: for windows, whose pages name labs by id.
   * `as-saved`: what was trusted with all that is saved later is trusted as it is now.
   */
  readonly trustedLabsOnly?: TrustedOnly | undefined;
  /** Compilers of labs run in this sandbox; engines run where `forkEngine` starts them. */
  readonly confine?: Confine | undefined;
  /** Gets sentences for the user about what goes on in the background. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  /** The state of the machine when a run begins; looked at by default (tests give one that does not depend on the machine). */
  readonly machineChecks?: (() => Promise<readonly Check[]>) | undefined;
};

/** What is beside `api` is not for windows: it names folders of this machine, starts programs, or takes minutes. */
export type App = {
  readonly api: Api;
  /** Returns the function that takes the listener off again. */
  onEvent(listener: (event: ApiEvent) => void): () => void;
  /** Writes the files of a run into a folder, piece by piece, however large it is. Returns their paths. */
  exportTo(
    ref: string,
    /** An id of `exportFormats`. */
    format: string,
    folder: string,
    options?: Omit<ExportOptions, 'cases'> & ExportRequest,
  ): Promise<readonly string[]>;
  /** Runs as a site in a folder. */
  exportSite(folder: string, request: SiteRequest): Promise<readonly string[]>;
  /** One run of result files of other tools, with what lies beside them; stored unless `dryRun`. */
  importForeign(paths: readonly string[], options: ForeignRequest): Promise<ForeignImport>;
  /** Compares the answers of variants at awkward sizes with the reference. */
  selftest: Laboratory['selftest'];
  /** One execution of a case for a profiler, verified and not timed. */
  profile: Laboratory['profile'];
  /** Counts cases with a profiler. */
  readonly counters: CounterActions;
  /** The user's own workloads. */
  readonly labs: LabActions;
  /** Desktop only: asks whether to trust the lab in what was dropped; null where the user does not. */
  trustDropped(path: string): Promise<{ readonly id: string | null }>;
  /** Programs that time themselves. */
  readonly programs: ProgramActions;
  /** Plans that several nodes measure. */
  readonly clusters: ClusterActions;
  /** Learns how far processes differ on this machine, in about so many seconds, and keeps it unless it was disturbed. */
  calibrate(seconds: number, onProcess?: (done: number) => void): Promise<MeasuredCalibration>;
  /** A run follows: its engines start while it is planned. */
  startEarly(): void;
  /** The program stays and answers windows: questions on all runs are answered in a thread of their own. */
  stayOpen(): void;
  /** Stops the engine and closes the store. A run under way is cancelled; its finished cases stay. */
  close(): Promise<void>;
};

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
    trustedOnly: options.trustedLabsOnly,
    confine: options.confine,
  });
  const measuring: Measuring = createMeasuring(home, forkEngine, labs, machineChecks);
  const listeners = new Set<(event: ApiEvent) => void>();
  let opened: Promise<Opened> | null = null;
  let runner: Runner | null = null;
  let closed = false;
  let staysOpen = false;
  /** What goes on in the background of the store. */
  let background: string | null = null;
  let backingUp: NodeJS.Timeout | undefined;

  const emit = (event: ApiEvent): void => {
    for (const listener of listeners) listener(event);
  };

  function notify(text: string, bad = false): void {
    options.onNotice?.(text);
    emit({ type: 'notice', text, bad });
  }

  function tellOf({ text, over }: StoreNotice): void {
    background = text;
    notify(text);
    void over.then((end) => {
      background = null;
      if (end !== null) notify(end.text, end.damaged);
    });
  }

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
    async shareOf(cases) {
      const { machine, catalog } = await measuring.describe();
      const usesGpus = cases?.some((planned) => isGpu(catalog, planned)) ?? true;
      return { ...coreShare(), gpus: usesGpus ? machine.gpus.map(({ uuid }) => uuid) : [] };
    },
  });

  async function openParts(): Promise<Opened> {
    const [
      { openStore },
      { createRunner },
      { watchRequests },
      { createComparer },
      { createMachineVariation },
      { createReports },
      { readSettings },
      { createResultsKeeper },
      { createReader },
    ] = await Promise.all([
      import('./store/store.ts'),
      import('./run/runner.ts'),
      import('./run/run-requests.ts'),
      import('./analysis/compare.ts'),
      import('./analysis/machine-variation.ts'),
      import('./analysis/reports.ts'),
      import('./store/settings.ts'),
      import('./analysis/keep-results.ts'),
      import('./store/reader.ts'),
    ]);
    const store = openStore(home);
    if (store.notice !== null) tellOf(store.notice);
    const margins = () => readSettings(home).margins;
    const variation = createMachineVariation(store);
    const comparer = createComparer(store, margins, variation);
    const reports = createReports(store, comparer);
    const common: Omit<RunnerSources, 'supervisor' | 'survey'> = {
      store: () => store,
      variation: (runId) => variation(runId).learned,
      report: reports.underway,
      onRepetition: (runId) => clusters.onRepetition(runId),
      lock,
      onProgress(progress) {
        // Its results are stored before a window hears of its end.
        if (progress.status !== 'running') void results.keep(progress.runId);
        if (progress.status === 'running') idleCheck.stop();
        emit({ type: 'progress', progress });
        if (progress.status !== 'running') afterRun(store);
      },
      onChange: (runId) => emit({ type: 'history-changed', runId }),
      watchRequests: (runId, handlers) => watchRequests(home, runId, handlers),
    };
    runner = createRunner({
      ...common,
      supervisor: measuring.supervisor,
      sharing: measuring.sharing,
      survey: measuring.survey,
      prepare: (plan, signal) => labs.prepare(plan, { signal }),
      buildsOf: labs.buildsOf,
      revisionOf: async (plan) => {
        const { revisionOfPlan } = await import('./lab/revision.ts');
        return await revisionOfPlan(plan, labs.lab);
      },
    });
    const runnerOver: Opened['runnerOver'] = (supervisor, catalog) =>
      createRunner({
        ...common,
        supervisor,
        survey: async () => ({ ...(await measuring.survey()), catalog }),
      });
    const results = createResultsKeeper({
      ...{ store, comparer, reports },
      isMeasuring: () => context.isMeasuring() || store.running().length > 0,
    });
    const reader = createReader(store, () => staysOpen);
    return { store, reader, runner, runnerOver, comparer, reports, results };
  }

  /** A window stays open for weeks: the backup of its runs does not wait for its end. */
  function afterRun(store: Store): void {
    clearTimeout(backingUp);
    // The runner lets go of the machine after it has told.
    backingUp = setTimeout(() => {
      if (runner?.isActive() !== false) return;
      store.optimize();
      store.backupIfDue().catch(() => null);
    }, 1000).unref();
  }

  /** Closes the store, whose files have been copied to another folder, and goes on there. */
  async function reopen(folder: string): Promise<Opened> {
    const before = await open();
    home = folder;
    opened = null;
    await before.results.rest();
    await before.reader.close();
    before.store.close();
    return await open();
  }

  const laboratory = createLaboratory({
    ...{ measuring, lock, open },
    // Cases of a lab are compiled.
    plan: async (configuration) => labs.prepare(await runs.plan(configuration)),
  });
  const context: ApiContext = {
    home: () => home,
    homeFixed: () => homeFixed(home),
    measuring,
    open,
    reopen,
    emit,
    isMeasuring: () => runner?.isActive() ?? false,
  };
  const { isMeasuring } = context;
  const idleCheck = createIdleCheck(
    async () => (await open()).store,
    isMeasuring,
    (fault) => notify(fault, true),
  );
  const actions = labActions({ home: () => home, labs, measuring, lock, open });
  const programs = programActions({ lock, open });
  const ownCode = labsApi({
    ...{ ...context, labs, actions, folders: options.folders },
    // During a run that measures the engine is asked nothing: formulas are checked before a lab is opened.
    checkExpressions: async (expressions) =>
      isMeasuring() ? expressions.map(() => null) : measuring.checkExpressions(expressions),
    refuseWhileMeasuring: () => runner?.refuseWhileActive(),
  });
  const counters = countersApi({
    ...context,
    profile: laboratory.profile,
    trustedLabsOnly: (options.trustedLabsOnly ?? false) !== false,
  });
  const runs = runsApi({
    ...{ ...context, waiting, openNamed: ownCode.openNamed, runner: () => runner },
    areCoresFree: () => areFree(coreShare().cores, options.lockName),
  });
  const clusters = clusterActions({
    ...{ ...context, notify },
    plan: (configuration) => runs.plan(configuration),
    start: async (configuration) => (await runs.api.startRun({ configuration })).runId,
  });
  const api: Api = {
    ...runs.api,
    ...doctorApi(context),
    ...historyApi(context),
    ...detailApi(context),
    ...counters.api,
    ...breakEvensApi(context),
    ...comparisonsApi(context),
    ...figuresApi(context),
    ...filesApi(context),
    ...settingsApi(context),
    ...laboratory.api,
    ...ownCode.api,
  };

  return {
    api,
    onEvent(listener) {
      listeners.add(listener);
      if (background !== null) listener({ type: 'notice', text: background, bad: false });
      return () => void listeners.delete(listener);
    },
    selftest: laboratory.selftest,
    profile: laboratory.profile,
    counters: counters.actions,
    labs: actions,
    trustDropped: ownCode.trustDropped,
    programs,
    clusters,
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
        const surveyOptions = {
          supervisor,
          catalog,
          machine: machine.fingerprint,
          seconds,
          plan: runs.plan,
        };
        const { fault, ...found } = await calibrateMachine(
          onProcess === undefined ? surveyOptions : { ...surveyOptions, onProcess },
        );
        return keepCalibration(home, found, fault);
      } finally {
        await measuring.supervisor.restart();
        held.release();
      }
    },
    importForeign: (paths, options) => importForeign(context, paths, options),
    async exportSite(folder, request) {
      const { exportSite } = await import('./api/export.ts');
      return exportSite(context, folder, request);
    },
    async exportTo(ref, format, folder, options = {}) {
      const { exportTo } = await import('./api/export.ts');
      return exportTo(context, ref, format, folder, options, api.run);
    },
    startEarly: runs.startEarly,
    stayOpen() {
      staysOpen = true;
      idleCheck.start();
    },
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(backingUp);
      idleCheck.close();
      waiting.cancelAll();
      await ownCode.close();
      await programs.close();
      await runner?.close();
      await measuring.close();
      const parts = await opened?.catch(() => null);
      await parts?.results.rest();
      await parts?.reader.close();
      // Nothing measures any more. A backup that fails must not keep the store open; the next start tries again.
      await parts?.store.backupIfDue().catch(() => null);
      if (parts != null) {
        parts.store.optimize();
        parts.store.close();
      }
    },
  };
}
