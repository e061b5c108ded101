import { defaultMaxRepetitions, defaultTarget } from '../../src-main/contract/target.ts';
import { estimateCase } from '../../src-main/stats/estimate.ts';
import { locationOf } from '../../src-main/stats/location.ts';
import { mean } from '../../src-main/stats/order.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';
import { processAt } from '../../test/stats/processes.ts';

/** How far the log median of a process lies from that of the median process (nearly, where one in ten is slow). */
export interface ProcessLaw {
  readonly name: string;
  readonly draw: (random: Random) => number;
  /** Its mean. */
  readonly center: number;
}

const slow = Math.log(1.5);

export const processLaws: readonly ProcessLaw[] = [
  ...[0.003, 0.01, 0.03, 0.1].map((sd) => ({
    name: `${100 * sd} %`,
    draw: (random: Random) => sd * random.normal(),
    center: 0,
  })),
  {
    name: '1 %, one in ten 1.5 times as slow',
    draw: (random) => 0.01 * random.normal() + (random.uniform() < 0.1 ? slow : 0),
    center: 0.1 * slow,
  },
];

export interface Stopped {
  /** Part of the 95 % intervals that hold the location over all processes, and the time of the median one. */
  readonly held: number;
  readonly heldMedian: number;
  /** Mean of the logarithms of all medians over their own mean: what stopping itself shifts. */
  readonly bias: number;
  /** Repetitions of a case, on average. */
  readonly repetitions: number;
}

const first = 5;

/**
 * Cases whose repetitions end when the interval of the case is narrow enough, as runs with default settings end them, or
 * after the first ones.
 */
export function simulateStopping(
  law: ProcessLaw,
  cases: number,
  { untilTarget }: { readonly untilTarget: boolean },
): Stopped {
  const random = createRandom(7, 3);
  const all = createRandom(7, 4);
  const location = locationOf(Array.from({ length: 200_000 }, () => law.draw(all))).center;
  const max = untilTarget ? defaultMaxRepetitions : first;
  const found = Array.from({ length: cases }, () => {
    const logs = Array.from({ length: first }, () => law.draw(random));
    for (;;) {
      const processes = logs.map((log, repetition) => processAt(repetition, 5e4 * Math.exp(log)));
      const estimate = estimateCase(processes, { device: 'cpu', scope: 'kernel' });
      const [low, high] = estimate?.ci95 ?? [Number.NaN, Number.NaN];
      if (logs.length >= max || Math.sqrt(high / low) - 1 <= defaultTarget.other) {
        const holds = (ns: number): boolean => low <= ns && ns <= high;
        const [held, heldMedian] = [holds(5e4 * Math.exp(location)), holds(5e4)];
        return { held, heldMedian, off: mean(logs) - law.center, repetitions: logs.length };
      }
      logs.push(law.draw(random));
    }
  });
  return {
    held: found.filter(({ held }) => held).length / cases,
    heldMedian: found.filter(({ heldMedian }) => heldMedian).length / cases,
    bias: mean(found.map(({ off }) => off)),
    repetitions: mean(found.map(({ repetitions }) => repetitions)),
  };
}
