import type { Configuration, Group } from '../../contract/configuration.ts';
import type { CaseEstimate, EstimateCase } from '../../contract/engine-protocol.ts';
import type { Axis, Catalog, Scalar, Values, Variant, Workload } from '../../contract/workload.ts';

/** What a case may cost, in seconds of sequential code: a whole self-test takes a minute or two. */
export const selftestLimits = { base: 0.02, case: 0.15 } as const;

export type AskEstimates = (
  cases: readonly EstimateCase[],
) => Promise<readonly (CaseEstimate | null)[]>;

export type SelftestRequest = {
  readonly workloads?: readonly string[] | undefined;
  readonly variants?: readonly string[] | undefined;
  /** Leaves out cases of which sequential code takes longer, in seconds; by default the limit of a case. */
  readonly caseSeconds?: number | undefined;
  /** Longest silence of a case, in seconds. */
  readonly hangLimitS?: number | undefined;
  /** No case begins after so many seconds. */
  readonly timeLimitS?: number | undefined;
};

/**
 * Cases that find what usual sizes hide: nothing, one, odd, a power of two and its neighbours, the ends of each axis's
 * range, every choice; all derived from the axes that the catalog describes. Around a base point of moderate cost one
 * axis at a time takes its awkward values, choices of the input meet the smallest sizes as well, and every two values of
 * two axes meet.
 */
export async function selftestConfiguration(
  catalog: Catalog,
  request: SelftestRequest,
  ask: AskEstimates,
): Promise<Configuration> {
  const groups: Group[] = [];
  for (const workload of catalog.workloads) {
    if (request.workloads?.includes(workload.id) === false) continue;
    const variants = workload.variants.filter(({ id }) => request.variants?.includes(id) !== false);
    if (variants.length > 0) groups.push(...(await groupsOf(workload, variants, ask)));
  }
  const policy = { criterion: 'fixed', parameters: {}, timeLimitS: 1, repetitions: 1 } as const;
  return { groups, policy: { ...policy, order: 'sequential' }, orderSeed: 0 };
}

async function groupsOf(
  workload: Workload,
  variants: readonly Variant[],
  ask: AskEstimates,
): Promise<Group[]> {
  const base = await basePoint(workload, ask);
  const size = workload.axes.find(({ id }) => id === workload.sizeAxis);
  const sizes = size === undefined ? [] : awkwardSizes(size);
  const small = sizes.filter((value) => typeof value === 'number' && value <= 33).slice(0, 2);
  const group = (members: readonly Variant[], set: Values): Group => ({
    workload: workload.id,
    variants: members.map(({ id }) => id),
    set,
    sweep: {},
  });
  const found: Group[] = sizes.map((value) =>
    group(variants, { ...base, [workload.sizeAxis]: value }),
  );
  found.push(group(variants, base));
  for (const axis of workload.axes) {
    if (axis.id === workload.sizeAxis || axis.role === 'measurement') continue;
    for (const value of awkwardValues(axis)) {
      const point = await placed(workload, { ...base, [axis.id]: value }, sizes, ask);
      found.push(group(variants, point));
      if (axis.type !== 'choice') continue;
      for (const few of small) {
        found.push(group(variants, { ...base, [workload.sizeAxis]: few, [axis.id]: value }));
      }
    }
  }
  const few = size === undefined ? [] : [{ id: size.id, values: [...small, base[size.id] ?? 1] }];
  for (const values of pairsOf([...few, ...withValues(workload.axes, workload.sizeAxis)])) {
    found.push(group(variants, await placed(workload, { ...base, ...values }, sizes, ask)));
  }
  for (const variant of variants) {
    for (const values of pairsOf(withValues(variant.parameters))) {
      found.push(group([variant], { ...base, ...values }));
    }
    for (const axis of variant.parameters) {
      if (axis.role === 'measurement') continue;
      for (const value of awkwardValues(axis)) {
        found.push(group([variant], { ...base, [axis.id]: value }));
        // A parameter meets the smallest size too: more threads than elements, a block larger than the input.
        const min = small[1] ?? small[0];
        if (min === undefined) continue;
        found.push(group([variant], { ...base, [workload.sizeAxis]: min, [axis.id]: value }));
      }
    }
  }
  return found;
}

export type AxisValues = { readonly id: string; readonly values: readonly Scalar[] };

/** Every choice; of numbers the ends of the range and the default. A seed meets everything already. */
function withValues(axes: readonly Axis[], without?: string): readonly AxisValues[] {
  return axes.flatMap((axis) => {
    if ([without, 'seed'].includes(axis.id) || axis.role === 'measurement') return [];
    const all = awkwardValues(axis);
    const values =
      axis.type === 'choice'
        ? all
        : all.filter((value, i) => i === 0 || i === all.length - 1 || value === axis.default);
    return values.length > 1 ? [{ id: axis.id, values }] : [];
  });
}

/** Few combinations in which every two values of two axes meet; none of a single axis. */
export function pairsOf(axes: readonly AxisValues[]): readonly Values[] {
  const pair = (one: string, a: Scalar, other: string, b: Scalar) =>
    JSON.stringify([one, a, other, b]);
  const open = new Set(
    axes.flatMap((one, i) =>
      axes
        .slice(i + 1)
        .flatMap((other) =>
          one.values.flatMap((a) => other.values.map((b) => pair(one.id, a, other.id, b))),
        ),
    ),
  );
  const combinations: Values[] = [];
  while (open.size > 0) {
    const [first = '[]'] = open;
    const [one, a, other, b] = JSON.parse(first) as [string, Scalar, string, Scalar];
    const values: Record<string, Scalar> = { [one]: a, [other]: b };
    for (const axis of axes) {
      if (axis.id in values) continue;
      const gain = (value: Scalar): number =>
        axes.filter(({ id }) => {
          const at = values[id];
          return (
            at !== undefined &&
            (open.has(pair(id, at, axis.id, value)) || open.has(pair(axis.id, value, id, at)))
          );
        }).length;
      const [best] = [...axis.values].sort((x, y) => gain(y) - gain(x));
      if (best !== undefined) values[axis.id] = best;
    }
    for (const x of axes) {
      for (const y of axes) {
        const [v, w] = [values[x.id], values[y.id]];
        if (v !== undefined && w !== undefined) open.delete(pair(x.id, v, y.id, w));
      }
    }
    combinations.push(values);
  }
  return combinations;
}

/**
 * The point, where its workload takes it; else the same at the nearest size at which it does (33 nonzeros are too few for
 * a thousand rows and just enough for 33). Where none does the point stays, and its case tells why it is skipped.
 */
async function placed(
  workload: Workload,
  point: Values,
  sizes: readonly Scalar[],
  ask: AskEstimates,
): Promise<Values> {
  const far = (size: Scalar | undefined) => Math.log1p(Number(size));
  const wanted = far(point[workload.sizeAxis]);
  const points = [...sizes]
    .sort((a, b) => Math.abs(far(a) - wanted) - Math.abs(far(b) - wanted))
    .map((size): Values => ({ ...point, [workload.sizeAxis]: size }));
  const taken = async (them: readonly Values[]): Promise<Values | undefined> => {
    const estimates = await askBaseline(workload, them, ask);
    return them.find((_, index) => (estimates[index]?.reason ?? null) === null);
  };
  return (await taken([point])) ?? (await taken(points)) ?? point;
}

/** What the workload's baseline says of points; nothing where the workload has none. */
async function askBaseline(
  workload: Workload,
  points: readonly Values[],
  ask: AskEstimates,
): Promise<readonly (CaseEstimate | null)[]> {
  const variant = workload.variants.find(({ id }) => id === workload.baseline);
  if (variant === undefined) return [];
  const own = Object.fromEntries(variant.parameters.map((axis) => [axis.id, axis.default]));
  return await ask(
    points.map((point) => ({
      workload: workload.id,
      variant: variant.id,
      values: { ...allDefaults(workload), ...own, ...point },
    })),
  );
}

/**
 * Defaults, but a moderate odd size, and the other numeric axes of the input brought down together until a case costs
 * little.
 */
async function basePoint(workload: Workload, ask: AskEstimates): Promise<Values> {
  const parts = [1, 0.75, 0.5, 0.25, 0];
  const points = parts.map((part) => pointAt(workload, part));
  const estimates = await askBaseline(workload, points, ask);
  const affordable = estimates.findIndex(
    (one) => one === null || one.seconds + (one.inputSeconds ?? 0) <= selftestLimits.base,
  );
  return points[affordable < 0 ? points.length - 1 : affordable] ?? {};
}

function allDefaults(workload: Workload): Values {
  return Object.fromEntries(workload.axes.map((axis) => [axis.id, axis.default]));
}

function pointAt(workload: Workload, part: number): Values {
  const entries = workload.axes.flatMap((axis): [string, Scalar][] => {
    if (axis.type !== 'integer') return [];
    if (axis.id === workload.sizeAxis) return [[axis.id, clamp(axis, 1003)]];
    if (axis.role !== 'input' || axis.scale !== 'log' || part === 1) return [];
    const from = Math.max(axis.min, 1);
    const value = from * (Math.max(axis.default, from) / from) ** part;
    return [[axis.id, Math.round(value)]];
  });
  return Object.fromEntries(entries);
}

/** Around nothing, around each size at which a warp, a block, a tile or a word ends, and well beyond them. */
function awkwardSizes(axis: Axis): readonly Scalar[] {
  const sizes = [0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1000, 1023, 1024, 1025, 2047, 2048, 2049];
  const large = [4097, 65_535, 65_537, 100_003, 1_048_575, 1_048_576, 1_048_577, 4_194_305];
  return inRange(axis, [...('min' in axis ? [axis.min, axis.min + 1] : []), ...sizes, ...large]);
}

/** Every choice; of numbers the ends of the range, the default and some awkward ones between. */
export function awkwardValues(axis: Axis): readonly Scalar[] {
  switch (axis.type) {
    case 'choice':
      return axis.choices.map(({ id }) => id);
    case 'flag':
      return [false, true];
    case 'text':
      return [];
    case 'integer': {
      // Hundreds of threads for a thousand elements say no more than a few, and take long.
      const last = axis.role === 'variant' && axis.max > 1024 ? [5] : [axis.max];
      const between = axis.id === 'seed' ? [2] : [1, 2, 3, 33, 64, 1000];
      const wanted = [axis.min, axis.min + 1, ...between, axis.default, ...last];
      return inRange(axis, wanted);
    }
    case 'real': {
      const between = axis.min + 0.37 * (axis.max - axis.min);
      return inRange(axis, [axis.min, between, axis.default, axis.max]);
    }
  }
}

function inRange(axis: Axis, values: readonly number[]): readonly number[] {
  if (!('min' in axis)) return [];
  const fitting = values.filter((value) => value >= axis.min && value <= axis.max);
  return [...new Set(fitting)].sort((a, b) => a - b);
}

function clamp(axis: { readonly min: number; readonly max: number }, value: number): number {
  return Math.max(Math.min(axis.max, value), axis.min % 2 === 0 ? axis.min + 1 : axis.min);
}
