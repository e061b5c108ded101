import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Input, Output } from '../../src-main/contract/api.ts';
import { fieldText, valueText } from '../../src-main/contract/axis-values.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';
import type {
  LabActivity,
  LabVariantState,
  LabWatchEvent,
} from '../../src-main/contract/procedures/labs.ts';
import { format, unitFor } from '../../src-main/contract/units.ts';
import type { Catalog } from '../../src-main/contract/workload.ts';
import type { Client } from '../client.ts';
import { type Draft, emptyDraft } from './draft.ts';
import type { NewRunState } from './new-run.ts';
import { resolveDraft } from './resolve.ts';
import { createResource, type Resource } from './resource.ts';
import type { Route } from './route.ts';
import { attempt, type Toasts } from './toasts.ts';

export type LabVerdict = Extract<LabWatchEvent, { type: 'verdict' }>;

/** The user's own code: the labs that are known, and the check or watch of one. */
export type LabsState = {
  readonly list: Resource<Output<'labs'>>;
  readonly activity: ReadonlySignal<LabActivity | null>;
  /** The lab that is being opened for a run; null: none. */
  readonly opening: ReadonlySignal<string | null>;
  /** What the host tells of a check or a watch. */
  receive(activity: LabActivity | null): void;
  /** Asks for the activity and, once the list was asked for, for the list. */
  look(): Promise<void>;
  check(id: string, variants?: string[]): Promise<void>;
  /** Makes the lab a workload and shows the form of a new run of it. */
  run(id: string): Promise<void>;
  watch(request: Input<'watchLab'>): Promise<void>;
  /** Measures the newest version and the baseline at the watched size, as a run that is stored. */
  keep(): Promise<void>;
  /** Measures the lab as it is now over the sizes of the watch, as a run of the usual length. */
  measure(): Promise<void>;
  /** Ends what is under way, or puts away what has ended. */
  stop(): Promise<void>;
  /** Takes it off the list; its files and runs stay. */
  forget(id: string): Promise<void>;
  /** Code that was dropped into a page, which knows its name and no more; null: none. */
  readonly dropped: Signal<string | null>;
  /** Desktop: the main process asks whether to trust one of the list, or one that is chosen first. */
  trust(what: Input<'trustLab'>): Promise<void>;
  /** A folder or file with code: the desktop app asks, a browser shows what to type. */
  drop(file: File): Promise<void>;
  /** Desktop: a lab is made in a chosen folder. */
  make(name: string, from: string): Promise<void>;
  /** Desktop: its folder is shown. */
  show(id: string): Promise<void>;
};

type Parts = {
  readonly client: Pick<Client, 'call' | 'drop'>;
  readonly catalog: Resource<Catalog>;
  readonly newRun: Pick<NewRunState, 'begin' | 'draft'>;
  /** Starts what New run describes. */
  readonly startRun: () => Promise<void>;
  readonly toast: Toasts['toast'];
  readonly go: (route: Route) => void;
};

export function createLabs({ client, catalog, newRun, startRun, toast, go }: Parts): LabsState {
  const list = createResource(() => client.call('labs', {}));
  const activity = signal<LabActivity | null>(null);
  const opening = signal<string | null>(null);
  const dropped = signal<string | null>(null);

  const told = (what: string, act: () => Promise<void>): Promise<void> =>
    attempt(toast, what, act).then(() => undefined);

  const trusted = (ask: () => Promise<{ readonly id: string | null }>) =>
    told('The code is not trusted', async () => {
      const { id } = await ask();
      await list.load();
      if (id !== null) toast(`The lab ${id} is trusted.`, { tone: 'good' });
    });

  /** The form of a run of what is watched; null where nothing of it was measured since it failed. */
  async function draftOfWatched(only: boolean): Promise<Draft | null> {
    const watched = activity.peek();
    const version = newestVersion(watched);
    if (watched === null || version === null) return null;
    const { id } = await client.call('openLab', { id: watched.id });
    await catalog.load();
    const known = catalog.state.peek().value;
    const draft = known === null ? null : emptyDraft(known, id);
    const [group] = draft?.groups ?? [];
    if (draft === null || group === undefined) return null;
    const { axis, points } = version.curve;
    const sizes = only ? points.slice(-1) : points;
    const baseline = known?.workloads.find((one) => one.id === id)?.baseline;
    const axes = {
      ...Object.fromEntries(
        Object.entries(watched.set).map(([one, value]) => [one, axisText(fieldText(value))]),
      ),
      ...(sizes.length === 0
        ? {}
        : { [axis]: axisText(sizes.map(({ size }) => fieldText(size)).join(', ')) }),
    };
    const both = [version.variant, ...(baseline === undefined ? [] : [baseline])];
    return {
      ...draft,
      title: only ? `${id}: ${version.variant} #${version.version}` : '',
      groups: [{ ...group, axes, ...(only ? { variants: [...new Set(both)] } : {}) }],
      policy: only ? { ...draft.policy, repetitions: keptRepetitions } : draft.policy,
    };
  }

  return {
    list,
    activity,
    opening,
    receive(next) {
      activity.value = next;
    },
    async look() {
      const asked = client.call('labActivity', {}).catch(() => null);
      // Nobody has looked at the list yet: the screen asks for it.
      if (list.state.peek().value !== null) void list.load();
      activity.value = await asked;
    },
    check: (id, variants) =>
      told('The check did not end', async () => {
        try {
          await client.call('checkLab', { id, ...(variants === undefined ? {} : { variants }) });
        } finally {
          await list.load();
        }
      }),
    async run(id) {
      if (opening.peek() !== null) return;
      opening.value = id;
      await told('The lab was not opened', async () => {
        const opened = await client.call('openLab', { id });
        await catalog.load();
        newRun.begin(opened.id);
        go({ screen: 'new' });
      });
      opening.value = null;
    },
    watch: (request) =>
      told('The watch did not begin', async () => {
        const begun = await client.call('watchLab', request);
        if (begun !== null) activity.value = begun;
      }),
    keep: () =>
      told('The version is not kept', async () => {
        const draft = await draftOfWatched(true);
        const known = catalog.state.peek().value;
        const configuration = draft && known && resolveDraft(draft, known).configuration;
        if (draft === null || !configuration) return;
        await client.call('queueRun', { configuration });
        toast(`${draft.title} is measured as a run and appears in History.`, { tone: 'good' });
      }),
    measure: () =>
      told('The lab is not measured', async () => {
        const draft = await draftOfWatched(false);
        if (draft === null) return;
        newRun.draft.value = draft;
        await startRun();
      }),
    stop: () =>
      told('It was not ended', async () => {
        await client.call('stopLab', {});
      }),
    forget: (id) =>
      told('The lab stays on the list', async () => {
        await client.call('forgetLab', { id });
        await Promise.all([list.load(), catalog.load()]);
        toast(`The lab ${id} is off the list.`, { tone: 'good' });
      }),
    dropped,
    trust: (what) => trusted(() => client.call('trustLab', what)),
    async drop(file) {
      go({ screen: 'labs' });
      const { drop } = client;
      if (drop === undefined) dropped.value = file.name;
      else await trusted(() => drop(file));
    },
    make: (name, from) =>
      told('The lab was not made', async () => {
        const { id } = await client.call('newLab', { name, from });
        await list.load();
        if (id !== null) toast(`The lab ${id} is made.`, { tone: 'good' });
      }),
    show: (id) =>
      told('The folder was not shown', async () => {
        await client.call('openLabFolder', { id });
      }),
  };
}

/** Processes that a kept version is measured in: as many as a verdict needs. */
const keptRepetitions = '3';
const axisText = (text: string) => ({ kind: 'number' as const, text });

/** The version that a watch measured last, unless a newer one failed; null: none. */
export function newestVersion(activity: Pick<LabActivity, 'events'> | null): LabVerdict | null {
  const newest = activity?.events[0]?.event;
  return newest?.type === 'verdict' ? newest : null;
}

/** The versions of the variant that was measured last, the newest first. */
export function versionsOf({ events }: Pick<LabActivity, 'events'>): readonly LabVerdict[] {
  const verdicts = events.flatMap(({ event }) => (event.type === 'verdict' ? [event] : []));
  return verdicts.filter(({ variant }) => variant === verdicts[0]?.variant);
}

const drawnVersions = 10;

/** Medians over the sizes of the last ten versions, the older the paler, with the baseline. Null: none was measured. */
export function watchFigure(activity: Pick<LabActivity, 'events'>): FigureSpec | null {
  const versions = versionsOf(activity).slice(0, drawnVersions);
  const [newest] = versions;
  if (newest === undefined || newest.curve.points.length === 0) return null;
  const { axis, points } = newest.curve;
  const largest = Math.max(...points.map(({ medianNs, baselineNs }) => baselineNs ?? medianNs));
  const unit = unitFor(largest, 'duration');
  const line = (
    label: string,
    slot: number,
    of: readonly (readonly [number, number | null])[],
    faded = 1,
  ) => ({
    ...{ key: label, label, device: null, slot, faded, published: false, mark: 'line' as const },
    points: of.flatMap(([x, ns]) =>
      ns === null ? [] : [{ x, y: ns / unit.factor, lo: null, hi: null, n: 1 }],
    ),
  });
  const baseline = line(
    'baseline',
    1,
    points.map(({ size, baselineNs }) => [size, baselineNs]),
  );
  const last = points.at(-1);
  const ns = newest.medianNs ?? last?.medianNs ?? 0;
  return {
    kind: 'versions',
    title: `${newest.variant} over ${axis}`,
    caption: 'Medians of one process, at the largest size of all pairs. Older versions are paler.',
    summary: `${newest.variant} #${newest.version} takes ${format(ns, 'duration')} at ${axis} = ${valueText(last?.size ?? 0)}.`,
    x: { label: axis, whole: true, scale: 'log', ticks: 'si' },
    y: { label: `Time (${unit.symbol})`, scale: 'log' },
    series: [
      ...versions.map(({ version, curve }, age) =>
        line(
          `#${version}`,
          0,
          curve.points.map(({ size, medianNs }) => [size, medianNs]),
          age === 0 ? 1 : 0.7 - 0.05 * age,
        ),
      ),
      ...(baseline.points.length === 0 ? [] : [baseline]),
    ],
    bands: [],
    provenance: {},
  };
}

/** `not-compiled` as people write it. */
export const stateText = (state: LabVariantState): string =>
  state === 'unchecked' ? 'not checked' : state.replace('-', ' ');

/** What a state means, for those whose sentence does not say it. */
export const stateHelp: Readonly<Partial<Record<LabVariantState, string>>> = {
  built: 'A run has compiled it; Check verifies it.',
  changed: 'Its file or the reference has changed since the last check.',
};

/** `3 of 5 variants verified`, for the head of a lab. */
export function checkedText(variants: readonly { readonly state: LabVariantState }[]): string {
  const verified = variants.filter(({ state }) => state === 'verified').length;
  return `${verified} of ${variants.length} variants verified`;
}

/** Whether the newest version that a watch saw of a variant failed: what an earlier check said of it is over. */
export function watchFault(activity: LabActivity | null, lab: string, variant: string): boolean {
  if (activity?.id !== lab) return false;
  const newest = activity.events.find(
    ({ event }) => 'variant' in event && event.variant === variant,
  );
  return newest?.event.type === 'fault';
}
