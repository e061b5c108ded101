import { z } from 'zod';
import { exitCodeOf, failureCodes } from '../../../contract/failure.ts';
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

/** Every form of every verb, and the exit status of each code of a failure. */
export function allSchemas() {
  const shown = ({ when, schema }: Form) => ({ when, schema: schemaOfForm({ when, schema }) });
  return {
    documents: Object.fromEntries(
      Object.entries(documents).map(([verb, forms]) => [verb, forms.map(shown)]),
    ),
    errorCodes: Object.fromEntries(failureCodes.map((code) => [code, exitCodeOf(code)])),
  };
}

function schemaOfForm({ when, schema }: Form): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return { description: when, ...(opened(made) as Schema) };
}

/** A later version may add names, so nothing is closed to them. */
function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, part]) => !(key === 'additionalProperties' && part === false))
      .map(([key, part]) => [key, opened(part)]),
  );
}
