import { fullCaseName } from '../../contract/case-names.ts';
import type { Failure } from '../../contract/failure.ts';
import { headlineText, type Progress } from '../../contract/progress.ts';
import { formatEstimate, formatInterval } from '../../contract/units.ts';
import type { HostApp } from '../host-app.ts';
import type { AxesOf } from './case-names.ts';
import type { CliIo } from './io.ts';
import { proseLine } from './prose-line.ts';
import { cancelWaits } from './wait.ts';

/** How often the end of a run is asked for, should its last event be lost. */
const pollMs = 500;
/** After so many milliseconds without news of the current case, the wait itself is reported. */
const silenceMs = 5000;
/** How often where lines are not overwritten, in milliseconds. */
const silenceLineMs = 30_000;

/** A run that is over; `failure` says what ended it early, but for a cancel. */
export type EndedRun = { readonly runId: string; readonly failure: Failure | null };

/**
 * Starts a run by `start`, shows its progress on standard error and returns when it has ended, however it ended. The
 * first interrupt cancels it, and its finished cases stay; a second one ends the process at once. `axesOf` names the axes
 * that distinguish its cases.
 */
export async function watchRun(
  app: HostApp,
  start: () => Promise<{ readonly runId: string }>,
  io: CliIo,
  quiet: boolean,
  axesOf: AxesOf,
): Promise<EndedRun> {
  const show = quiet ? silent : io.terminal ? overwriting(io, axesOf) : lines(io, axesOf);
  let runId: string | undefined;
  let interrupts = 0;
  let heard = performance.now();
  let latest: Progress | null = null;
  const ended = new Map<string, Failure | null>();
  let wake: (() => void) | undefined;
  const offEvent = app.onEvent((event) => {
    if (event.type !== 'progress') return;
    show.progress(event.progress);
    heard = performance.now();
    latest = event.progress;
    if (event.progress.status !== 'running') {
      ended.set(event.progress.runId, event.progress.failure);
      wake?.();
    }
  });
  const cancel = (): void => {
    void (runId === undefined ? cancelWaits(app) : app.api.cancelRun({ runId }));
  };
  const offInterrupt = io.onInterrupt(() => {
    interrupts += 1;
    if (interrupts > 1) process.exit(130);
    if (!quiet) io.err(`${show.clear()}cancelling; finished cases stay\n`);
    cancel();
  });
  try {
    runId = (await start()).runId;
    if (interrupts > 0) cancel();
    while (!ended.has(runId) && (await isRunning(app, runId))) {
      const silent = performance.now() - heard;
      if (latest !== null && silent >= silenceMs) show.silence(latest, silent);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return { runId, failure: ended.get(runId) ?? null };
  } finally {
    offEvent();
    offInterrupt();
    if (!quiet) io.err(show.clear());
  }
}

async function isRunning(app: HostApp, runId: string): Promise<boolean> {
  const progress = await app.api.progress({});
  if (progress?.runId === runId) return progress.status === 'running';
  return (await app.api.run({ ref: runId })).run.status === 'running';
}

type Display = {
  progress(progress: Progress): void;
  /** Nothing has been heard of it for so many milliseconds. */
  silence(progress: Progress, ms: number): void;
  clear(): string;
};
const silent: Display = { progress: () => undefined, silence: () => undefined, clear: () => '' };

/** A terminal: one line, written over ten times a second at most. */
function overwriting(io: CliIo, axesOf: AxesOf): Display {
  let last = Number.NEGATIVE_INFINITY;
  const headline = newHeadlines();
  const clear = (): string => '\r\u001b[K';
  return {
    progress(progress) {
      const now = performance.now();
      const sentence = headline(progress);
      if (sentence !== '') io.err(`${clear()}${proseLine(io, sentence)}\n`);
      if (now - last < 100) return;
      last = now;
      const text = progressText(progress, true, axesOf).slice(0, Math.max(20, io.columns - 1));
      io.err(clear() + text);
    },
    silence(progress, ms) {
      io.err(clear() + silenceText(progress, ms, axesOf).slice(0, Math.max(20, io.columns - 1)));
    },
    clear,
  };
}

/** A file or a pipe: one line at each tenth of the measurements. */
function lines(io: CliIo, axesOf: AxesOf): Display {
  let shown = -1;
  let silentMs = 0;
  const headline = newHeadlines();
  return {
    silence(progress, ms) {
      if (ms < silentMs + silenceLineMs && silentMs !== 0 && ms >= silentMs) return;
      silentMs = ms;
      io.err(`${silenceText(progress, ms, axesOf)}\n`);
    },
    progress(progress) {
      silentMs = 0;
      const sentence = headline(progress);
      if (sentence !== '') io.err(`${sentence}\n`);
      const { current, done, total } = progress;
      // Repetitions are added to a run under way: its part that is done may become smaller.
      const tenth = Math.floor((10 * done) / Math.max(1, total));
      if (current === null || tenth <= shown) return;
      shown = tenth;
      io.err(`${progressText(progress, false, axesOf)}\n`);
    },
    clear: () => '',
  };
}

/** What the run says so far, once for each repetition that changes it; empty otherwise. */
function newHeadlines(): (progress: Progress) => string {
  let shown = '';
  return (progress) => {
    const { sentence = '' } = progress.headline ?? {};
    if (sentence === shown) return '';
    shown = sentence;
    return headlineText(progress);
  };
}

function progressText(progress: Progress, live: boolean, axesOf: AxesOf): string {
  const { done, total, current, etaS } = progress;
  const parts = [`[${Math.min(done + 1, total)}/${total}]`];
  if (current !== null) {
    parts.push(fullCaseName(current, axesOf(current.workload)));
  }
  if (live && progress.samples > 0) {
    const { ci95LoNs, ci95HiNs } = progress;
    parts.push(
      `${progress.samples} samples`,
      formatEstimate(progress.medianNs, ci95LoNs, ci95HiNs, 'duration'),
      ci95LoNs === null ? '' : formatInterval(ci95LoNs, ci95HiNs, 'duration'),
    );
  }
  if (etaS !== null) parts.push(`ETA ${etaText(etaS)}`);
  return parts.filter((part) => part !== '').join(' ');
}

/** The remaining time is left out: it was made out before this wait. */
function silenceText(progress: Progress, ms: number, axesOf: AxesOf): string {
  const what = progressText({ ...progress, etaS: null }, false, axesOf);
  return `${what}: nothing heard for ${Math.floor(ms / 1000)} s; Ctrl-C cancels`;
}

function etaText([from, to]: readonly [number, number]): string {
  const near = Math.round(from);
  const far = Math.max(near, Math.round(to));
  if (far < 120) return near === far ? `${far} s` : `${near} to ${far} s`;
  const [a, b] = [Math.round(near / 60), Math.round(far / 60)];
  return a === b ? `${b} min` : `${a} to ${b} min`;
}
