import type { Criterion } from '../../stats/stopping/criterion.ts';

/**
 * Timing scopes are sampled interleaved, turn by turn, as in `native/core/pass.h` for native variants. A turn lasts
 * `turnNs`, or takes one of `turnsOfTarget` parts of the samples where their number is given.
 */
export const turnNs = 2.5e6;
export const turnsOfTarget = 16;
/** Turns of a scope before its stopping criterion may end it. */
export const minTurns = 4;
/** Part of the time limit for all scopes together. */
export const wholeShare = 0.9;

/** The samples of one timing scope. */
export type Stream = {
  readonly scope: 'kernel' | 'total';
  /** How often the computation runs inside one sample. */
  readonly repeats: number;
  /** Part of the case's time limit. */
  readonly share: number;
  readonly criterion: Criterion;
  readonly timesNs: number[];
  readonly cpuNs: number[];
  spentNs: number;
  turns: number;
  /** Why it ended; null until then. */
  reason: string | null;
};

export function openStream(
  fixed: Pick<Stream, 'scope' | 'repeats' | 'share' | 'criterion'>,
): Stream {
  return { ...fixed, timesNs: [], cpuNs: [], spentNs: 0, turns: 0, reason: null };
}

export type Sampling = {
  /** Takes one sample and appends its times to those of the stream. */
  readonly take: (stream: Stream) => Promise<void>;
  readonly nowNs: () => number;
  /** Of the case; infinite where there is none. */
  readonly limitNs: number;
};

/**
 * Advances the stream with the smallest progress, by one turn at a time, until all have ended, so that interference
 * affects them equally. Yields each stream right after its last sample; what the caller does then does not count
 * against the time limit.
 */
export async function* interleave(
  streams: readonly Stream[],
  { take, nowNs, limitNs }: Sampling,
): AsyncGenerator<Stream, void> {
  const start = nowNs();
  let excludedNs = 0;

  for (;;) {
    const open = streams.filter(({ reason }) => reason === null);
    const next = furthestBehind(open);
    if (next === null) return;
    // The others have ended and leave the rest of their time to this stream. The first one keeps to its share.
    const last = open.length === 1 && next !== streams[0];
    await takeTurn(next, () =>
      last
        ? nowNs() - start - excludedNs > wholeShare * limitNs
        : next.spentNs > next.share * limitNs,
    );
    if (next.reason === null) continue;
    const ended = nowNs();
    yield next;
    excludedNs += nowNs() - ended;
  }

  async function takeTurn(stream: Stream, isLate: () => boolean): Promise<void> {
    const before = stream.spentNs;
    const maxSamples = maxSamplesOfTurn(stream);
    stream.turns += 1;
    for (let taken = 0; taken < maxSamples && stream.spentNs - before < turnNs; taken += 1) {
      const began = nowNs();
      await take(stream);
      stream.spentNs += nowNs() - began;
      const reason = stream.criterion.after(stream.timesNs);
      stream.reason = isTooEarly(stream) ? null : reason;
      if (stream.reason === null && isLate()) stream.reason = 'time-limit';
      if (stream.reason !== null) return;
    }
  }
}

function furthestBehind(open: readonly Stream[]): Stream | null {
  let found: Stream | null = null;
  for (const stream of open) {
    if (found === null || progressOf(stream) < progressOf(found)) found = stream;
  }
  return found;
}

/** Part of its samples taken where their number is given, else time used over its share. */
function progressOf({ criterion: { target }, timesNs, spentNs, share }: Stream): number {
  return target === null ? spentNs / share : timesNs.length / target;
}

function maxSamplesOfTurn({ criterion: { target } }: Stream): number {
  if (target === null) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor(target / turnsOfTarget));
}

/** Whether its criterion may not end it yet: samples from one short burst underestimate the variance. */
function isTooEarly({ criterion, turns }: Stream): boolean {
  return criterion.target === null && turns < minTurns && !criterion.isSpent();
}
