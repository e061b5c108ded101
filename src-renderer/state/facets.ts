import { byValue } from '../../src-main/contract/case-names.ts';
import type { Scalar, Values } from '../../src-main/contract/workload.ts';

/** One point of a sweep: what is shown of it, and the fields that choose it. */
export type Facet = {
  readonly where: Values;
  readonly fields: readonly { readonly id: string; readonly values: readonly Scalar[] }[];
};

/**
 * The cases with one value of each axis that differs between them, but for the axis that a figure draws over. Of each
 * axis it is the chosen value, else the last one; where an axis is drawn, the one that most cases have, since they make
 * the longest line. Only values are offered that go together. An axis that is another one once more (the other side of
 * a square) has no field: it follows.
 */
export function facetOf(all: readonly Values[], chosen: Values, drawn?: string): Facet {
  const ids = [...new Set(all.flatMap((values) => Object.keys(values)))];
  const where: Record<string, Scalar> = {};
  const fields: Facet['fields'][number][] = [];
  const before: string[] = drawn === undefined ? [] : [drawn];
  let kept = all;
  for (const id of ids.filter((each) => each !== drawn)) {
    if (distinct(all, id).length < 2) continue;
    const like = before.find((other) => isLike(all, id, other));
    before.push(id);
    if (like !== undefined) {
      if (where[like] !== undefined) where[id] = where[like];
      continue;
    }
    const values = distinct(kept, id);
    const value =
      values.find((each) => each === chosen[id]) ??
      (drawn === undefined ? values.at(-1) : usual(kept, id, values));
    if (value === undefined) continue;
    if (values.length > 1) fields.push({ id, values });
    where[id] = value;
    kept = kept.filter((each) => each[id] === undefined || each[id] === value);
  }
  return { where, fields };
}

function distinct(all: readonly Values[], id: string): readonly Scalar[] {
  return [...new Set(all.flatMap((values) => values[id] ?? []))].sort(byValue);
}

/** Whether two axes have one value wherever a case has both, and some have. */
function isLike(all: readonly Values[], id: string, other: string): boolean {
  const both = all.filter((values) => values[id] !== undefined && values[other] !== undefined);
  return both.length > 0 && both.every((values) => values[id] === values[other]);
}

function usual(all: readonly Values[], id: string, values: readonly Scalar[]): Scalar | undefined {
  const count = (value: Scalar): number => all.filter((each) => each[id] === value).length;
  return values.reduce<Scalar | undefined>(
    (best, value) => (best !== undefined && count(best) > count(value) ? best : value),
    undefined,
  );
}

/** Axes of numbers that differ between cases, the size first: what times can be drawn over. */
export function drawableAxes(
  all: readonly Values[],
  sizeAxis: string | undefined,
): readonly string[] {
  const ids = [...new Set(all.flatMap((values) => Object.keys(values)))];
  const numeric = ids.filter((id) => {
    const values = distinct(all, id);
    return values.length > 1 && id !== 'seed' && values.every((one) => typeof one === 'number');
  });
  const ordered = numeric.sort((a, b) => Number(b === sizeAxis) - Number(a === sizeAxis));
  return ordered.filter((id, i) => !ordered.slice(0, i).some((other) => isLike(all, id, other)));
}

/** Axes of which some variant was measured with several values, but for sizes: what can be compared with each other. */
export function axesBetween(
  cases: readonly { readonly variant: string; readonly values: Values }[],
  sizes: ReadonlySet<string>,
): readonly { readonly id: string; readonly values: readonly Scalar[] }[] {
  const all = cases.map(({ values }) => values);
  const ids = [...new Set(all.flatMap((values) => Object.keys(values)))];
  return ids.flatMap((id) => {
    if (sizes.has(id) || id === 'seed') return [];
    // What is a size once more follows it.
    if ([...sizes].some((size) => isLike(all, id, size))) return [];
    const groups = [...Map.groupBy(cases, ({ variant }) => variant).values()];
    const several = groups.some(
      (own) =>
        distinct(
          own.map(({ values }) => values),
          id,
        ).length > 1,
    );
    return several ? [{ id, values: distinct(all, id) }] : [];
  });
}
