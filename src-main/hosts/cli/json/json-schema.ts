import { z } from 'zod';
import { exitCodeOf, failureCodes } from '../../../contract/failure.ts';
import { dataParts, newNames } from '../../../core/export/json-names.ts';
import { documents, errorForm, type Form } from './documents.ts';

type Schema = { readonly [key: string]: unknown };

/** The JSON Schema of what a verb prints with `--json`: one of its forms, or the failure. Null for an unknown verb. */
export function schemaOf(verb: string): Schema | null {
  const forms = Object.hasOwn(documents, verb) ? documents[verb] : undefined;
  if (forms === undefined) return null;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `breakeven ${verb} --json`,
    anyOf: [...forms, errorForm].map(schemaOfForm),
  };
}

/** Every form of every verb, what earlier names are called now, and the exit status of each code of a failure. */
export function allSchemas() {
  const shown = ({ when, schema }: Form) => ({ when, schema: schemaOfForm({ when, schema }) });
  return {
    documents: Object.fromEntries(
      Object.entries(documents).map(([verb, forms]) => [verb, forms.map(shown)]),
    ),
    earlierNames: newNames,
    errorCodes: Object.fromEntries(failureCodes.map((code) => [code, exitCodeOf(code)])),
  };
}

function schemaOfForm({ when, schema }: Form): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return { description: when, ...(withNames(made) as Schema) };
}

/**
 * The names of now next to those of earlier versions, which are marked as deprecated. A later version may add names, so
 * nothing is closed to them.
 */
function withNames(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNames);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).flatMap(([key, part]) => {
    if (key === 'additionalProperties' && part === false) return [];
    return [[key, key === 'properties' ? propertiesWithNames(part) : withNames(part)] as const];
  });
  const made: Record<string, unknown> = Object.fromEntries(entries);
  const { required, properties } = made;
  if (Array.isArray(required) && typeof properties === 'object') {
    made.required = [...new Set([...required, ...required.flatMap(nowOf)])];
  }
  return made;
}

function propertiesWithNames(properties: unknown): Schema {
  const found = Object.entries(Object(properties) as Schema);
  const names = new Set(found.map(([name]) => name));
  return Object.fromEntries(
    found.flatMap(([name, given]) => {
      const schema = dataParts.has(name) ? opened(given) : withNames(given);
      const [now] = nowOf(name);
      if (now === undefined) return [[name, schema]];
      const old = [name, { ...Object(schema), deprecated: true }] as const;
      return names.has(now) ? [old] : [old, [now, schema] as const];
    }),
  );
}

/** Names in it stay as they are; what a later version adds is no fault. */
function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, part]) => !(key === 'additionalProperties' && part === false))
      .map(([key, part]) => [key, opened(part)]),
  );
}

function nowOf(name: unknown): readonly string[] {
  const now = typeof name === 'string' && Object.hasOwn(newNames, name) ? newNames[name] : null;
  return now == null ? [] : [now];
}
