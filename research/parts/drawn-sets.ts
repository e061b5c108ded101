import { locationOf } from '../../src-main/stats/location.ts';
import { mean, quantileSorted } from '../../src-main/stats/order.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';
import { runScopeOf, runVariance, startDegrees } from '../../src-main/stats/run-variation.ts';
import {
  acrossRuns,
  judgeRule,
  type RecordedCase,
  type Told,
  tally,
} from '../../test/simulations/recorded-aa.ts';

/** The cases of one device and timing scope of a table, and what the judge is told of its machine. */
export type RecordedSet = { readonly cases: readonly RecordedCase[]; readonly told: Told };

/** How far drawn runs differ, as a multiple of what the judge expects. */
const sizes = { 'as far as the judge expects': 1, 'half as far': 0.5 };

/** How many sets are above 5 % false by chance: of sets with the cases and runs of the recorded ones and times of the judge's model. */
export function drawnText(sets: readonly RecordedSet[], draws = 40): string {
  const recorded = judged(sets);
  const parts = Object.entries(sizes).map(([what, size]) => {
    const drawn = Array.from({ length: draws }, (_, i) => {
      const random = createRandom(20261128, i);
      return judged(sets.map((one) => ({ ...one, cases: drawnCases(one, size, random) })));
    });
    const above = Float64Array.from(drawn, (one) => one.above).sort();
    const [least, middle, most] = [0, 0.5, 1].map((q) => quantileSorted(above, q));
    const wrong = percent(mean(drawn.map((one) => one.wrong)));
    return `${what}: ${wrong} % false, more than 5 % in ${least} to ${most} (median ${middle})`;
  });
  return `Of all comparisons ${percent(recorded.wrong)} % are false. ${draws} draws of the ${sets.length} sets from the model of the judge, runs differ ${parts.join('; ')}.`;
}

const percent = (part: number): string => (100 * part).toFixed(1);

/** The part of all comparisons that is false, and the number of sets in which it is more than 5 %. */
function judged(sets: readonly RecordedSet[]) {
  const found = sets.map(({ cases, told }) => tally(acrossRuns(cases), judgeRule(told)));
  const all = found.reduce((sum, { comparisons }) => sum + comparisons, 0);
  const wrong = found.reduce((sum, one) => sum + one.wrong * one.comparisons, 0);
  return { wrong: wrong / all, above: found.filter((one) => one.wrong > 0.05).length };
}

/**
 * Processes of a case differ by a normal law as wide as the recorded ones. What a run does is common to its cases, in units of that
 * width; its size is `times` what the judge expects, and as uncertain as the judge takes it to be.
 */
function drawnCases({ cases, told }: RecordedSet, times: number, random: Random) {
  const size =
    times / Math.sqrt(mean(Array.from({ length: startDegrees }, random.normal).map(square)));
  const shifts = new Map<number, number>();
  for (const { run } of cases.flatMap(({ runs }) => runs))
    if (!shifts.has(run)) shifts.set(run, size * random.normal());
  return cases.map((of): RecordedCase => {
    const variance = mean(
      of.runs.map(({ processes }) => {
        const place = locationOf(processes.map(({ medianNs }) => Math.log(medianNs)));
        return place.variance * place.count;
      }),
    );
    const key = runScopeOf(of.device, of.scope);
    const ofRuns = runVariance({ variance, count: 1 }, key, undefined, told.starts?.[key]).value;
    const drawn = (run: number): number =>
      Math.exp((shifts.get(run) ?? 0) * Math.sqrt(ofRuns) + Math.sqrt(variance) * random.normal());
    return {
      ...of,
      runs: of.runs.map((one) => ({
        ...one,
        processes: one.processes.map((process) => ({ ...process, medianNs: drawn(one.run) })),
      })),
    };
  });
}

const square = (value: number): number => value ** 2;
