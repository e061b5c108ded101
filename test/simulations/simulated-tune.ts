import type { TuningView } from '../../src-main/contract/inspection.ts';
import type { PlannedCase, StoredCase } from '../../src-main/contract/run.ts';
import { nextTrials, type TuneSource, tuningOf } from '../../src-main/core/adaptive/tune.ts';
import { judge } from '../../src-main/stats/judge.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { searching } from '../core/adaptive/search-fixtures.ts';
import { planned } from '../core/store/fixtures.ts';
import { processAt } from '../stats/processes.ts';

const descriptor = searching('sequential', 'cpu');
const policy = { ...planned(0).policy, repetitions: 5 };
const maxSteps = 40;

export interface SimulatedTune {
  readonly view: TuningView | null;
  readonly cases: readonly PlannedCase[];
}

/**
 * Searches a parameter from 0 to 1 until nothing more is to be measured, five processes a value.
 *
 * @param law the time by value, relative
 * @param sd standard deviation between processes, each of which has a shift of its own
 * @throws RangeError where the search does not end
 */
export function simulateTune(
  seed: number,
  law: (share: number) => number,
  sd = 0.03,
): SimulatedTune {
  const random = createRandom(seed, 11);
  const cases: PlannedCase[] = [0, 0.25, 0.5, 0.75, 1].map((value, index) =>
    planned(index, { values: { share: value }, policy }),
  );
  const times = new Map<number, readonly number[]>();
  const source = (): TuneSource => ({
    configuration: {
      groups: [],
      policy,
      orderSeed: 1,
      tune: { parameter: 'share', scope: 'kernel' },
    },
    planned: cases,
    cases: cases.map((one): StoredCase => {
      const ns = times.get(one.index) ?? [];
      const log = ns.reduce((sum, each) => sum + Math.log(each) / ns.length, 0);
      const metrics = { kernel: { medianNs: Math.exp(log) } };
      return { ...one, outcome: 'ok', metrics } as unknown as StoredCase;
    }),
    descriptors: new Map([[0, descriptor]]),
    ended: false,
    judge(contender, baseline, scope) {
      const side = ({ index, variant }: StoredCase) => ({
        label: variant,
        device: 'cpu' as const,
        scope,
        processes: (times.get(index) ?? []).map((ns, repetition) => processAt(repetition, ns)),
      });
      return judge(side(contender), side(baseline), { sameRun: true });
    },
  });
  for (let steps = 0; steps < maxSteps; steps++) {
    for (const { index, values, policy: own } of cases.filter((one) => !times.has(one.index))) {
      const center = 5e4 * law(Number(values.share));
      const taken = Array.from(
        { length: own.repetitions },
        () => center * Math.exp(sd * random.normal()),
      );
      times.set(index, taken);
    }
    const more = nextTrials(source());
    if (more.length === 0) return { view: tuningOf(source()), cases };
    cases.push(...more);
  }
  throw new RangeError(`the search has not ended after ${maxSteps} steps`);
}

/** Whether a search says that the values do not differ. */
export function foundNoDifference({ view }: SimulatedTune): boolean {
  return /^no difference is established/.test(view?.sentence ?? '');
}
