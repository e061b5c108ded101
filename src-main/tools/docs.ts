import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CatalogTexts, withCatalog, withGenerated } from './glossary.ts';
import { jsonMarkdown, type Schemas } from './json-documents.ts';
import { diagramOf, readLayers } from './layers.ts';
import { cliBundle, isFile, root } from './paths.ts';
import { quietly, say, withFailures } from './steps.ts';

const glossary = join(root, 'docs', 'glossary.md');
const architecture = join(root, 'docs', 'architecture.md');

/** `npm run docs`: makes the parts of the documents that follow from the code. */
export function main(): Promise<number> {
  return withFailures(async () => {
    write(architecture, withLayers(readFileSync(architecture, 'utf8')));
    if (isFile(cliBundle)) {
      write(join(root, 'docs', 'breakeven.1'), await readManPage());
      write(join(root, 'docs', 'json.md'), jsonMarkdown(await readSchemas()));
      write(glossary, withCatalog(readFileSync(glossary, 'utf8'), await readCatalog()));
    } else {
      say('docs/glossary.md, docs/json.md and docs/breakeven.1 need a build: npm run build');
    }
    return 0;
  });
}

/** The document with its diagram of the layers, made from the imports as they are. */
export function withLayers(document: string): string {
  return withGenerated(document, () => diagramOf(readLayers(root)));
}

async function readCatalog(): Promise<CatalogTexts> {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-docs-'));
  try {
    const words = [cliBundle, 'list', '--json', '--home', home];
    return JSON.parse(await quietly('reading the catalog', process.execPath, words));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Of the build, whose verbs are those of the sources it was made from. */
function readManPage(): Promise<string> {
  return quietly('reading the verbs', process.execPath, [cliBundle, 'help', '--man']);
}

async function readSchemas(): Promise<Schemas> {
  const words = [cliBundle, 'help', '--schema', '--json'];
  return JSON.parse(await quietly('reading the schemas', process.execPath, words));
}

function write(path: string, content: string): void {
  writeFileSync(path, content);
  say(`wrote ${path}`);
}
