import { documents, errorForm } from '../../src-main/hosts/cli/json/documents.ts';

/**
 * Which form of a verb's documents a document has, by its position; -1 for a failure. Throws where it has none: where a
 * field is missing, of another type or not described.
 */
export function formOf(verb: string, document: unknown): number {
  const forms = [...(documents[verb] ?? []), errorForm];
  const faults: string[] = [];
  for (const [at, { when, schema }] of forms.entries()) {
    const parsed = schema.safeParse(document);
    if (!parsed.success) {
      faults.push(`${when}: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`);
      continue;
    }
    const described = JSON.stringify(sorted(parsed.data));
    const given = JSON.stringify(sorted(document));
    if (described === given) return at === forms.length - 1 ? -1 : at;
    faults.push(`${when}: a field is not described:\n${described}\n${given}`);
  }
  throw new Error(`${verb}: ${faults.join('\n')}`);
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
