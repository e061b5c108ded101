import { takenInstead } from '../../contract/axis-values.ts';
import type { Descriptor, Plan } from '../../contract/run.ts';
import { versionOf } from '../../contract/versions.ts';
import type { Axis, Scalar, Values } from '../../contract/workload.ts';

/** Null for what can name a workload, a variant or an axis; else what is wrong with it. */
export function nameFault(field: string, name: string): string | null {
  const reserved = memberFault(field, name);
  if (reserved !== null) return reserved;
  if (/^[a-z0-9][a-z0-9._+-]{0,99}$/i.test(name) && !name.includes('..')) return null;
  return `${field}: got ${quoted(name)}, must be 1 to 100 letters, digits, "-", "_" or single dots`;
}

/** As `nameFault`, of a variant, which may be one of two versions. */
export function variantFault(field: string, name: string): string | null {
  return nameFault(field, versionOf(name)?.id ?? name);
}

/** Null for what can be a key of any table; else what is wrong with it. */
export function memberFault(field: string, name: string): string | null {
  if (!isObjectMember(name)) return null;
  return `${field}: got ${quoted(name)}, must be another word: this one is reserved`;
}

export function quoted(value: Scalar): string {
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value);
}

/** The axes that one variant takes, by id. */
export function axesById({ workload, variant }: Descriptor): ReadonlyMap<string, Axis> {
  return new Map([...workload.axes, ...variant.parameters].map((axis) => [axis.id, axis]));
}

/**
 * The first value of a case that its axis cannot have; null where there is none. A case that ran has values within the
 * bounds of its axes; one that was skipped may be skipped for the very reason that it has not.
 */
export function valuesFault(values: Values, descriptor: Descriptor, ran: boolean): string | null {
  const axes = axesById(descriptor);
  for (const [id, value] of Object.entries(values)) {
    const axis = axes.get(id);
    const known = axis === undefined ? [] : [axis];
    const size = id === 'n' || id === descriptor.workload.sizeAxis;
    const fault = valueFault({ field: `values.${id}`, id, value, size }, known, ran);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * The first value of a plan or of its configuration that no axis of the file's descriptors can have; null where there is
 * none. What a plan only asked for may lie outside of bounds.
 */
export function planFault(plan: Plan, descriptors: readonly Descriptor[]): string | null {
  const of = Map.groupBy(descriptors, ({ workload }) => workload.id);
  const axesOf = (workload: string, variant?: string): readonly Axis[] => {
    const all = of.get(workload) ?? [];
    const descriptors = all.filter((one) => variant === undefined || one.variant.id === variant);
    // Of a variant that has no case in the file, the axes of its workload are known.
    return descriptors.length > 0
      ? descriptors.flatMap((one) => [...axesById(one).values()])
      : all.flatMap((one) => one.workload.axes);
  };
  for (const { index, workload, variant, values } of plan.cases) {
    const at = `plan.cases.${index}`;
    const fault =
      nameFault(`${at}.workload`, workload) ??
      variantFault(`${at}.variant`, variant) ??
      eachFault(`${at}.values`, values, axesOf(workload, variant));
    if (fault !== null) return fault;
  }
  for (const [i, { workload, set, sweep }] of plan.configuration.groups.entries()) {
    const at = `plan.configuration.groups.${i}`;
    const axes = axesOf(workload);
    const fault = nameFault(`${at}.workload`, workload) ?? eachFault(`${at}.set`, set, axes);
    if (fault !== null) return fault;
    for (const [id, values] of Object.entries(sweep)) {
      for (const value of values) {
        const wrong = eachFault(`${at}.sweep`, { [id]: value }, axes);
        if (wrong !== null) return wrong;
      }
    }
  }
  return null;
}

function eachFault(field: string, values: Values, axes: readonly Axis[]): string | null {
  for (const [id, value] of Object.entries(values)) {
    const named = axes.filter((axis) => axis.id === id);
    const place = { field: `${field}.${id}`, size: id === 'n' };
    const fault = valueFault({ ...place, id, value }, named, false);
    if (fault !== null) return fault;
  }
  return null;
}

type Given = {
  readonly field: string;
  readonly id: string;
  readonly value: Scalar;
  /** Whether it says how large the problem is: always a number. */
  readonly size: boolean;
};

/** `axes`: those of that id, of which one has to take the value. */
function valueFault(
  { field, id, value, size }: Given,
  axes: readonly Axis[],
  bounded: boolean,
): string | null {
  const [first] = axes;
  if (first !== undefined) {
    const allowed = axes.map((axis) => takenInstead(axis, value, bounded));
    const [one] = allowed;
    if (typeof one !== 'string' || allowed.includes(null)) return null;
    return `${field}: got ${quoted(value)}, must be ${one}`;
  }
  const name = nameFault(field, id);
  if (name !== null) return name;
  if (size && !(typeof value === 'number' && value >= 0)) {
    return `${field}: got ${quoted(value)}, must be a number of at least 0`;
  }
  // The file does not describe the axis. Its choices were words.
  if (typeof value !== 'string' || /^[\w .,:+/-]{0,100}$/.test(value)) return null;
  return `${field}: got ${quoted(value)}, must be a number, true, false or a word: the file describes no axis "${id}"`;
}

/**
 * Whether every object of the language has a member of this name, as `constructor`: where a table lacks such an axis, looking it
 * up gives a function in place of nothing. No axis, attribute or timing scope is called so.
 */
function isObjectMember(name: string): boolean {
  return name in Object.prototype;
}
