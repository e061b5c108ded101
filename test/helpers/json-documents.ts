import { dataParts, newNames, withNewNames } from '../../src-main/core/export/json-names.ts';
import { documents, errorForm } from '../../src-main/hosts/cli/json/documents.ts';

/**
 * Which form of a verb's documents a document has, by its position; -1 for a failure. Throws where it has none: where a
 * field is missing, of another type or not described, or lacks one of its names.
 */
export function formOf(verb: string, document: unknown): number {
  const forms = [...(documents[verb] ?? []), errorForm];
  // A schema is of names, those of earlier versions too.
  const [without, withNames] = verb === 'help' ? [same, same] : [withoutNewNames, withNewNames];
  const plain = without(document);
  const faults: string[] = [];
  for (const [at, { when, schema }] of forms.entries()) {
    const parsed = schema.safeParse(plain);
    if (!parsed.success) {
      faults.push(`${when}: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`);
      continue;
    }
    const described = JSON.stringify(sorted(withNames(parsed.data)));
    const given = JSON.stringify(sorted(document));
    if (described === given) return at === forms.length - 1 ? -1 : at;
    faults.push(`${when}: a field is not described:\n${described}\n${given}`);
  }
  throw new Error(`${verb}: ${faults.join('\n')}`);
}

function same(value: unknown): unknown {
  return value;
}

/** Names of now are dropped where the earlier one is there. */
function withoutNewNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNewNames);
  if (typeof value !== 'object' || value === null) return value;
  const given = new Set(Object.keys(value));
  const twins = new Set(
    [...given].flatMap((name) => {
      const now = Object.hasOwn(newNames, name) ? newNames[name] : undefined;
      return now === undefined ? [] : [now];
    }),
  );
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      // Where an earlier version had both, both are described.
      if (twins.has(key) && key !== 'scope') return [];
      return [[key, dataParts.has(key) ? part : withoutNewNames(part)]];
    }),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
