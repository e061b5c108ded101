import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { Workload } from '../../contract/workload.ts';
import type { FigureRequest, FigureSource } from './source.ts';
import type { Baseline } from './speedup.ts';

/** One run of a figure of several, or one variant of it. */
export type Side = {
  readonly runId: string;
  readonly variant: string | null;
  readonly source: FigureSource;
  /** The machine that distinguishes it from the other sides, in the place of its run. */
  readonly machine?: string;
};

/** Name of the axis that distinguishes sides; an axis of a workload of that name would be hidden by it. */
const axisOf = (sides: readonly Side[]): 'run' | 'machine' =>
  sides.some(({ machine }) => machine !== undefined) ? 'machine' : 'run';
/** Case indexes of a side begin at a multiple of this. */
const stride = 10_000_000;

/**
 * Of several sides each has to add something: a variant that its run does not have would be missing without a word, and
 * what is named twice would be drawn once.
 *
 * @throws BreakevenError `bad-input` for such a side.
 */
export function checkSides(sides: readonly Side[]): void {
  for (const [at, { runId, variant, source }] of sides.entries()) {
    const known = [...new Set(source.cases.map((stored) => stored.variant))];
    if (variant !== null && !known.includes(variant)) {
      throw badInput(`run ${runId} has no variant "${variant}"${hintFor(variant, known)}`);
    }
    const before = sides.find(
      (other, i) =>
        i < at &&
        other.runId === runId &&
        (other.variant === variant || other.variant === null || variant === null),
    );
    if (before === undefined) continue;
    const [name, other] = [nameOf(before), nameOf({ runId, variant })];
    throw badInput(
      name === other
        ? `${name} is named twice; a figure shows each run once`
        : `${name} and ${other} share cases; name the run, or variants of it`,
    );
  }
}

function nameOf({ runId, variant }: Pick<Side, 'runId' | 'variant'>): string {
  return `${runId}${variant === null ? '' : `:${variant}`}`;
}

/**
 * The cases of several runs as those of one, distinguished by an axis `run`. Where all sides are of one run there is no
 * such axis. Break-evens belong to a run and are left out.
 */
export function joinSides(sides: readonly Side[]): FigureSource {
  const several = isSeveral(sides);
  const axis = axisOf(sides);
  const [first] = sides;
  const ownCase = (stored: StoredCase): StoredCase => {
    const { [axis]: _, ...values } = stored.values;
    return { ...stored, index: stored.index % stride, values };
  };
  const sourceOf = (index: number): FigureSource | undefined =>
    sides[Math.floor(index / stride)]?.source;
  const following = axis === 'machine' ? axesOfMachines(sides) : new Set<string>();
  const gpus = sides.flatMap(({ source }) => source.machine.gpus);
  const models = [...new Set(sides.map(({ source }) => source.machine.cpuModel))];
  return {
    runIds: [...new Set(sides.map(({ runId }) => runId))],
    appVersion: first?.source.appVersion ?? '',
    machine: { cpuModel: models.join('; '), gpus },
    cases: sides.flatMap(({ source, runId, variant, machine = runId }, side) =>
      source.cases
        .filter((stored) => variant === null || stored.variant === variant)
        .map((stored) => ({
          ...stored,
          index: side * stride + stored.index,
          values: several
            ? {
                ...Object.fromEntries(
                  Object.entries(stored.values).filter(([name]) => !following.has(name)),
                ),
                [axis]: machine,
              }
            : stored.values,
        })),
    ),
    breakEvens: [],
    workloads: mergeWorkloads(sides.map(({ source }) => source.workloads)),
    roofOf: (stored) => sourceOf(stored.index)?.roofOf?.(ownCase(stored)) ?? null,
    repetitions: (index, scope) => sourceOf(index)?.repetitions(index % stride, scope) ?? [],
    subjectOf(stored, scope) {
      const caseSource = sourceOf(stored.index);
      if (caseSource === undefined) throw new RangeError(`no run has a case ${stored.index}`);
      return caseSource.subjectOf(ownCase(stored), scope);
    },
    judgeAll: (pairs) => first?.source.judgeAll(pairs) ?? [],
  };
}

/** Parameters of variants of which each machine has a value of its own, such as threads: no difference beside the machine. */
function axesOfMachines(sides: readonly Side[]): ReadonlySet<string> {
  const inputs = new Set(
    sides.flatMap(({ source }) =>
      source.workloads.flatMap((workload) => workload.axes.map(({ id }) => id)),
    ),
  );
  const perSide = sides.map(({ source }) => {
    const known = new Map<string, Set<unknown>>();
    for (const [name, value] of source.cases.flatMap(({ values }) => Object.entries(values))) {
      known.set(name, (known.get(name) ?? new Set()).add(value));
    }
    return known;
  });
  const names = new Set(perSide.flatMap((known) => [...known.keys()]));
  return new Set(
    [...names].filter((name) => {
      const own = perSide.flatMap((known) => known.get(name) ?? []);
      const isOne = own.every(({ size }) => size === 1);
      return !inputs.has(name) && isOne && new Set(own.flatMap((values) => [...values])).size > 1;
    }),
  );
}

function isSeveral(sides: readonly Side[]): boolean {
  return new Set(sides.map(({ runId }) => runId)).size > 1;
}

/** Splits series by run, where there are several. */
export function sidesRequest(request: FigureRequest, sides: readonly Side[]): FigureRequest {
  return isSeveral(sides)
    ? { ...request, seriesBy: [...(request.seriesBy ?? []), axisOf(sides)] }
    : request;
}

/** The cases of the first side: of the same variant, unless sides name variants of their own. */
export function firstSide(sides: readonly Side[]): Baseline {
  const [first] = sides;
  const acrossVariants = sides.some(({ variant }) => variant !== null);
  return {
    name: nameOf({ runId: first?.runId ?? '', variant: first?.variant ?? null }),
    is: ({ index }) => index < stride,
    rules: { acrossVariants, free: new Set([axisOf(sides)]) },
  };
}

/** Every workload and variant once, in the order of the first that has it. */
function mergeWorkloads(all: readonly (readonly Workload[])[]): readonly Workload[] {
  const workloads = new Map<string, Workload>();
  for (const workload of all.flat()) {
    const known = workloads.get(workload.id);
    if (known === undefined) {
      workloads.set(workload.id, workload);
      continue;
    }
    const more = workload.variants.filter(({ id }) => !known.variants.some((v) => v.id === id));
    if (more.length > 0) {
      workloads.set(workload.id, { ...known, variants: [...known.variants, ...more] });
    }
  }
  return [...workloads.values()];
}
