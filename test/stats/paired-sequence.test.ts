import { expect, test } from 'vitest';
import {
  eValue,
  halfWidthOf,
  isEvidence,
  pairedSequence,
} from '../../src-main/stats/paired-sequence.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { margin, type PairLaw, simulateSequence } from '../simulations/simulated-pairs.ts';

test('evidence is enough exactly where the interval lies beyond the margin', () => {
  const random = createRandom(3);
  const sides = { within: 0, beyond: 0 };
  for (let replicate = 0; replicate < 500; replicate += 1) {
    const pairs = 5 + random.below(30);
    const effect = 0.03 * random.normal();
    // Turned in sign, neighbours are never alike: no correction hides the formula.
    const differences = Array.from(
      { length: pairs },
      (_, i) => effect + (i % 2 === 0 ? 0.01 : -0.01) * (1 + random.uniform()),
    );
    const sequence = pairedSequence(differences);
    const isBeyond = Math.abs(sequence.log) - sequence.halfWidth > margin;
    expect(isEvidence(eValue(sequence, margin))).toBe(isBeyond);
    sides[isBeyond ? 'beyond' : 'within'] += 1;
  }
  expect(Math.min(sides.within, sides.beyond)).toBeGreaterThan(100);
});

test('the half width is the one of the formula, and endless up to four pairs', () => {
  for (const pairs of [0, 1, 2, 3, 4])
    expect(halfWidthOf(pairs, 0.001)).toBe(Number.POSITIVE_INFINITY);
  // By hand for five pairs: K = (sqrt(6) / 0.05)^(2/5), r = 1/6.
  const k = (Math.sqrt(6) / 0.05) ** 0.4;
  expect(halfWidthOf(5, 0.001)).toBeCloseTo(Math.sqrt(((k - 1) / (1 - k / 6)) * (0.001 / 5)), 12);
  expect(eValue(pairedSequence([0.9, 0.9, 0.9, 0.9]), 0)).toBeLessThan(20);
  expect(eValue(pairedSequence([0.9, 0.9, 0.9, 0.9, 0.9]), 0)).toBeGreaterThan(20);
});

test('the step of the clock counts where all pairs are equal', () => {
  const equal = Array.from({ length: 10 }, () => 0.01);
  expect(pairedSequence(equal).halfWidth).toBeCloseTo(0, 12);
  const { halfWidth, squares } = pairedSequence(equal, 0.02);
  expect(squares).toBeCloseTo((10 * 0.02 ** 2) / 12, 12);
  expect(halfWidth).toBeGreaterThan(0);
});

test('neighbours that are alike widen the interval, and a drift ends every verdict', () => {
  const mixed = [0, 5, 1, 6, 2, 7, 3, 8, 4, 9].map((step) => 0.1 + step / 1000);
  const plain = pairedSequence(mixed);
  const sum = mixed.reduce((total, value) => total + (value - plain.log) ** 2, 0);
  expect(plain.squares).toBeCloseTo(sum, 12);
  // Two of a kind each: lag 1 is 0.5 or so, which inflates the variance without a drift.
  const twos = pairedSequence(
    [0, 0, 9, 9, 3, 3, 1, 1, 7, 7, 4, 4].map((step) => 0.1 + step / 1000),
  );
  expect(twos.correlation).toBeGreaterThan(1 / Math.sqrt(12));
  expect(twos.drifts).toBe(false);
  const { correlation } = twos;
  const alone = [0, 0, 9, 9, 3, 3, 1, 1, 7, 7, 4, 4].map((step) => (step - 4) / 1000);
  const plainSum = alone.reduce((total, value) => total + value ** 2, 0);
  expect(twos.squares).toBeCloseTo((plainSum * (1 + correlation)) / (1 - correlation), 10);
  const rising = pairedSequence(mixed.toSorted());
  expect(rising.drifts).toBe(true);
  expect(rising.log).toBeCloseTo(plain.log, 12);
  expect(isEvidence(eValue(plain, margin))).toBe(true);
  expect(eValue(rising, margin)).toBe(0);
});

test.each<
  [string, PairLaw, Partial<Record<'slower' | 'false' | 'same', readonly [number, number]>>]
>([
  ['1 %, equal', { effect: 0, sd: 0.01 }, { false: [0, 0.005], same: [0.99, 1] }],
  ['3 %, equal', { effect: 0, sd: 0.03 }, { false: [0, 0.02], same: [0.7, 0.95] }],
  ['10 %, equal', { effect: 0, sd: 0.1 }, { false: [0, 0.05], same: [0, 0.01] }],
  ['3 %, +5 %', { effect: Math.log(1.05), sd: 0.03 }, { slower: [0.99, 1] }],
  ['1 %, +2 %', { effect: Math.log(1.02), sd: 0.01 }, { slower: [0.99, 1] }],
  ['3 %, lag 0.5', { effect: 0, sd: 0.03, correlation: 0.5 }, { false: [0.01, 0.12] }],
])('300 simulated comparisons end as the table of the method says: %s', (_, law, bounds) => {
  const ends = Array.from({ length: 300 }, (_one, at) =>
    simulateSequence(createRandom(7, at), law, { pairs: 50 }),
  );
  const counts = { slower: 0, faster: 0, same: 0 };
  for (const { decided } of ends) if (decided !== null) counts[decided] += 1;
  const shares = { ...counts, false: counts.faster + counts.slower };
  for (const [name, [low, high]] of Object.entries(bounds)) {
    const part = shares[name as keyof typeof shares] / ends.length;
    expect(part, name).toBeGreaterThanOrEqual(low);
    expect(part, name).toBeLessThanOrEqual(high);
  }
});
