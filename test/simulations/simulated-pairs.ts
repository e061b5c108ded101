import { studentQuantile } from '../../src-main/stats/distributions.ts';
import { mean, variance } from '../../src-main/stats/order.ts';
import {
  eValue,
  halfWidthOf,
  isEvidence,
  type PairedSequence,
  pairedSequence,
} from '../../src-main/stats/paired-sequence.ts';
import type { Random } from '../../src-main/stats/random.ts';

/** How the differences of pairs fall: their standard deviation, and how a pair follows the one before. */
export type PairLaw = {
  /** True difference of the logarithms. */
  readonly effect: number;
  readonly sd: number;
  /** Lag 1 of an autoregressive process. */
  readonly correlation?: number;
};

export type Decided = 'faster' | 'slower' | 'same';
/** What was decided after how many pairs; null where nothing was. */
export type Ended = { readonly decided: Decided | null; readonly pairs: number };

export const margin = Math.log1p(0.005);
export const tell = Math.log1p(0.02);

function* pairsOf(random: Random, { effect, sd, correlation = 0 }: PairLaw): Generator<number> {
  const fresh = Math.sqrt(1 - correlation ** 2);
  let state = random.normal();
  for (;;) {
    yield effect + sd * state;
    state = correlation * state + fresh * random.normal();
  }
}

/** Looks after each pair, as a comparison does, until something is decided or there are so many pairs. */
export function simulateSequence(
  random: Random,
  law: PairLaw,
  { pairs: most, corrected = true }: { readonly pairs: number; readonly corrected?: boolean },
): Ended {
  return looked(pairsOf(random, law), most, corrected ? bySequence : byPlainSequence);
}

/** The same looks with Student's interval, which is made for one look, from the fifth pair on. */
export function simulateStudent(random: Random, law: PairLaw, most: number): Ended {
  return looked(pairsOf(random, law), most, byStudent);
}

/** The same looks at differences that were measured. */
export function endOfPairs(differences: readonly number[]): Ended {
  return looked(differences, differences.length, bySequence);
}

export function endOfPairsByStudent(differences: readonly number[]): Ended {
  return looked(differences, differences.length, byStudent);
}

/** What is decided after these pairs; null where nothing is. */
type Look = (differences: readonly number[]) => Decided | null;

const bySequence: Look = (differences) => decidedBy(pairedSequence(differences));

/** As if no pair followed another. */
const byPlainSequence: Look = (differences) => {
  const sequence = pairedSequence(differences);
  const squares = differences.reduce((sum, value) => sum + (value - sequence.log) ** 2, 0);
  return decidedBy({ ...sequence, squares, drifts: false });
};

function decidedBy(sequence: PairedSequence): Decided | null {
  if (isEvidence(eValue(sequence, margin))) return sequence.log < 0 ? 'faster' : 'slower';
  const half = halfWidthOf(sequence.pairs, sequence.squares);
  return !sequence.drifts && Math.abs(sequence.log) + half < tell ? 'same' : null;
}

const byStudent: Look = (differences) => {
  if (differences.length < 5) return null;
  const log = mean(differences);
  const half =
    studentQuantile(0.95, differences.length - 1) *
    Math.sqrt(variance(differences) / differences.length);
  if (Math.abs(log) - half > margin) return log < 0 ? 'faster' : 'slower';
  return Math.abs(log) + half < tell ? 'same' : null;
};

function looked(pairs: Iterable<number>, most: number, look: Look): Ended {
  const differences: number[] = [];
  for (const difference of pairs) {
    differences.push(difference);
    const decided = look(differences);
    if (decided !== null || differences.length >= most)
      return { decided, pairs: differences.length };
  }
  return { decided: null, pairs: most };
}
