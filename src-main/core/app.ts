import { userInfo } from 'node:os';
import type { Api, ApiEvent, ParsedInput, RunDetail } from '../contract/api.ts';
import type { ForkEngine } from '../contract/engine-protocol.ts';
import { toFailure } from '../contract/failure.ts';
import type { FigureSpec } from '../contract/figure.ts';
import type { Configuration } from '../contract/run.ts';
import type { ExportFormat } from './export/export-run.ts';
import { resolveHome } from './home.ts';
import { createLaboratory, type Laboratory } from './laboratory.ts';
import { createMeasuring } from './measuring.ts';
import type { Reports } from './reports.ts';
import type { RunLock } from './run-lock.ts';
import type { Runner } from './runner.ts';
import type { Store } from './store/store.ts';
import { titleOf } from './title.ts';

export type AppOptions = {
  /** Folder of the store; absent: `BREAKEVEN_HOME` or the platform's user data folder. */
  readonly home?: string | undefined;
  readonly forkEngine: ForkEngine;
  /** Another name than the machine's own lets runs go on side by side (tests). */
  readonly lockName?: string | undefined;
  /** How long a run waits for another one on this machine, in milliseconds; it is refused at once by default. */
  readonly lockWaitMs?: number | undefined;
};

export type App = {
  readonly api: Api;
  /** Returns the function that takes the listener off again. */
  onEvent(listener: (event: ApiEvent) => void): () => void;
  /**
   * Writes the files of a run into a folder, piece by piece, however large it is. Returns their paths. Not part of the
   * API: a window or a browser has no say over folders of this machine.
   */
  exportTo(ref: string, format: ExportFormat, folder: string): Promise<readonly string[]>;
  /** Compares the answers of variants at awkward sizes with the reference. Not for windows: it takes minutes. */
  selftest: Laboratory['selftest'];
  /** Stops the engine and closes the store. A run under way is cancelled; its finished cases stay. */
  close(): Promise<void>;
};

/** What is opened at the first use that needs it: a listing needs neither database nor statistics. */
type Opened = { readonly store: Store; readonly runner: Runner; readonly reports: Reports };

/** The application behind every face: its API, its events, its end. */
export function createApp(options: AppOptions): App {
  const home = resolveHome({ flag: options.home });
  const measuring = createMeasuring(home, options.forkEngine);
  const listeners = new Set<(event: ApiEvent) => void>();
  let opened: Promise<Opened> | null = null;
  let runner: Runner | null = null;
  let closed = false;

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

  /** The machine's lock for what is named. */
  async function lock(what: string, signal?: AbortSignal): Promise<RunLock> {
    const { acquireRunLock } = await import('./run-lock.ts');
    return await acquireRunLock({
      holder: { pid: process.pid, user: userInfo().username, what },
      name: options.lockName,
      waitMs: options.lockWaitMs ?? 0,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  async function openParts(): Promise<Opened> {
    const [{ openStore }, { createRunner }, { createReports }] = await Promise.all([
      import('./store/store.ts'),
      import('./runner.ts'),
      import('./reports.ts'),
    ]);
    const store = openStore(home);
    runner = createRunner({
      store: () => store,
      supervisor: measuring.supervisor,
      survey: measuring.survey,
      lock,
      onProgress: (progress) => emit({ type: 'progress', progress }),
      onChange: (runId) => emit({ type: 'history-changed', runId }),
    });
    return { store, runner, reports: createReports(store) };
  }

  const laboratory = createLaboratory({ measuring, lock, open });
  const isMeasuring = (): boolean => runner?.isActive() ?? false;
  const plan = (configuration: Configuration) =>
    measuring.plan(configuration, { quiet: isMeasuring() });

  async function detail(ref: string): Promise<RunDetail> {
    const [{ store, reports }, { shownBeside }] = await Promise.all([
      open(),
      import('./shown-beside.ts'),
    ]);
    const { run, machine, plan: stored, cases } = store.run(ref);
    const shown = { run, machine, plan: stored, cases, ...reports.of(run.id) };
    return { ...shown, ...shownBeside(store, shown) };
  }

  async function figure(
    request: Pick<ParsedInput<'figure'>, 'ref' | 'kind' | 'workload' | 'span' | 'where'>,
  ): Promise<{ readonly spec: FigureSpec; readonly runId: string }> {
    const { store, reports } = await open();
    const { buildFigure } = await import('./figures/build.ts');
    const { figureSource } = await import('./figure-source.ts');
    const runId = store.resolve(request.ref);
    const { catalog } = await measuring.describe().catch(() => ({ catalog: null }));
    const source = figureSource(store, runId, reports.of(runId), catalog);
    const { kind, workload, span, where } = request;
    return { runId, spec: buildFigure(kind, source, { workload, span, where }) };
  }

  const api: Api = {
    catalog: async () => (await measuring.describe()).catalog,
    async doctor() {
      const { examine, machineOf } = await import('./doctor.ts');
      const ask = isMeasuring() ? measuring.describe : measuring.describeNow;
      const engine = await ask().catch((error: unknown) => toFailure(error).message);
      const store = await open()
        .then((parts) => ({ warnings: parts.store.warnings, fault: null }))
        .catch((error: unknown) => ({ warnings: [], fault: toFailure(error).message }));
      return { machine: machineOf(engine), checks: [...(await examine({ home, engine, store }))] };
    },
    presets: async () => (await import('./presets.ts')).readPresets(),
    plan: ({ configuration }) => plan(configuration),
    async startRun({ configuration }) {
      const { runner: ready, store } = await open();
      ready.refuseWhileActive();
      const planned = await plan(configuration);
      const { startAdvance } = await import('./adaptive.ts');
      const advance = startAdvance(planned, store);
      return { runId: await ready.start(planned, titleOf(configuration), advance) };
    },
    resumeRun: async ({ ref }) => ({ runId: await (await open()).runner.resume(ref) }),
    cancelRun: async ({ runId }) => ({ cancelled: (await runner?.cancel(runId)) ?? false }),
    progress: async () => runner?.progress() ?? null,
    history: async ({ query, limit, after }) => {
      const { store } = await open();
      return store.history({ query, limit, after });
    },
    run: ({ ref }) => detail(ref),
    ...laboratory.api,
    figure: async (request) => (await figure(request)).spec,
    async exportRun({ ref, format }) {
      const { store, reports } = await open();
      const { exportFiles } = await import('./export/export-run.ts');
      const runId = store.resolve(ref);
      return { files: exportFiles(store, runId, format, reports.of(runId)) };
    },
    async exportFigure(request) {
      const { spec, runId } = await figure(request);
      const { renderFigureFile } = await import('./figure-file.ts');
      return { file: renderFigureFile(spec, runId, request) };
    },
  };

  return {
    api,
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    selftest: laboratory.selftest,
    async exportTo(ref, format, folder) {
      const { store, reports } = await open();
      const { exportRun } = await import('./export/export-run.ts');
      const runId = store.resolve(ref);
      return exportRun(store, runId, format, folder, reports.of(runId));
    },
    async close() {
      if (closed) return;
      closed = true;
      await runner?.close();
      await measuring.close();
      const parts = await opened?.catch(() => null);
      // Nothing measures any more. A backup that fails must not keep the store open; the next start tries again.
      await parts?.store.backupIfDue().catch(() => null);
      parts?.store.close();
    },
  };
}
