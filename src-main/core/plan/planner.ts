import { statSync } from 'node:fs';
import { type Configuration, type Policy, policySchema } from '../../contract/configuration.ts';
import { badInput } from '../../contract/failure.ts';
import { type Plan, type PlannedCase, schemaVersion } from '../../contract/run.ts';
import type { Axis, Scalar, Values, Variant, Workload } from '../../contract/workload.ts';
import { axesOf, type CheckedGroup, checkConfiguration, type Known } from './configuration.ts';
import { standInWarning } from './matrices.ts';
import { measuringOrder } from './order.ts';

/** More than this in one plan is a slip of the hand: a sweep over three axes with hundreds of values each. */
const maxCases = 100_000;

/**
 * Turns a configuration into its cases. `index` counts them in the order in which the configuration names them (groups,
 * sweep points, variants), so tables come sorted; the list itself is in measuring order. The same case is planned once.
 * Cases that cannot run here are planned with the reason.
 *
 * @throws BreakevenError `bad-input` for what the catalog does not allow.
 */
export function makePlan(configuration: Configuration, known: Known): Plan {
  const groups = checkConfiguration(configuration, known);
  const count = groups.reduce((sum, group) => sum + pointCount(group) * group.variants.length, 0);
  if (count > maxCases) {
    throw badInput(
      `the sweeps make ${count} cases; a run may have ${maxCases}: take fewer values or split it`,
    );
  }
  const cases = new Map<string, PlannedCase>();
  for (const group of groups) {
    for (const point of pointsOf(group)) {
      for (const variant of group.variants) {
        const planned = planCase(group, variant, point, cases.size);
        const identity = identityOf(planned);
        if (!cases.has(identity)) cases.set(identity, planned);
      }
    }
  }
  if (cases.size === 0) {
    throw badInput('the configuration has no case: it names no variant');
  }
  const inOrder = measuringOrder([...cases.values()], configuration.orderSeed, 0);
  return { schemaVersion, configuration, cases: inOrder };
}

function pointCount({ group }: CheckedGroup): number {
  return Object.values(group.sweep).reduce((product, values) => product * values.length, 1);
}

/** The cross product of the sweep over the set values; the axis named first varies slowest. */
function pointsOf({ workload, variants, group }: CheckedGroup): readonly Values[] {
  let points: Values[] = [group.set];
  for (const [axis, values] of Object.entries(group.sweep)) {
    points = points.flatMap((point) => values.map((value) => ({ ...point, [axis]: value })));
  }
  const linked = Object.entries(group.link ?? {});
  const axes = variants.flatMap((variant) => axesOf(workload, variant));
  return points.map((point) => {
    const followed = linked.flatMap(([axis, other]) => {
      // An axis that was given no value has its default, and so has what follows it.
      const value = point[other] ?? axes.find(({ id }) => id === other)?.default;
      return value === undefined ? [] : [[axis, value] as const];
    });
    return scaled({ ...point, ...Object.fromEntries(followed) }, group.scale ?? {}, axes);
  });
}

/** The point with the values that grow with another one multiplied by it. */
function scaled(
  point: Values,
  scale: Readonly<Record<string, string>>,
  axes: readonly Axis[],
): Values {
  const products = Object.entries(scale).map(([id, by]) => {
    const [value, factor] = [id, by].map(
      (name) => point[name] ?? axes.find((axis) => axis.id === name)?.default,
    );
    const product = Number(value) * Number(factor);
    const whole = axes.find((axis) => axis.id === id)?.type === 'integer';
    return [id, whole ? Math.round(product) : product] as const;
  });
  return { ...point, ...Object.fromEntries(products) };
}

function planCase(
  { workload, group, policy }: CheckedGroup,
  variant: Variant,
  point: Values,
  index: number,
): PlannedCase {
  const all = axesOf(workload, variant);
  // A file has no seed and no distribution; what it decides, its size above all, is set by now.
  const axes = all.filter(
    ({ id, generated }) => group.input === undefined || generated !== true || id in point,
  );
  const values = Object.fromEntries(axes.map((axis) => [axis.id, valueFor(axis, point)]));
  const skip = variant.available
    ? boundsFault(axes, point)
    : (variant.reason ?? 'it is not available on this machine');
  const warning = standInWarning(group);
  return {
    index,
    workload: workload.id,
    variant: variant.id,
    values,
    inputKey: inputKeyOf(workload, values, group.input),
    ...(group.input === undefined ? {} : { input: group.input }),
    policy: deterministic(policy),
    ...(warning === null ? {} : { warnings: [warning] }),
    ...(skip === null ? {} : { skip }),
  };
}

function valueFor(axis: Axis, point: Values): Scalar {
  return point[axis.id] ?? axis.default;
}

/** A value that suits another variant of the group but not this one makes a skip, not an error. */
function boundsFault(axes: readonly Axis[], point: Values): string | null {
  for (const axis of axes) {
    const value = point[axis.id];
    if (typeof value !== 'number' || !('min' in axis)) continue;
    if (value < axis.min || value > axis.max) {
      return `${axis.id}: ${value} is outside ${axis.min} to ${axis.max}, which this variant takes`;
    }
  }
  return null;
}

/** Everything that decides the bytes of the input: equal keys share one generated input and one reference. */
function inputKeyOf(workload: Workload, values: Values, input: string | undefined): string {
  const inputAxes = workload.axes.filter(({ id, role }) => role === 'input' && id in values);
  const parts = inputAxes.map((axis) => `${axis.id}=${values[axis.id]}`).sort();
  if (input === undefined) return [workload.id, ...parts].join(' ');
  const status = statSync(input, { throwIfNoEntry: false });
  // A file that changes between two runs of one engine is another input.
  return [workload.id, ...parts, `file=${input}`, status?.size, status?.mtimeMs].join(' ');
}

/** Two cases of equal identity are the same measurement. */
export function identityOf({ workload, variant, values, input }: PlannedCase): string {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([workload, variant, sorted, input ?? null]);
}

/** A copy with its keys in one order, so that equal policies are equal as text. */
function deterministic(policy: Policy): Policy {
  return policySchema.parse(policy);
}
