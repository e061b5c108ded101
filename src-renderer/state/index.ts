import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Input, MenuCommand, Preset, RunDetail } from '../../src-main/contract/api.ts';
import { toFailure } from '../../src-main/contract/failure.ts';
import type { DoctorReport } from '../../src-main/contract/machine.ts';
import type { SampleResult } from '../../src-main/contract/procedures/files.ts';
import type { StorageView } from '../../src-main/contract/procedures/settings.ts';
import type { Progress, RunRow } from '../../src-main/contract/run.ts';
import type { Catalog } from '../../src-main/contract/workload.ts';
import type { Client } from '../client.ts';
import { type CompareAhead, createCompareAhead } from './ahead.ts';
import { type Curation, createCuration } from './curation.ts';
import { createElsewhere, type Elsewhere } from './elsewhere.ts';
import { createHistory, type HistoryState } from './history.ts';
import { importRunFile, type RunFile } from './import-files.ts';
import { createLive, type LiveState } from './live.ts';
import { createLiveLog, type LiveLog } from './live-log.ts';
import { createNewRun, type NewRunState } from './new-run.ts';
import { createResource, type Resource } from './resource.ts';
import { hrefOf, parseRoute, type Route } from './route.ts';
import { createSettings, type Settings } from './settings.ts';
import { createToasts, type Toasts } from './toasts.ts';

export type FigureRequest = Input<'figure'>;

export type Marked = { readonly pinned: readonly RunRow[]; readonly baseline: RunRow | null };

/**
 * All state of the interface, on this page. Views read signals of it and call functions of it, and keep nothing else.
 */
export type App = Toasts & {
  readonly client: Client;
  readonly route: ReadonlySignal<Route>;
  readonly settings: ReadonlySignal<Settings>;
  readonly catalog: Resource<Catalog>;
  readonly presets: Resource<readonly Preset[]>;
  readonly doctor: Resource<DoctorReport>;
  /** The latest few runs, for Home and the palette. */
  readonly recent: Resource<readonly RunRow[]>;
  /** The pinned runs and the baseline. */
  readonly marked: Resource<Marked>;
  /** Results that come with the product. */
  readonly samples: Resource<readonly SampleResult[]>;
  /** Where results are kept, and what is to be said of that place. */
  readonly storage: Resource<StorageView>;
  readonly newRun: NewRunState;
  readonly live: LiveState;
  readonly liveLog: LiveLog;
  /** What another process measures. */
  readonly elsewhere: Elsewhere;
  readonly history: HistoryState;
  readonly curation: Curation;
  readonly compareAhead: CompareAhead;
  /** What is stored of a run, asked for once and again when the run changes. */
  run(ref: string): Resource<RunDetail>;
  /** Does what the menu of a desktop window asks for; the shell puts it here. */
  readonly menuCommand: Signal<((command: MenuCommand) => void) | null>;
  readonly overlay: Signal<'none' | 'palette' | 'shortcuts'>;
  /** The figure that the composer shows; null while it is closed. */
  readonly composing: Signal<FigureRequest | null>;
  /** False while a browser has lost the program that serves it. */
  readonly connected: ReadonlySignal<boolean>;
  go(route: Route): void;
  /** The same without a step of the history: what changes with every key. */
  replace(route: Route): void;
  /** Starts what New run describes and shows it; says in the form why it cannot. */
  startRun(): Promise<void>;
  /** Measures what a run lacks and shows it. */
  resumeRun(ref: string): Promise<void>;
  /** Measures what a run was configured for again, as a run of its own. */
  runAgain(ref: string): Promise<void>;
  /** Measures at the sizes that narrow the break-evens of a run. */
  refineRun(ref: string): Promise<void>;
  cancelRun(): Promise<void>;
  /** The current case is finished, the next waits. */
  pauseRun(paused: boolean): Promise<void>;
  /** The current case ends as skipped. */
  skipCase(): Promise<void>;
  importFiles(files: readonly RunFile[]): Promise<void>;
  /** Stores a result that comes with the product and opens it. */
  openSample(id: string): Promise<void>;
  changeSettings(part: Partial<Settings>): void;
  /** Loads what every screen needs and follows the events of the host. Returns the end of it. */
  connect(): () => void;
};

/** Details of this many runs are kept; the oldest goes first. */
const keptRuns = 24;
const settleMs = 2000;

export function createApp(client: Client, window: Window): App {
  const route = signal<Route>(parseRoute(window.location.hash));
  const settings = createSettings(storageOf(window), window.document.documentElement);
  const catalog = createResource(() => client.call('catalog', {}));
  const presets = createResource(() => client.call('presets', {}));
  const doctor = createResource(() => client.call('doctor', {}));
  const recent = createResource(async () => (await client.call('history', { limit: 8 })).rows);
  const marked = createResource(async (): Promise<Marked> => {
    const [pinned, baseline] = await Promise.all([
      client.call('history', { query: 'is:pinned', limit: 5 }),
      client.call('history', { query: 'is:baseline', limit: 1 }),
    ]);
    return { pinned: pinned.rows, baseline: baseline.rows[0] ?? null };
  });
  const samples = createResource(async () => (await client.call('sampleResults', {})).samples);
  const storage = createResource(() => client.call('storage', {}));
  const live = createLive();
  const liveLog = createLiveLog(client);
  effect(() => {
    const progress = live.progress.value;
    if (progress !== null) liveLog.follow(progress.runId, progress.status !== 'running');
  });
  const elsewhere = createElsewhere(client, () => {
    const progress = live.progress.peek();
    return progress?.status === 'running' ? progress.runId : null;
  });
  const history = createHistory(client);
  const newRun = createNewRun(client, catalog, () => settings.peek().defaults);
  const menuCommand = signal<((command: MenuCommand) => void) | null>(null);
  const overlay = signal<'none' | 'palette' | 'shortcuts'>('none');
  const composing = signal<FigureRequest | null>(null);
  const { toasts, toast, dismiss } = createToasts();
  const connected = signal(true);
  const runs = new Map<string, Resource<RunDetail>>();
  const go = (next: Route) => {
    window.location.hash = hrefOf(next);
    route.value = next;
  };
  const replace = (next: Route) => {
    window.history.replaceState(null, '', hrefOf(next));
    route.value = next;
  };
  const run = (ref: string): Resource<RunDetail> => {
    const known = runs.get(ref);
    if (known !== undefined) return known;
    const made = createResource(() => client.call('run', { ref }));
    runs.set(ref, made);
    const [oldest] = runs.keys();
    if (runs.size > keptRuns && oldest !== undefined) runs.delete(oldest);
    void made.load();
    return made;
  };
  const refresh = (changed: ReadonlySet<string>) => {
    for (const [ref, resource] of runs) {
      const known = resource.state.peek().value?.run.id;
      const hit = changed.has(ref) || (known !== undefined && changed.has(known));
      if (hit || ref.startsWith('latest')) void resource.load();
    }
  };
  const rowsChanged = (rows: readonly RunRow[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const resource of runs.values()) {
      const known = resource.state.peek().value?.run.id;
      if (known === undefined || byId.has(known)) {
        resource.update((detail) => ({ ...detail, run: byId.get(detail.run.id) ?? detail.run }));
      }
    }
    recent.update((known) => known.map((row) => byId.get(row.id) ?? row));
  };
  const curation = createCuration({
    client,
    history,
    toast,
    rowsChanged,
  });
  const compareAhead = createCompareAhead(client, () => window.innerHeight);
  effect(() => {
    const ticked = [...history.selected.value];
    // What is measured now must not be disturbed by what may be looked at later.
    if (live.progress.peek()?.status !== 'running') compareAhead.expect(ticked);
  });
  const reload = (runIds: ReadonlySet<string>) => {
    compareAhead.forget();
    refresh(runIds);
    void recent.load();
    void marked.load();
    if (history.total.peek() !== null) void history.load();
  };
  // The window shares the machine that it measures: what changes during a run is fetched every few seconds.
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const ids = new Set(waiting);
    waiting.clear();
    if (ids.size > 0) reload(ids);
  };
  const storedChanged = (runIds: readonly string[]) => {
    for (const id of runIds) waiting.add(id);
    if (live.progress.peek()?.status !== 'running') flush();
    else timer ??= setTimeout(flush, settleMs);
  };
  /** Does what starts a measurement, then shows it. */
  const measure = async (act: () => Promise<unknown>, what: string) => {
    try {
      await act();
      live.receive(await client.call('progress', {}));
      go({ screen: 'live' });
    } catch (error) {
      toast(`${what}: ${toFailure(error).message}`, { tone: 'bad' });
      void elsewhere.look();
    }
  };
  const active = (): Progress | null => {
    const progress = live.progress.value;
    return progress?.status === 'running' ? progress : null;
  };

  return {
    client,
    route,
    settings,
    catalog,
    presets,
    doctor,
    recent,
    marked,
    samples,
    storage,
    newRun,
    live,
    liveLog,
    elsewhere,
    history,
    curation,
    compareAhead,
    run,
    menuCommand,
    overlay,
    composing,
    toasts,
    connected,
    go,
    replace,
    toast,
    dismiss,
    async startRun() {
      const runId = await newRun.start();
      if (runId === null) {
        const why = newRun.startFailure.peek();
        void elsewhere.look();
        // The form says it next to its button; elsewhere nothing else would.
        if (why !== null && route.peek().screen !== 'new') {
          toast(`The run was not started: ${why.message}`, { tone: 'bad' });
        }
        return;
      }
      live.receive(await client.call('progress', {}).catch(() => null));
      go({ screen: 'live' });
    },
    resumeRun: (ref) => measure(() => client.call('resumeRun', { ref }), 'The run was not resumed'),
    runAgain: (ref) =>
      measure(async () => {
        const { plan } = await client.call('run', { ref });
        await client.call('startRun', { configuration: plan.configuration });
      }, 'The run was not started'),
    refineRun: (ref) =>
      measure(() => client.call('refine', { ref }), 'The break-even was not narrowed'),
    async cancelRun() {
      const running = active();
      if (running === null || live.cancelling.value !== null) return;
      live.cancelling.value = running.runId;
      try {
        await client.call('cancelRun', { runId: running.runId });
      } catch (error) {
        live.cancelling.value = null;
        toast(`The run was not cancelled: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    async pauseRun(paused) {
      const running = active();
      if (running === null) return;
      try {
        const answer = await client.call('pauseRun', { runId: running.runId, paused });
        live.setPaused(running.runId, answer.paused);
      } catch (error) {
        toast(`The run was not ${paused ? 'paused' : 'continued'}: ${toFailure(error).message}`, {
          tone: 'bad',
        });
      }
    },
    async skipCase() {
      const running = active();
      if (running === null || running.current === null) return;
      const { index } = running.current;
      try {
        const { skipped } = await client.call('skipCase', { runId: running.runId, index });
        if (!skipped) toast('The case had ended before it could be skipped.');
      } catch (error) {
        toast(`The case was not skipped: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    async importFiles(files) {
      for (const file of files) {
        try {
          const { run: row, already } = await importRunFile(client, file);
          const openIt = () => go({ screen: 'run', ref: row.id, tab: 'summary' });
          if (!already) {
            toast(`${file.name} is stored as “${row.title}”.`, {
              tone: 'good',
              action: { label: 'Open', run: openIt },
            });
          } else if (row.trashedAt === undefined) {
            toast(
              `${file.name} was not imported: its run is stored already, as “${row.title}”. To import the file again, delete that run permanently first.`,
              { tone: 'bad', action: { label: 'Open it', run: openIt } },
            );
          } else {
            toast(`${file.name} was not imported: its run “${row.title}” is in the trash.`, {
              tone: 'bad',
              action: {
                label: 'Bring it back',
                run: () => void curation.restore([row.id]).then(openIt),
              },
            });
          }
        } catch (error) {
          toast(`${file.name} was not imported: ${toFailure(error).message}`, { tone: 'bad' });
        }
      }
    },
    async openSample(id) {
      try {
        const { runId } = await client.call('openSample', { id });
        void samples.load();
        go({ screen: 'run', ref: runId, tab: 'summary' });
      } catch (error) {
        toast(`The sample result was not opened: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    changeSettings(part) {
      settings.value = { ...settings.value, ...part };
      client.call('saveSettings', part).catch((error: unknown) => {
        toast(`The settings hold for this window alone: ${toFailure(error).message}`, {
          tone: 'bad',
        });
      });
    },
    connect() {
      const askSettings = async () => {
        const kept = await client.call('settings', {}).catch(() => null);
        if (kept !== null) settings.value = kept;
      };
      const askProgress = async () => {
        live.receive(await client.call('progress', {}).catch(() => null));
      };
      const loadAll = () => {
        for (const each of [catalog, presets, doctor, recent, storage]) void each.load();
        void elsewhere.look();
        void askSettings();
        void askProgress();
      };
      const onHash = () => {
        const next = parseRoute(window.location.hash);
        if (hrefOf(next) !== hrefOf(route.value)) route.value = next;
      };
      window.addEventListener('hashchange', onHash);
      const off = client.onEvent(
        (event) => {
          if (event.type === 'history-changed') {
            storedChanged(event.runIds ?? [event.runId]);
            return;
          }
          if (event.type === 'command') {
            menuCommand.value?.(event.command);
            return;
          }
          if (event.type === 'queue-changed') return;
          const before = live.progress.peek();
          live.receive(event.progress);
          const ended = before?.status === 'running' && event.progress.status !== 'running';
          if (elsewhere.run.peek()?.id === event.progress.runId) void elsewhere.look();
          if (ended) {
            waiting.add(event.progress.runId);
            flush();
          }
          if (ended && route.peek().screen !== 'live') {
            const { runId, status } = event.progress;
            toast(`Run ${runId} is ${status}.`, {
              tone: status === 'failed' ? 'bad' : 'good',
              action: {
                label: 'Open',
                run: () => go({ screen: 'run', ref: runId, tab: 'summary' }),
              },
            });
          }
        },
        (now) => {
          const back = now && !connected.peek();
          connected.value = now;
          if (back) loadAll();
        },
      );
      loadAll();
      const unwatch = elsewhere.watch();
      return () => {
        unwatch();
        window.removeEventListener('hashchange', onHash);
        off();
      };
    },
  };
}

function storageOf(window: Window): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
