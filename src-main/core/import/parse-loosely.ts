import type { z } from 'zod';

type Path = readonly (string | number)[];

/**
 * Parses as the schema does, but takes NaN and the infinities where it asks for a number: a statistic that is not known
 * is NaN, which the contract's numbers do not take.
 */
export function parseLoosely<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  if (hasOnlyFinite(value)) return schema.safeParse(value);
  const odd: { readonly path: Path; readonly value: number }[] = [];
  const plain = replaced(value, [], (path, found) => odd.push({ path, value: found }));
  const parsed = schema.safeParse(plain);
  if (!parsed.success) return parsed;
  for (const { path, value: found } of odd) putBack(parsed.data, path, found);
  return parsed;
}

function hasOnlyFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(hasOnlyFinite);
}

function replaced(value: unknown, path: Path, note: (path: Path, value: number) => void): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    note(path, value);
    return 0;
  }
  if (Array.isArray(value)) return value.map((part, i) => replaced(part, [...path, i], note));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, replaced(part, [...path, key], note)]),
  );
}

/** What the schema has dropped stays away. */
function putBack(target: unknown, path: Path, value: number): void {
  let place = target;
  for (const key of path.slice(0, -1)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return;
    place = Reflect.get(place, key);
  }
  const last = path.at(-1);
  if (typeof place !== 'object' || place === null || last === undefined) return;
  if (Object.hasOwn(place, last)) Reflect.set(place, last, value);
}
