import { describe, expect, it } from 'vitest';
import { inPart } from '../../../helpers/every-case.ts';
import { kinks } from '../../../simulations/kinked-laws.ts';
import { effects, simulateEffects } from '../../../simulations/process-effects.ts';
import {
  answers,
  simulateAnswers,
  simulateCrossings,
} from '../../../simulations/simulated-crossings.ts';

describe('simulated sweeps', () => {
  it.each(
    inPart([
      ['a + b n', 2],
      ['a + b n', 10],
      ['a n^b', 10],
      ['a n^b', 2],
    ] as const),
  )('%s in steps of %d: the interval covers, before and after refinement', (family, step) => {
    const noise = { within: 0.01, process: 0.004, shared: 0.01 };
    const seen = simulateCrossings({ family, step, noise, samples: 20 }, 100, 5, 150);
    expect(seen.one).toBeGreaterThan(97);
    expect(seen.coveredBefore).toBeGreaterThan(0.92);
    // Of either law: a line through the wrong one is off by 0.2 in steps of ten.
    expect(seen.offBefore).toBeLessThan(0.06);
    expect(seen.coveredAfter).toBeGreaterThan(0.88);
    expect(seen.widthAfter).toBeLessThan(0.1);
    expect(seen.unfinished).toBeLessThan(3);
  });

  it.each(inPart(kinks))(
    '%s: the interval covers though the curves bend where nothing is measured',
    (kink) => {
      const noise = { within: 0.01, process: 0.004, shared: 0.01 };
      const seen = simulateCrossings({ family: kink, step: 10, noise, samples: 20 }, 100, 5, 150);
      expect(seen.one).toBeGreaterThan(97);
      expect(seen.coveredBefore).toBeGreaterThan(0.92);
      expect(seen.coveredAfter).toBeGreaterThan(0.88);
      expect(seen.widthAfter).toBeLessThan(0.1);
      expect(seen.unfinished + seen.lost).toBeLessThan(4);
    },
  );

  it.each(['repetition', 'size'] as const)(
    'one size that is disturbed for a whole %s while refining neither loses nor moves the answer',
    (disturbed) => {
      const noise = { within: 0.01, process: 0.004, shared: 0.01 };
      const one = { family: 'a + b n', step: 10, noise, samples: 20, disturbed } as const;
      const seen = simulateCrossings(one, 100, 5, 150);
      expect(seen.one).toBeGreaterThan(97);
      expect(seen.lost).toBeLessThan(3);
      expect(seen.coveredAfter).toBeGreaterThan(0.88);
      expect(seen.widthAfter).toBeLessThan(0.1);
    },
  );

  it.each(Object.entries(effects))(
    'processes that %s: the interval holds after refining',
    (_name, effect) => {
      const one = { family: 'a + b n', step: 2, effect, repetitions: 5 } as const;
      const seen = simulateEffects(one, 40, 13, 150);
      expect(seen.coveredBefore).toBeGreaterThan(0.9);
      expect(seen.oneAfter).toBeGreaterThan(0.97);
      expect(seen.coveredAfter).toBeGreaterThan(0.85);
    },
    120_000,
  );

  it('tells the four answers apart', () => {
    const table = simulateAnswers({ within: 0.01, process: 0.004 }, 0.2, 60, 3);
    for (const truth of answers) expect(table[truth][truth]).toBeGreaterThan(0.9);
  });
});
