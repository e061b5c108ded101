/** Makes docs/json.md of the schemas that `breakeven help --schema --json` prints. */

type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};

export type Schemas = {
  readonly schemaVersion: number;
  readonly documents: Readonly<
    Record<string, readonly { readonly when: string; readonly schema: Schema }[]>
  >;
  /** Exit status by the code of a failure. */
  readonly errorCodes: Readonly<Record<string, number>>;
};

/** A part of fewer fields is said again. */
const minShared = 4;

export function jsonMarkdown({ schemaVersion, documents, errorCodes }: Schemas): string {
  const described = new Map<string, string>();
  const verbs = Object.entries(documents).map(([verb, forms]) =>
    [
      `### ${verb}`,
      '',
      ...forms.flatMap(({ when, schema }) => [
        `${sentence(when)}:`,
        '',
        ...formLines(schema, verb, described),
        '',
      ]),
    ].join('\n'),
  );
  return [
    introduction(schemaVersion, errorCodes),
    '## Verbs',
    '',
    '<!-- made of the schemas of the verbs -->',
    '',
    ...verbs,
    '<!-- end -->',
    '',
  ].join('\n');
}

function introduction(version: number, errorCodes: Schemas['errorCodes']): string {
  return `# JSON documents

Every verb prints one JSON document with \`--json\` (\`lab watch\`: one a line). \`breakeven help <verb> --schema\` prints its
JSON Schema (draft 2020-12). This page is made from the same schemas.

- Each document has \`schemaVersion\`, now ${version}. A version adds names; only the next one takes names away or changes a type.
- Names are camelCase. Times are in nanoseconds (\`Ns\`), other times in seconds (\`S\`), memory in bytes, rates in units a
  second. Instants are ISO 8601 in UTC. What is not known is null, what does not apply is absent.
- Keys of \`values\`, \`attributes\`, \`answer\`, \`parameters\` and \`versions\` are data: axes, attributes and programs by their
  ids. \`run --configuration\` reads a \`configuration\`.
- A verb that fails before its document is made prints \`{ "schemaVersion", "error": { "code", "message", "detail" } }\`:
  \`message\` is one sentence, \`detail\`, what the system said, may be absent. It exits with the status of the code:
${statusLines(errorCodes)}
`;
}

/** A line for each exit status with the codes of failures that end so. */
function statusLines(errorCodes: Schemas['errorCodes']): string {
  return [...Map.groupBy(Object.entries(errorCodes), ([, status]) => status)]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => `  - ${status}: ${codes.map(([code]) => `\`${code}\``).join(', ')}`)
    .join('\n');
}

function sentence(when: string): string {
  return when.charAt(0).toUpperCase() + when.slice(1);
}

function formLines(schema: Schema, verb: string, described: Map<string, string>): string[] {
  const key = JSON.stringify(schema.properties);
  const known = described.get(key);
  if (known !== undefined) return [`as of \`${known}\``];
  described.set(key, verb);
  const lines = fieldLines(schema, '', verb, described);
  return lines.length === 0 ? ['any JSON'] : ['| field | type |', '|---|---|', ...lines];
}

function fieldLines(
  { properties = {}, required = [] }: Schema,
  path: string,
  verb: string,
  described: Map<string, string>,
): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (path === '' && name === 'schemaVersion') return [];
    const full = `${path}${name}`;
    const optional = required.includes(name) ? '' : ', may be absent';
    const { schema, suffix } = innermost(field);
    const nested = schema.properties === undefined ? {} : schema.properties;
    const key = JSON.stringify(nested);
    const known = described.get(key);
    if (known !== undefined) return [`| \`${full}\` | ${typeOf(field)}, as ${known}${optional} |`];
    if (Object.keys(nested).length >= minShared) described.set(key, `\`${full}\` of ${verb}`);
    return [
      `| \`${full}\` | ${typeOf(field)}${optional} |`,
      ...fieldLines(schema, `${full}${suffix}.`, verb, described),
    ];
  });
}

/** What is inside of lists, of maps and of what may be null. */
function innermost(schema: Schema, suffix = ''): { schema: Schema; suffix: string } {
  if (schema.items !== undefined) return innermost(schema.items, `${suffix}[]`);
  const { additionalProperties: values } = schema;
  if (typeof values === 'object' && schema.properties === undefined) {
    return innermost(values, `${suffix}.*`);
  }
  const whole = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = whole;
  return only !== undefined && whole.length === 1 ? innermost(only, suffix) : { schema, suffix };
}

function typeOf(schema: Schema): string {
  const { type, anyOf, oneOf, items, prefixItems, additionalProperties: values } = schema;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined)
    return schema.enum.map((it) => `\`${JSON.stringify(it)}\``).join(' or ');
  const kinds = anyOf ?? oneOf;
  if (kinds !== undefined) return [...new Set(kinds.map(typeOf))].join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (prefixItems !== undefined)
    return `list of ${prefixItems.length}: ${prefixItems.map(typeOf).join(', ')}`;
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (typeof values === 'object' && schema.properties === undefined)
    return `map of ${typeOf(values)}`;
  return String(type ?? 'any');
}
