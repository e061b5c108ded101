import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { MenuCommand, Preset, RunDetail } from '../../src-main/contract/api.ts';
import { toFailure } from '../../src-main/contract/failure.ts';
import type { DoctorReport } from '../../src-main/contract/machine.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Catalog } from '../../src-main/contract/workload.ts';
import type { Client } from '../client.ts';
import { createHistory, type HistoryState } from './history.ts';
import { createLive, type LiveState } from './live.ts';
import { createNewRun, type NewRunState } from './new-run.ts';
import { createResource, type Resource } from './resource.ts';
import { hrefOf, parseRoute, type Route } from './route.ts';
import { createSettings, type Settings } from './settings.ts';

export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
  readonly action: { readonly label: string; readonly run: () => void } | null;
};

/** All state of the interface, on this page. Views read signals of it and call functions of it, and keep nothing else. */
export type App = {
  readonly client: Client;
  readonly route: ReadonlySignal<Route>;
  readonly settings: Signal<Settings>;
  readonly catalog: Resource<Catalog>;
  readonly presets: Resource<readonly Preset[]>;
  readonly doctor: Resource<DoctorReport>;
  /** The latest few runs, for Home and the palette. */
  readonly recent: Resource<readonly RunRow[]>;
  readonly newRun: NewRunState;
  readonly live: LiveState;
  readonly history: HistoryState;
  /** What is stored of a run, asked for once and again when the run changes. */
  run(ref: string): Resource<RunDetail>;
  /** Does what the menu of a desktop window asks for; the shell puts it here. */
  readonly menuCommand: Signal<((command: MenuCommand) => void) | null>;
  readonly overlay: Signal<'none' | 'palette' | 'shortcuts'>;
  readonly toasts: ReadonlySignal<readonly Toast[]>;
  /** False while a browser has lost the program that serves it. */
  readonly connected: ReadonlySignal<boolean>;
  go(route: Route): void;
  toast(text: string, more?: Partial<Pick<Toast, 'tone' | 'action'>>): void;
  dismiss(id: number): void;
  /** Starts what New run describes and shows it; says in the form why it cannot. */
  startRun(): Promise<void>;
  /** Measures what a run lacks and shows it. */
  resumeRun(ref: string): Promise<void>;
  cancelRun(): Promise<void>;
  /** Loads what every screen needs and follows the events of the host. Returns the end of it. */
  connect(): () => void;
};

/** Details of this many runs are kept; the oldest goes first. */
const keptRuns = 24;
const toastMs = 8000;
const settleMs = 2000;

export function createApp(client: Client, window: Window): App {
  const route = signal<Route>(parseRoute(window.location.hash));
  const settings = createSettings(storageOf(window), window.document.documentElement);
  const catalog = createResource(() => client.call('catalog', {}));
  const presets = createResource(() => client.call('presets', {}));
  const doctor = createResource(() => client.call('doctor', {}));
  const recent = createResource(async () => (await client.call('history', { limit: 8 })).rows);
  const live = createLive();
  const history = createHistory(client);
  const newRun = createNewRun(client, catalog);
  const menuCommand = signal<((command: MenuCommand) => void) | null>(null);
  const overlay = signal<'none' | 'palette' | 'shortcuts'>('none');
  const toasts = signal<readonly Toast[]>([]);
  const connected = signal(true);
  const runs = new Map<string, Resource<RunDetail>>();
  let toastId = 0;

  const dismiss = (id: number) => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  };
  const toast: App['toast'] = (text, more = {}) => {
    toastId += 1;
    const id = toastId;
    const made: Toast = { id, text, tone: 'plain', action: null, ...more };
    toasts.value = [...toasts.value, made].slice(-4);
    // What went wrong stays until it was read.
    if (more.tone !== 'bad') setTimeout(() => dismiss(id), toastMs);
  };
  const go = (next: Route) => {
    window.location.hash = hrefOf(next);
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
  const reload = (runIds: ReadonlySet<string>) => {
    for (const [ref, resource] of runs) {
      const known = resource.state.peek().value?.run.id;
      const changed = runIds.has(ref) || (known !== undefined && runIds.has(known));
      if (changed || ref.startsWith('latest')) void resource.load();
    }
    void recent.load();
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
  const storedChanged = (runId: string) => {
    waiting.add(runId);
    if (live.progress.peek()?.status !== 'running') flush();
    else timer ??= setTimeout(flush, settleMs);
  };

  return {
    client,
    route,
    settings,
    catalog,
    presets,
    doctor,
    recent,
    newRun,
    live,
    history,
    run,
    menuCommand,
    overlay,
    toasts,
    connected,
    go,
    toast,
    dismiss,
    async startRun() {
      const runId = await newRun.start();
      if (runId === null) return;
      live.receive(await client.call('progress', {}).catch(() => null));
      go({ screen: 'live' });
    },
    async resumeRun(ref) {
      try {
        await client.call('resumeRun', { ref });
        live.receive(await client.call('progress', {}));
        go({ screen: 'live' });
      } catch (error) {
        toast(`The run was not resumed: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    async cancelRun() {
      const active = live.progress.value;
      if (active === null || active.status !== 'running' || live.cancelling.value !== null) return;
      live.cancelling.value = active.runId;
      try {
        await client.call('cancelRun', { runId: active.runId });
      } catch (error) {
        live.cancelling.value = null;
        toast(`The run was not cancelled: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    connect() {
      const askProgress = async () => {
        live.receive(await client.call('progress', {}).catch(() => null));
      };
      const loadAll = () => {
        for (const each of [catalog, presets, doctor, recent]) void each.load();
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
            storedChanged(event.runId);
            return;
          }
          if (event.type === 'command') {
            menuCommand.value?.(event.command);
            return;
          }
          const before = live.progress.peek();
          live.receive(event.progress);
          const ended = before?.status === 'running' && event.progress.status !== 'running';
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
      return () => {
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
