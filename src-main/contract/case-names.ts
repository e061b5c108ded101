import { valueText } from './axis-values.ts';
import type { Scalar, Values } from './workload.ts';

/** What distinguishes cases: which of their axes, what they are called by them, and whether their values agree. */

type Valued = { readonly values: Values };

/** The same value on every axis that both have: a value that a case does not take cannot disagree. */
export function agree(a: Values, b: Values): boolean {
  return Object.entries(a).every(([axis, value]) => !(axis in b) || b[axis] === value);
}

/** The axes whose value differs between cases, with their values in order: the columns of a table of them. */
export function varyingAxes(
  cases: readonly Valued[],
): readonly { readonly id: string; readonly values: readonly Scalar[] }[] {
  const seen = new Map<string, Set<Scalar>>();
  for (const { values } of cases) {
    for (const [axis, value] of Object.entries(values)) {
      seen.set(axis, (seen.get(axis) ?? new Set()).add(value));
    }
  }
  return [...seen].flatMap(([id, values]) =>
    values.size > 1 ? [{ id, values: [...values].sort(byValue) }] : [],
  );
}

/** The size, and every axis that varies among the cases. */
export function shownAxes(cases: readonly Valued[], size?: string): readonly string[] {
  const varying = varyingAxes(cases).map(({ id }) => id);
  const sized = size !== undefined && cases.some(({ values }) => size in values);
  return [...(sized ? [size] : []), ...varying.filter((axis) => axis !== size)];
}

/** Numbers by size, words by the alphabet. */
export function byValue(a: Scalar | undefined, b: Scalar | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''));
}

/** `n=1000 bins=8`: a value each of the axes that are named, as `--set` takes them; empty texts are left out. */
export function valuesText(values: Values, axes: readonly string[] = Object.keys(values)): string {
  const words = axes.flatMap((axis) => {
    const value = values[axis];
    return value === undefined || value === '' ? [] : [`${axis}=${valueText(value)}`];
  });
  return words.join(' ');
}

/**
 * `plain n=1000 bins=8`: a case among those of its workload. With `axes`, only those are named: next to others of its
 * run, a case is distinguished by what differs.
 */
export function caseName(
  { variant, values }: Valued & { readonly variant: string },
  axes?: readonly string[],
): string {
  const at = valuesText(values, axes);
  return at === '' ? variant : `${variant} ${at}`;
}

/** `histogram plain n=1000 bins=8`: a case among those of several workloads. */
export function fullCaseName(
  stored: Valued & { readonly workload: string; readonly variant: string },
  axes?: readonly string[],
): string {
  return `${stored.workload} ${caseName(stored, axes)}`;
}

/** More variants for one reason are a number. */
const mostNames = 6;

/**
 * Cases that were not measured, by reason, so that a missing GPU takes one line. Reasons of the same variants that differ in
 * their numbers are one: the first stands for them.
 */
export function reasonTexts(
  cases: readonly { readonly variant: string; readonly reason: string | null }[],
): readonly { readonly count: number; readonly text: string }[] {
  const reasons = [...Map.groupBy(cases, ({ reason }) => reason ?? '')].map(([reason, own]) => {
    const names = [...new Set(own.map(({ variant }) => variant))];
    const ids = names.length > mostNames ? `${names.length} variants` : names.join(', ');
    return { count: own.length, text: `${reason} (${ids})`, names: names.join() };
  });
  const kinds = Map.groupBy(
    reasons,
    ({ names, text }) => `${names} ${text.replaceAll(/\d[\d.,]*/g, '#')}`,
  );
  return [...kinds.values()].map((alike) => ({
    count: alike.reduce((sum, { count }) => sum + count, 0),
    text: alike[0]?.text ?? '',
  }));
}
