import { metricSchema } from '../../contract/run.ts';

/**
 * One spelling of names in documents: camelCase, with the unit last (`medianNs`), in the field's words. Names of earlier
 * versions stand with them for one version of the documents, so that scripts have time.
 */
export const newNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...Object.keys(metricSchema.shape).filter((name) => name.includes('_')),
      ...['cold_start_ns', 'stop_reason', 'bytes_moved', 'operation_unit', 'finished_at'],
    ].map((name) => [name, camelCase(name)]),
  ),
  span: 'scope',
  spans: 'scopes',
  stopRules: 'criteria',
  fact: 'attribute',
  facts: 'attributes',
  rounds: 'repetitions',
  ceiling: 'peak',
  tied: 'linkedAxes',
  levels: 'segments',
  steps: 'changePoints',
};

/**
 * Parts whose keys are data (axes, attributes, versions), or that are read back as they are (a configuration): their
 * names are never changed.
 */
export const dataParts: ReadonlySet<string> = new Set([
  ...['values', 'facts', 'attributes', 'answer', 'parameters', 'versions'],
  ...['configuration', 'policy', 'figures'],
]);

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** The document with the names of now next to those of earlier versions. What has both already stays as it is. */
export function withNewNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewNames);
  if (!isPlain(value)) return value;
  const renamed: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    const whole = dataParts.has(key) ? part : withNewNames(part);
    renamed[key] = whole;
    const now = Object.hasOwn(newNames, key) ? newNames[key] : undefined;
    if (now !== undefined && !Object.hasOwn(value, now)) renamed[now] = whole;
  }
  return renamed;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
