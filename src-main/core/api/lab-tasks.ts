import type { ApiEvent } from '../../contract/api.ts';
import { BreakevenError, toFailure } from '../../contract/failure.ts';
import type { RegisteredLab } from '../../contract/lab.ts';
import type { LabActivity, LabWatchEvent } from '../../contract/procedures/labs.ts';
import type { Values } from '../../contract/workload.ts';
import { followSources } from '../lab/annotated-source.ts';
import { excerptOf } from '../lab/excerpt.ts';
import type { WatchRequest } from '../run/watch-lab.ts';
import type { LabActions } from './lab-actions.ts';

/** Events of a watch that a window can still show. */
const keptEvents = 30;

type WatchWhat = { readonly variant?: string | undefined; readonly set: Values };

export type LabTasks = ReturnType<typeof createLabTasks>;

/** The check or watch of a lab that a window began: one at a time, told to every window. */
export function createLabTasks(
  actions: Pick<LabActions, 'check' | 'watch'>,
  emit: (event: ApiEvent) => void,
) {
  let activity: LabActivity | null = null;
  let stopping: AbortController | null = null;
  let ended: Promise<unknown> = Promise.resolve();

  function tell(next: LabActivity | null): void {
    activity = next;
    emit({ type: 'lab-activity', activity });
  }

  function change(part: Partial<LabActivity>): void {
    if (activity !== null) tell({ ...activity, ...part });
  }

  /** @throws BreakevenError `busy` while any lab is checked or watched. */
  function refuseBusy(): void {
    if (activity?.underway !== true) return;
    const what = activity.kind === 'check' ? 'checked' : 'watched';
    throw new BreakevenError('busy', `the lab ${activity.id} is being ${what}; stop that first`);
  }

  function begin(
    id: string,
    kind: LabActivity['kind'],
    variant: string | null,
    set: Values = {},
  ): AbortController {
    refuseBusy();
    const controller = new AbortController();
    stopping = controller;
    tell({ id, kind, variant, set, underway: true, events: [], source: null, failure: null });
    return controller;
  }

  /** @throws BreakevenError `busy` while there is another, and whatever the check meets. */
  async function check({ id }: RegisteredLab, variants?: readonly string[]) {
    const { signal } = begin(id, 'check', null);
    const work = actions.check({
      ...{ ref: id, variants, signal },
      onProgress: (variant) => change({ variant }),
    });
    ended = work.catch(() => null);
    try {
      return await work;
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new BreakevenError('cancelled', `the check of the lab ${id} was stopped`);
    } finally {
      tell(null);
    }
  }

  /** Returns when it has begun. @throws BreakevenError `busy`. */
  function watch({ id, path }: RegisteredLab, { variant, set }: WatchWhat): LabActivity {
    const { signal } = begin(id, 'watch', variant ?? null, set);
    const onEvent = (event: LabWatchEvent): void => {
      const excerpt = event.type === 'fault' ? excerptOf(path, event.reason) : null;
      const one = { at: new Date().toISOString(), event, excerpt };
      const before = activity?.events ?? [];
      const [last] = before;
      const earlier = last !== undefined && refines(event, last.event) ? before.slice(1) : before;
      change({ events: [one, ...earlier].slice(0, keptEvents) });
    };
    const request = { ref: id, variant, set, trustSaved: true, overSizes: true, onEvent, signal };
    const sourceOf = followSources(variant);
    const onBuilt: WatchRequest['onBuilt'] = (...built) => change({ source: sourceOf(...built) });
    ended = actions.watch({ ...request, onBuilt }).then(
      () => change({ underway: false }),
      (error: unknown) =>
        change({ underway: false, failure: signal.aborted ? null : toFailure(error) }),
    );
    if (activity === null) throw new BreakevenError('cancelled', 'the watch was ended at once');
    return activity;
  }

  return {
    current: () => activity,
    check,
    watch,
    refuseBusy,
    /** @throws BreakevenError `busy` while the lab is checked or watched. */
    refuseFor(id: string): void {
      if (activity?.id === id) refuseBusy();
    },
    /** Ends what is under way and waits for its end; puts away what has ended. */
    async stop(): Promise<boolean> {
      if (activity === null) return false;
      if (!activity.underway) {
        tell(null);
        return true;
      }
      stopping?.abort();
      await ended;
      return true;
    },
  };
}

/** Whether a verdict is that of the same version after more repetitions or sizes. */
function refines(event: LabWatchEvent, last: LabWatchEvent): boolean {
  if (event.type !== 'verdict' || last.type !== 'verdict') return false;
  return event.version === last.version;
}
