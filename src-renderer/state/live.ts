import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Progress } from '../../src-main/contract/progress.ts';
import { addTick, type ClockTick } from './throttle.ts';

export type LiveState = {
  /** The run under way, or the last one that this window saw end. */
  readonly progress: ReadonlySignal<Progress | null>;
  /** When that was heard, by the clock that `elapsedS` reads. */
  readonly heardAtMs: ReadonlySignal<number>;
  /** Running medians of the current case, as they came in: the strip next to the number. */
  readonly trail: ReadonlySignal<readonly number[]>;
  /** The clock under the current case, as it was told. */
  readonly clocks: ReadonlySignal<readonly ClockTick[]>;
  /** Run id of a cancel that was asked for and not yet done. */
  readonly cancelling: Signal<string | null>;
  receive(progress: Progress | null): void;
  /** Asks for the state, and drops an answer that an event has overtaken: that is as new, or newer. */
  ask(progress: () => Promise<Progress | null>): Promise<void>;
  /** What the host answered to a pause, before its next event says it. */
  setPaused(runId: string, paused: boolean): void;
};

const longestTrail = 240;

/** What events say of the run under way. Knows nothing of the host: `receive` is all that goes in. */
export function createLive(now: () => number = () => performance.now()): LiveState {
  const progress = signal<Progress | null>(null);
  const heardAtMs = signal(now());
  const trail = signal<readonly number[]>([]);
  const clocks = signal<readonly ClockTick[]>([]);
  const cancelling = signal<string | null>(null);

  const state: LiveState = {
    progress,
    heardAtMs,
    trail,
    clocks,
    cancelling,
    setPaused(runId, paused) {
      const before = progress.value;
      if (before?.runId !== runId || (before.paused ?? false) === paused) return;
      progress.value = { ...before, paused };
    },
    receive(next) {
      if (next === null) return;
      const before = progress.value;
      batch(() => {
        if (before?.runId !== next.runId) trail.value = [];
        const sameCase =
          before?.runId === next.runId && before.current?.index === next.current?.index;
        if (!sameCase) {
          trail.value = [];
          clocks.value = [];
        }
        const { medianNs } = next;
        if (medianNs !== null) trail.value = [...trail.value, medianNs].slice(-longestTrail);
        clocks.value = addTick(clocks.value, next.clock, sameCase ? before?.clock : undefined);
        if (next.status !== 'running' && before?.status === 'running') {
          if (cancelling.value === next.runId) cancelling.value = null;
        }
        heardAtMs.value = now();
        progress.value = next;
      });
    },
    async ask(asked) {
      const before = progress.peek();
      const answer = await asked().catch(() => null);
      if (progress.peek() === before) state.receive(answer);
    },
  };
  return state;
}

/** Seconds that a run has taken so far: the last that was heard, continued by the clock of the window while it measures. */
export function elapsedAt(
  { progress, heardAtMs }: Pick<LiveState, 'progress' | 'heardAtMs'>,
  nowMs: number,
): { readonly run: number; readonly own: number } {
  const heard = progress.value;
  if (heard === null) return { run: 0, own: 0 };
  const since = heard.status === 'running' ? Math.max(0, nowMs - heardAtMs.value) / 1000 : 0;
  return { run: heard.elapsedS + since, own: (heard.own?.elapsedS ?? 0) + since };
}
