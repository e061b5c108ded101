import type { PlannedCase } from '../../contract/run.ts';
import { createRandom, type Random } from '../../stats/random.ts';

/**
 * The order in which the cases of a plan are measured in one round; each round has its own. Cases of one input stay
 * together, so that it is generated once. Inside a stretch of one workload and policy the inputs are shuffled, and so
 * are the variants of an input; when two variants are compared head to head they alternate A B A B instead, so that a
 * slow drift of the machine meets both alike. The same seed gives the same order on any machine.
 *
 * @param cases in any order
 */
export function measuringOrder(
  cases: readonly PlannedCase[],
  seed: number,
  round: number,
): PlannedCase[] {
  const declared = [...cases].sort((a, b) => a.index - b.index);
  return stretches(declared).flatMap((stretch, position) => {
    if (stretch[0]?.policy.order === 'sequential') return stretch;
    const random = createRandom(seed, round * 100_003 + position);
    const variants = new Set(
      stretch.filter(({ skip }) => skip === undefined).map((c) => c.variant),
    );
    const inputs = shuffle([...byInput(stretch).values()], random);
    return inputs.flatMap((group) =>
      variants.size === 2 ? alternate(group) : shuffle(group, random),
    );
  });
}

/** Neighbours of one workload and one policy: what one group of a configuration gives. */
function stretches(cases: readonly PlannedCase[]): PlannedCase[][] {
  const found: PlannedCase[][] = [];
  let last = '';
  for (const planned of cases) {
    const key = JSON.stringify([planned.workload, planned.policy]);
    if (key !== last) found.push([]);
    found.at(-1)?.push(planned);
    last = key;
  }
  return found;
}

function byInput(cases: readonly PlannedCase[]): Map<string, PlannedCase[]> {
  return Map.groupBy(cases, ({ inputKey }) => inputKey);
}

/** One of each variant in turn, in the order in which the variants first appear. */
function alternate(cases: readonly PlannedCase[]): PlannedCase[] {
  const queues = [...Map.groupBy(cases, ({ variant }) => variant).values()];
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue[turn] ?? []),
  ).flat();
}

/** Fisher and Yates, on a copy. */
function shuffle<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
