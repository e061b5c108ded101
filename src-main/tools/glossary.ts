/** What the glossary takes from the catalog: texts that are written where the thing itself is. */
export type CatalogTexts = {
  readonly scopes: readonly Entry[];
  readonly criteria: readonly Entry[];
  readonly workloads: readonly (Omit<Entry, 'help'> & {
    readonly summary: string;
    readonly sizeAxis: string;
    readonly baseline: string;
  })[];
};

type Entry = { readonly id: string; readonly title: string; readonly help: string };

/** `<!-- generated: scopes -->` to `<!-- end -->`, with what is between them. */
const block = /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The document with its generated parts made again, by name. */
export function withGenerated(document: string, make: (name: string) => string): string {
  return document.replaceAll(
    block,
    (_all, start: string, name: string, end: string) => `${start}${make(name)}${end}`,
  );
}

/** The document with its tables of the catalog. @throws Error for a table that nobody makes. */
export function withCatalog(document: string, catalog: CatalogTexts): string {
  return withGenerated(document, (name) => tableOf(name, catalog));
}

function tableOf(name: string, { scopes, criteria, workloads }: CatalogTexts): string {
  switch (name) {
    case 'scopes':
      return table(['id', 'title', 'what it times'], scopes.map(cells));
    case 'criteria':
      return table(['id', 'title', 'when sampling ends'], criteria.map(cells));
    case 'workloads': {
      const rows = workloads.map((one) => [
        `\`${one.id}\``,
        one.title,
        one.summary,
        `\`${one.sizeAxis}\``,
        `\`${one.baseline}\``,
      ]);
      return table(['id', 'title', 'problem', 'size axis', 'baseline'], rows);
    }
    default:
      throw new Error(`the catalog makes no table "${name}"`);
  }
}

function cells({ id, title, help }: Entry): readonly string[] {
  return [`\`${id}\``, title, help];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('');
}
