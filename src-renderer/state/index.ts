import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Input, MenuCommand, RunDetail } from '../../src-main/contract/api.ts';
import { toFailure } from '../../src-main/contract/failure.ts';
import type { DoctorReport } from '../../src-main/contract/machine.ts';
import type { Preset, SampleResult } from '../../src-main/contract/procedures/files.ts';
import type { StorageView } from '../../src-main/contract/procedures/settings.ts';
import type { HistoryRow } from '../../src-main/contract/run-results.ts';
import type { Catalog } from '../../src-main/contract/workload.ts';
import type { Client } from '../client.ts';
import { type CompareAhead, createCompareAhead } from './ahead.ts';
import { type Curation, createCuration } from './curation.ts';
import { createElsewhere, type Elsewhere } from './elsewhere.ts';
import { createHistory, type HistoryState, newestFirst, oldestFirst } from './history.ts';
import { wantedOfRuns } from './history-columns.ts';
import { createHistoryRoute, type HistoryRoute } from './history-route.ts';
import { createImports, type Imports } from './imports.ts';
import { createLabs, type LabsState } from './labs.ts';
import { createLive, type LiveState } from './live.ts';
import { createLiveLog, type LiveLog } from './live-log.ts';
import { createNewRun, type NewRunState } from './new-run.ts';
import type { Question } from './question.ts';
import { createQueue, type QueueState } from './queue.ts';
import { createResource, createRunDetails, type Resource } from './resource.ts';
import { hrefOf, parseRoute, type Route } from './route.ts';
import { createRunActions, type RunActions } from './run-actions.ts';
import { createSettings, type Settings } from './settings.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { whenQuiet } from './when-quiet.ts';

export type FigureRequest = Input<'figure'>;

export type Marked = {
  readonly pinned: readonly HistoryRow[];
  readonly baseline: HistoryRow | null;
};

type Actions = Toasts & RunActions & Imports;

/**
 * All state of the interface, on this page. Views read signals of it and call functions of it, and keep nothing else.
 */
export type App = Actions & {
  readonly client: Client;
  readonly route: ReadonlySignal<Route>;
  readonly settings: ReadonlySignal<Settings>;
  readonly catalog: Resource<Catalog>;
  readonly presets: Resource<readonly Preset[]>;
  readonly doctor: Resource<DoctorReport>;
  /** Reports again, and repeats the integrity check of the store. */
  examineAgain(): Promise<void>;
  /** The latest few runs, for Home and the palette. */
  readonly recent: Resource<readonly HistoryRow[]>;
  /** The pinned runs and the baseline. */
  readonly marked: Resource<Marked>;
  /** Results that come with the product. */
  readonly samples: Resource<readonly SampleResult[]>;
  /** Where results are kept, and what is to be said of that place. */
  readonly storage: Resource<StorageView>;
  readonly newRun: NewRunState;
  /** The user's own code. */
  readonly labs: LabsState;
  readonly live: LiveState;
  readonly liveLog: LiveLog;
  /** What another process measures. */
  readonly elsewhere: Elsewhere;
  /** What waits for the machine. */
  readonly queue: QueueState;
  readonly history: HistoryState;
  readonly historyRoute: HistoryRoute;
  readonly curation: Curation;
  readonly compareAhead: CompareAhead;
  /** What is stored of a run, asked for once and again when the run changes. */
  run(ref: string): Resource<RunDetail>;
  /** Does what the menu of a desktop window asks for; the shell puts it here. */
  readonly menuCommand: Signal<((command: MenuCommand) => void) | null>;
  readonly paletteOpen: Signal<boolean>;
  /** What a dialog asks; null: nothing. */
  readonly asking: Signal<Question | null>;
  /** The figure that the composer shows; null while it is closed. */
  readonly composing: Signal<FigureRequest | null>;
  /** False while a browser has lost the program that serves it. */
  readonly connected: ReadonlySignal<boolean>;
  /** The history without a workspace of its own is the list as it was left. */
  go(route: Route): void;
  /** The same without a step of the history: what changes with every key. */
  replace(route: Route): void;
  changeSettings(part: Partial<Settings>): void;
  /** Loads what every screen needs and follows the events of the host. Returns the end of it. */
  connect(): () => void;
};

const settleMs = 2000;
/** Lists follow a change when nothing more changes for so long, and no later than that: keys are pressed in a row. */
const [quietMs, latestMs] = [150, 1000];

export function createApp(client: Client, window: Window): App {
  const route = signal<Route>(parseRoute(window.location.hash));
  const settings = createSettings(storageOf(window), window.document.documentElement);
  const catalog = createResource(() => client.call('catalog', {}));
  const presets = createResource(() => client.call('presets', {}));
  let lookAgain = false;
  const doctor = createResource(() => client.call('doctor', lookAgain ? { again: true } : {}));
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
  const elsewhere = createElsewhere(
    client,
    () => {
      const progress = live.progress.peek();
      return progress?.status === 'running' ? progress.runId : null;
    },
    () => !window.document.hidden,
  );
  let followed: string | null = null;
  // No event comes of a run of another process: what it has stored is read again when its row is another one.
  effect(() => {
    const row = elsewhere.run.value;
    const before = followed;
    followed = row?.id ?? null;
    if (before !== null && before !== followed) {
      if (live.cancelling.peek() === before) live.cancelling.value = null;
      liveLog.follow(before, true);
      storedChanged([before]);
      toast(`Run ${before} of another process has ended.`, {
        action: { label: 'Open', run: () => go({ screen: 'run', ref: before, tab: 'results' }) },
      });
    }
    if (row === null) return;
    liveLog.follow(row.id);
    if (before === row.id) details.refresh(new Set([row.id]));
  });
  const history = createHistory(client, () => wantedOfRuns(settings.peek()));
  const newRun = createNewRun(client, catalog, () => settings.peek().defaults);
  const menuCommand = signal<((command: MenuCommand) => void) | null>(null);
  const paletteOpen = signal(false);
  const asking = signal<Question | null>(null);
  const composing = signal<FigureRequest | null>(null);
  const said = createToasts();
  const { toast } = said;
  const connected = signal(true);
  const enter = (next: Route) => {
    window.location.hash = hrefOf(next);
    route.value = next;
  };
  const go = (next: Route) => {
    historyRoute.commit();
    const list = next.screen === 'history' && next.view === undefined;
    enter(list ? historyRoute.current() : next);
  };
  const replace = (next: Route) => {
    window.history.replaceState(null, '', hrefOf(next));
    route.value = next;
  };
  const historyRoute = createHistoryRoute({ history, route, go: enter, replace });
  const details = createRunDetails(client);
  const curation = createCuration({
    client,
    history,
    toast,
    rowsChanged: (rows) => {
      const byId = new Map(rows.map((row) => [row.id, row]));
      details.update(byId);
      recent.update((known) => known.map((row) => ({ ...row, ...byId.get(row.id) })));
    },
    storedChanged: (ids) => storedChanged(ids),
  });
  const labs = createLabs({
    ...{ client, catalog, newRun, toast, go },
    startRun: () => actions.startRun(),
  });
  const compareAhead = createCompareAhead(client, settings, () => window.innerHeight);
  effect(() => {
    const ticked = oldestFirst(history.selected.value, history.rows.peek());
    // What is measured now must not be disturbed by what may be looked at later.
    if (live.progress.peek()?.status !== 'running') compareAhead.expect(ticked);
  });
  const reload = (runIds: ReadonlySet<string>) => {
    compareAhead.forget();
    details.refresh(runIds);
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
    soon.cancel();
    const ids = new Set(waiting);
    waiting.clear();
    if (ids.size > 0) reload(ids);
  };
  const soon = whenQuiet(flush, quietMs, latestMs);
  const storedChanged = (runIds: readonly string[]) => {
    compareAhead.forget();
    for (const id of runIds) waiting.add(id);
    if (live.progress.peek()?.status !== 'running') soon();
    else timer ??= setTimeout(flush, settleMs);
  };

  const queue = createQueue({ client, toast, watch: () => go({ screen: 'live' }) });
  const actions = createRunActions({
    ...{ client, live, newRun, elsewhere, queue, route, go, toast },
  });
  return {
    ...{ client, route, settings, catalog, presets, doctor },
    examineAgain() {
      lookAgain = true;
      const examined = doctor.load();
      lookAgain = false;
      return examined;
    },
    ...{ recent, marked, samples, storage, newRun, labs, live, liveLog, elsewhere, queue },
    ...{
      history,
      historyRoute,
      curation,
      compareAhead,
      menuCommand,
      paletteOpen,
      asking,
      composing,
    },
    ...{ run: details.run, connected, go, replace },
    ...said,
    ...actions,
    ...createImports({ client, samples, curation, go, toast }),
    changeSettings(part) {
      const before = JSON.stringify(wantedOfRuns(settings.peek()));
      settings.value = { ...settings.value, ...part };
      if (
        JSON.stringify(wantedOfRuns(settings.peek())) !== before &&
        history.total.peek() !== null
      ) {
        if (part.historyCase === null && history.order.peek().by === 'case') {
          history.setOrder(newestFirst);
        } else void history.load(true);
      }
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
      const askProgress = () => live.ask(() => client.call('progress', {}));
      const loadAll = () => {
        for (const each of [catalog, presets, doctor, recent, storage]) void each.load();
        void elsewhere.look();
        void queue.load();
        void askSettings();
        void askProgress();
        void labs.look();
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
          if (event.type === 'queue-changed') {
            queue.receive(event.queue);
            return;
          }
          if (event.type === 'notice') {
            toast(event.text, event.bad ? { tone: 'bad' } : {});
            void doctor.load();
            return;
          }
          if (event.type === 'lab-activity') {
            labs.receive(event.activity);
            return;
          }
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
                run: () => go({ screen: 'run', ref: runId, tab: 'results' }),
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
