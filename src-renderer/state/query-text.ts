/** The query bar's text as facets change it: `workload:histogram,mandelbrot -status:failed`. */

const quoted = (value: string) => (/[\s,"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value);

type Found = { readonly from: number; readonly to: number; readonly values: readonly string[] };

/** The term `field:value,value` of a query, if there is one that is not negated. */
function termOf(query: string, field: string): Found | null {
  const pattern = new RegExp(
    `(?<![^\\s])${field}:((?:"[^"]*"|[^\\s",])+(?:,(?:"[^"]*"|[^\\s",])+)*)`,
    'i',
  );
  const match = pattern.exec(query);
  if (match === null) return null;
  const values = [...(match[1] ?? '').matchAll(/"([^"]*)"|([^",]+)/g)].map(
    ([, inQuotes, plain]) => inQuotes ?? plain ?? '',
  );
  return { from: match.index, to: match.index + match[0].length, values };
}

/** The values of a field that a query asks for. */
export function facetValues(query: string, field: string): readonly string[] {
  return termOf(query, field)?.values ?? [];
}

/** The query that asks for a value of a field as well, or no longer. */
export function toggleFacet(query: string, field: string, value: string): string {
  const found = termOf(query, field);
  const values = found?.values ?? [];
  const has = values.some((each) => each.toLowerCase() === value.toLowerCase());
  const next = has
    ? values.filter((each) => each.toLowerCase() !== value.toLowerCase())
    : [...values, value];
  const term = next.length === 0 ? '' : `${field}:${next.map(quoted).join(',')}`;
  const text =
    found === null
      ? `${query} ${term}`
      : `${query.slice(0, found.from)}${term}${query.slice(found.to)}`;
  return text.replaceAll(/\s+/g, ' ').trim();
}
