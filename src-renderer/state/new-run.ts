import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Configuration } from '../../src-main/contract/configuration.ts';
import { type Failure, toFailure } from '../../src-main/contract/failure.ts';
import type { Plan } from '../../src-main/contract/run.ts';
import type { Catalog } from '../../src-main/contract/workload.ts';
import type { Client } from '../client.ts';
import { type Defaults, type Draft, draftOf, emptyDraft, type GroupDraft } from './draft.ts';
import { type Resolved, resolveDraft } from './resolve.ts';
import type { Loadable, Resource } from './resource.ts';

export type NewRunState = {
  readonly draft: Signal<Draft | null>;
  readonly resolved: ReadonlySignal<Resolved | null>;
  /** The host's plan of the configuration: cases, memory, time, what it will skip. */
  readonly plan: ReadonlySignal<Loadable<Plan>>;
  readonly starting: ReadonlySignal<boolean>;
  readonly startFailure: Signal<Failure | null>;
  /** Fills the form with a configuration; false when nothing of it is in this build. */
  fill(configuration: Configuration, presetId?: string): boolean;
  /** An empty form of a workload of the catalog. */
  begin(workload: string): void;
  change(part: Partial<Draft>): void;
  changeGroup(index: number, part: Partial<GroupDraft>): void;
  /** Starts the run; null (and `startFailure`) when it did not start. */
  start(): Promise<string | null>;
};

/** Typing goes on for this long before the host is asked for a plan. */
const pauseMs = 180;

export function createNewRun(
  client: Client,
  catalog: Resource<Catalog>,
  defaults: () => Defaults | undefined = () => undefined,
): NewRunState {
  const draft = signal<Draft | null>(null);
  const plan = signal<Loadable<Plan>>({ loading: true, value: null, failure: null });
  const starting = signal(false);
  const startFailure = signal<Failure | null>(null);

  effect(() => {
    const known = catalog.state.value.value;
    if (known !== null && draft.peek() === null)
      draft.value = emptyDraft(known, undefined, defaults());
  });
  const resolved = computed(() => {
    const known = catalog.state.value.value;
    return draft.value === null || known === null ? null : resolveDraft(draft.value, known);
  });
  /** Comparable text: only what the host would answer differently asks it again. */
  const question = computed(() => {
    const configuration = resolved.value?.configuration;
    return configuration ? JSON.stringify(configuration) : null;
  });
  effect(() => {
    const asked = question.value;
    startFailure.value = null;
    if (asked === null) {
      plan.value = { ...plan.peek(), loading: false };
      return;
    }
    plan.value = { ...plan.peek(), loading: true };
    const timer = setTimeout(async () => {
      const configuration = JSON.parse(asked) as Configuration;
      const next = await client.call('plan', { configuration }).then(
        (value): Loadable<Plan> => ({ loading: false, value, failure: null }),
        (error: unknown): Loadable<Plan> => ({
          loading: false,
          value: null,
          failure: toFailure(error),
        }),
      );
      if (question.peek() === asked) plan.value = next;
    }, pauseMs);
    return () => clearTimeout(timer);
  });

  return {
    draft,
    resolved,
    plan,
    starting,
    startFailure,
    fill(configuration, presetId) {
      const known = catalog.state.value.value;
      const filled = known === null ? null : draftOf(configuration, known);
      if (known === null || filled === null) return false;
      const plain = resolveDraft(filled, known).configuration;
      const preset =
        presetId === undefined || plain === null
          ? null
          : { id: presetId, configuration, untouched: JSON.stringify(plain) };
      draft.value = { ...filled, preset };
      return true;
    },
    begin(workload) {
      const known = catalog.state.peek().value;
      if (known !== null) draft.value = emptyDraft(known, workload, defaults());
    },
    change(part) {
      if (draft.value !== null) draft.value = { ...draft.value, ...part };
    },
    changeGroup(index, part) {
      if (draft.value === null) return;
      const groups = draft.value.groups.map((group, i) =>
        i === index ? { ...group, ...part } : group,
      );
      draft.value = { ...draft.value, groups };
    },
    async start() {
      const configuration = resolved.value?.configuration ?? null;
      if (configuration === null || starting.value) return null;
      starting.value = true;
      startFailure.value = null;
      try {
        return (await client.call('startRun', { configuration })).runId;
      } catch (error) {
        startFailure.value = toFailure(error);
        return null;
      } finally {
        starting.value = false;
      }
    },
  };
}
