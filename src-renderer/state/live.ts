import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { caseName } from '../../src-main/contract/case-names.ts';
import type { Progress } from '../../src-main/contract/run.ts';
import { addTick, type ClockTick } from './throttle.ts';

export type LogLine = { readonly at: string; readonly text: string; readonly bad: boolean };

export type LiveState = {
  /** The run under way, or the last one that this window saw end. */
  readonly progress: ReadonlySignal<Progress | null>;
  readonly log: ReadonlySignal<readonly LogLine[]>;
  /** Running medians of the current case, as they came in: the strip beside the number. */
  readonly trail: ReadonlySignal<readonly number[]>;
  /** The clock under the current case, as it was told. */
  readonly clocks: ReadonlySignal<readonly ClockTick[]>;
  /** Run id of a cancel that was asked for and not yet done. */
  readonly cancelling: Signal<string | null>;
  receive(progress: Progress | null): void;
  /** What the host answered to a pause, before its next event says it. */
  setPaused(runId: string, paused: boolean): void;
};

const longestLog = 500;
const longestTrail = 240;

/** What events say of the run under way. Knows nothing of the host: `receive` is all that goes in. */
export function createLive(now: () => Date = () => new Date()): LiveState {
  const progress = signal<Progress | null>(null);
  const log = signal<readonly LogLine[]>([]);
  const trail = signal<readonly number[]>([]);
  const clocks = signal<readonly ClockTick[]>([]);
  const cancelling = signal<string | null>(null);

  const note = (text: string, bad = false) => {
    const line: LogLine = { at: now().toISOString(), text, bad };
    log.value = [...log.value, line].slice(-longestLog);
  };

  return {
    progress,
    log,
    trail,
    clocks,
    cancelling,
    setPaused(runId, paused) {
      const before = progress.value;
      if (before?.runId !== runId || (before.paused ?? false) === paused) return;
      note(paused ? 'paused: the current case is finished, the next waits' : 'continued');
      progress.value = { ...before, paused };
    },
    receive(next) {
      if (next === null) return;
      const before = progress.value;
      batch(() => {
        if (before?.runId !== next.runId) {
          log.value = [];
          trail.value = [];
          note(`run ${next.runId} started: ${next.total} measurements`);
        }
        const sameCase =
          before?.runId === next.runId && before.current?.index === next.current?.index;
        if (!sameCase) {
          trail.value = [];
          clocks.value = [];
          if (next.current !== null)
            note(`case ${next.current.index + 1}: ${caseName(next.current)}`);
        }
        const { medianNs } = next;
        if (medianNs !== null) trail.value = [...trail.value, medianNs].slice(-longestTrail);
        clocks.value = addTick(clocks.value, next.clock, sameCase ? before?.clock : undefined);
        if (next.status !== 'running' && before?.status === 'running') {
          const why = next.failure === null ? '' : `: ${next.failure.message}`;
          note(`run ${next.runId} is ${next.status}${why}`, next.status === 'failed');
          if (cancelling.value === next.runId) cancelling.value = null;
        }
        progress.value = next;
      });
    },
  };
}
