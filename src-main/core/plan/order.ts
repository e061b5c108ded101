import type { PlannedCase } from '../../contract/run.ts';
import { createRandom, type Random } from '../../stats/random.ts';

export type OrderOptions = {
  /** What a case runs on; without it nothing is kept together. */
  readonly deviceOf?: (planned: PlannedCase) => string;
  /** Inputs begin with those that take the shortest time, so that sizes are complete soon, one after the other. */
  readonly shortestFirst?: boolean;
};

/**
 * The order in which the cases of a plan are measured in one repetition; each repetition has its own. Cases of one
 * input stay together, so that it is generated once. Inside a stretch of one workload and policy the inputs are
 * shuffled, and so are the variants of an input; when two variants are compared head to head they alternate A B A B
 * instead, so that a slow drift of the machine affects both equally. Cases of one kind of device stay together within an
 * input, and an input begins with the kind that the one before ended with: between CPU and GPU there is a pause. The
 * same seed gives the same order on any machine.
 *
 * @param cases in any order
 */
export function measuringOrder(
  cases: readonly PlannedCase[],
  seed: number,
  repetition: number,
  { deviceOf = () => '', shortestFirst = false }: OrderOptions = {},
): PlannedCase[] {
  const declared = [...cases].sort((a, b) => a.index - b.index);
  return stretches(declared).flatMap((stretch, position) => {
    if (stretch[0]?.policy.order === 'sequential') return stretch;
    const random = createRandom(seed, repetition * 100_003 + position);
    const variants = new Set(
      stretch.filter(({ skip }) => skip === undefined).map((c) => c.variant),
    );
    const inputs = shuffle([...byInput(stretch).values()], random);
    if (shortestFirst) inputs.sort((a, b) => secondsOf(a) - secondsOf(b));
    let last = '';
    return inputs.flatMap((group) => {
      const mixed = variants.size === 2 ? alternate(group) : shuffle(group, random);
      const ordered = byDevice(mixed, deviceOf, last);
      const end = ordered.at(-1);
      if (end !== undefined) last = deviceOf(end);
      return ordered;
    });
  });
}

/**
 * The order in which refining measures: size by size, and at each all variants, A B B A: from one size to the next the
 * variants are reversed, and from one repetition to the next another one is first, so that a drift affects all equally.
 */
export function turningOrder(cases: readonly PlannedCase[], repetition: number): PlannedCase[] {
  const workloads = Map.groupBy(cases, ({ workload }) => workload);
  return [...workloads.values()].flatMap((own) => {
    const sizes = [...byInput(own).values()];
    return sizes.flatMap((group, i) => {
      const inTurn = group.toSorted((a, b) =>
        a.variant === b.variant ? a.index - b.index : a.variant < b.variant ? -1 : 1,
      );
      return (i + repetition) % 2 === 0 ? inTurn : inTurn.reverse();
    });
  });
}

/** Neighbours of one workload and one policy: what one group of a configuration gives. */
function stretches(cases: readonly PlannedCase[]): PlannedCase[][] {
  const blocks: PlannedCase[][] = [];
  let last = '';
  for (const planned of cases) {
    const key = JSON.stringify([planned.workload, planned.policy]);
    if (key !== last) blocks.push([]);
    blocks.at(-1)?.push(planned);
    last = key;
  }
  return blocks;
}

function byInput(cases: readonly PlannedCase[]): Map<string, PlannedCase[]> {
  return Map.groupBy(cases, ({ inputKey }) => inputKey);
}

function secondsOf(cases: readonly PlannedCase[]): number {
  const of = ({ estimate }: PlannedCase) =>
    (estimate?.seconds ?? 0) + (estimate?.inputSeconds ?? 0);
  return cases.reduce((sum, planned) => sum + of(planned), 0);
}

/** One of each variant after the other, in the order in which the variants first appear. */
function alternate(cases: readonly PlannedCase[]): PlannedCase[] {
  const queues = [...Map.groupBy(cases, ({ variant }) => variant).values()];
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue[turn] ?? []),
  ).flat();
}

/** The same cases, those of `first` before those of other kinds, in their order otherwise. */
function byDevice(
  cases: readonly PlannedCase[],
  deviceOf: (planned: PlannedCase) => string,
  first: string,
): PlannedCase[] {
  const kinds = Map.groupBy(cases, deviceOf);
  return [
    ...(kinds.get(first) ?? []),
    ...[...kinds].flatMap(([kind, own]) => (kind === first ? [] : own)),
  ];
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
