import type { Failure } from '../../contract/failure.ts';
import type { Progress } from '../../contract/progress.ts';
import type { PlannedCase, RunStatus } from '../../contract/run.ts';
import { countingCriterion } from '../../contract/target.ts';
import { medianInterval } from '../../stats/median-interval.ts';
import { medianSorted, sorted } from '../../stats/order.ts';
import { binsOf } from '../analysis/sample-bins.ts';
import type { SampleEvent } from '../engines/engine-process.ts';
import { policyOfRepetition } from '../plan/shared-samples.ts';
import { createEta } from './eta.ts';
import type { Left } from './repetitions.ts';

/** A window shares the machine that is measured: it hears of samples four times a second. */
const quietMs = 250;
/** The running median looks at this many of the newest samples, so that a million of them cost nothing. */
const kept = 2000;
/** Below this many samples a distribution says nothing. */
const minBinned = 8;
const maxLiveBins = 40;

export type ProgressReporter = ReturnType<typeof createProgress>;

function liveBinsOf(ascending: Float64Array): Progress['bins'] {
  const { counts, ...ends } = binsOf(ascending, maxLiveBins);
  return { ...ends, counts: [...counts] };
}

/** Null where nothing told of a clock. */
function clockOf(clocks: readonly number[], throttled: number | null): Progress['clock'] {
  if (throttled === null) return null;
  const ascending = sorted(Float64Array.from(clocks));
  return {
    medianHz: ascending.length === 0 ? null : medianSorted(ascending),
    throttledSamples: throttled,
  };
}

/** What a repetition of a case was asked for. */
function askedOf({ policy }: PlannedCase, repetition: number): Omit<OwnProgress, 'elapsedS'> {
  const { criterion, parameters, timeLimitS } = policyOfRepetition(policy, repetition);
  const { samples } = parameters;
  return {
    repetition,
    repetitions: Math.max(policy.repetitions, repetition + 1),
    samples: criterion === countingCriterion && typeof samples === 'number' ? samples : null,
    timeLimitS,
  };
}

type OwnProgress = NonNullable<Progress['own']>;

/** `list` with more after it; now and then cut to the newest. */
function newest(list: number[], more: Float64Array): number[] {
  list.push(...more.subarray(-kept));
  return list.length > 2 * kept ? list.slice(-kept) : list;
}

/** Follows one run and tells `listener`; at once when a case begins or ends, at 4 Hz while samples come. */
export function createProgress(
  runId: string,
  listener: (progress: Progress) => void,
  now: () => number = () => performance.now(),
) {
  const startedAt = now();
  const eta = createEta();
  let status: RunStatus = 'running';
  let failure: Failure | null = null;
  let total = 0;
  let done = 0;
  let current: PlannedCase | null = null;
  let left = (): Left => [];
  let sampledScope: string | null = null;
  let headline: Progress['headline'];
  let times: number[] = [];
  let samples = 0;
  let clocks: number[] = [];
  let throttled: number | null = null;
  let paused = false;
  let lastTold = Number.NEGATIVE_INFINITY;
  let etaS: Progress['etaS'] = null;
  let etaUntil = 0;
  let laterS = 0;
  let asked: Omit<OwnProgress, 'elapsedS'> | null = null;
  let caseStartedAt = 0;
  let endedAt: number | null = null;

  /** Looks at every case that is left, so an answer holds for as long as keeps that below 2 % of the time. */
  function remaining(): Progress['etaS'] {
    const began = now();
    if (began < etaUntil) return etaS;
    const planned = eta.remaining(left());
    etaS = planned === null ? null : [planned[0], planned[1] + laterS];
    const ended = now();
    etaUntil = ended + 50 * (ended - began);
    return etaS;
  }

  function snapshot(): Progress {
    const ascending = sorted(Float64Array.from(times));
    const interval = medianInterval(ascending, 0.95);
    return {
      runId,
      status,
      done,
      total,
      current,
      samples,
      medianNs: ascending.length === 0 ? null : medianSorted(ascending),
      ci95LoNs: interval?.[0] ?? null,
      ci95HiNs: interval?.[1] ?? null,
      ...(ascending.length < minBinned ? {} : { bins: liveBinsOf(ascending) }),
      ...(current === null || (samples === 0 && throttled === null)
        ? {}
        : { clock: clockOf(clocks, throttled) }),
      ...(asked === null ? {} : { own: { ...asked, elapsedS: (now() - caseStartedAt) / 1000 } }),
      ...(paused ? { paused } : {}),
      ...(headline === undefined ? {} : { headline }),
      elapsedS: ((endedAt ?? now()) - startedAt) / 1000,
      etaS: status === 'running' ? remaining() : null,
      failure,
    };
  }

  function tell(): void {
    lastTold = now();
    listener(snapshot());
  }

  function tellNowAndThen(): void {
    if (now() - lastTold >= quietMs) tell();
  }

  return {
    /** A repetition of a case begins. */
    begin(planned: PlannedCase, leftNow: () => Left, repetition = 0): void {
      current = planned;
      asked = askedOf(planned, repetition);
      caseStartedAt = now();
      left = leftNow;
      sampledScope = null;
      times = [];
      samples = 0;
      clocks = [];
      throttled = null;
      tell();
    },
    sample({ scope, timesNs, phase, clocksHz, throttledSamples }: SampleEvent): void {
      if (phase !== 'sample') return;
      // Every timing scope heats the same chip: the clock is of the case, not of its headline.
      if (throttledSamples !== undefined) throttled = throttledSamples;
      if (clocksHz !== undefined) clocks = newest(clocks, clocksHz.filter(Number.isFinite));
      if (timesNs.length === 0) {
        // Samples that were set aside: a case that waits for its clock says so meanwhile.
        if (throttledSamples !== undefined) tellNowAndThen();
        return;
      }
      // The kernel is what tables show; a case without one is followed by the first timing scope that it reports.
      if (sampledScope === null || (scope === 'kernel' && sampledScope !== 'kernel')) {
        sampledScope = scope;
        times = [];
        samples = 0;
      }
      // Other timing scopes are sampled after it: nothing new is shown of them, but the case is at work.
      if (scope === sampledScope) {
        samples += timesNs.length;
        times = newest(times, timesNs);
      }
      tellNowAndThen();
    },
    /** After what is planned now, at most so many seconds may follow. */
    later(seconds: number): void {
      laterS = seconds;
      etaUntil = 0;
    },
    /** The repetition of a case that has just ended took so long. */
    took(planned: PlannedCase, seconds: number, thorough?: boolean): void {
      eta.finished(planned, seconds, thorough);
      if (etaS === null) etaUntil = 0;
    },
    /** What the run says so far; all hear of it at once. */
    headline(sofar: NonNullable<Progress['headline']>): void {
      headline = sofar;
      tell();
    },
    paused(on: boolean): void {
      paused = on;
      tell();
    },
    /** How many repetitions of cases the run has, skipped cases counting once. */
    plan(cases: number): void {
      total = cases;
    },
    /** How many of them need no measuring any more. */
    settle(settled: number): void {
      done = settled;
    },
    end(endStatus: RunStatus, endFailure?: Failure): void {
      status = endStatus;
      endedAt = now();
      asked = null;
      paused = false;
      failure = endFailure ?? null;
      current = null;
      clocks = [];
      throttled = null;
      left = () => [];
      tell();
    },
    current: snapshot,
  };
}
