import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { performancePage } from '../../research/performance.ts';
import { withLayers } from '../../src-main/tools/docs.ts';
import { withCatalog } from '../../src-main/tools/glossary.ts';
import { allImports } from '../../src-main/tools/imports.ts';
import { diagramOf, ranksOf, readLayers } from '../../src-main/tools/layers.ts';
import { cliPath, cpuAddonPath, repositoryRoot } from '../helpers/paths.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { sourceFiles } from './source-files.ts';

const documents = sourceFiles('.').filter(({ path }) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');

/** Links of a document to files that are not there. */
function brokenLinks({ path, text }: { readonly path: string; readonly text: string }) {
  return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .filter((target) => !existsSync(join(repositoryRoot, dirname(path), target)));
}

describe('documents', () => {
  it('link to files that are there', () => {
    expect(documents.map(({ path }) => path)).toContain('docs/method.md');
    expect(documents.flatMap(brokenLinks)).toEqual([]);
    const stray = { path: 'docs/x.md', text: '[a](method.md) ![b](gone.svg) [c](https://x.y/z)' };
    expect(brokenLinks(stray)).toEqual(['gone.svg']);
  });

  it('are all named by the README', () => {
    const readme = read('README.md');
    const docs = documents.map(({ path }) => path).filter((path) => path.startsWith('docs/'));
    expect(docs.filter((path) => !readme.includes(`](${path})`))).toEqual([]);
  });
});

it('names one version everywhere', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('CITATION.cff')).toContain(`\nversion: ${version}\n`);
  expect(/^## (\S+?),? /m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  expect(read('docs/breakeven.1')).toContain(`"breakeven ${version}"`);
});

it('has the page of performance that the shipped run files give (npm run bench -- performance writes it)', async () => {
  const page = await performancePage();
  expect(
    page.split('\n').filter((line) => line.startsWith('| exclusive-scan')).length,
  ).toBeGreaterThan(4);
  expect(read('docs/performance.md')).toBe(page);
});

describe('paper.md', () => {
  it('has no figure of validation that docs/method.md does not have', () => {
    const rows = read('paper.md')
      .split('\n')
      .filter((line) => line.startsWith('| '));
    const method = new Set(read('docs/method.md').split('\n'));
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.filter((row) => !method.has(row))).toEqual([]);
  });

  it('cites what its bibliography has, and all of it', () => {
    const cited = [...read('paper.md').matchAll(/@([a-z]+\d*)/g)].map(([, key = '']) => key);
    const keys = [...read('paper.bib').matchAll(/^@\w+\{(\w+),/gm)].map(([, key = '']) => key);
    expect([...new Set(cited)].sort()).toEqual(keys.sort());
  });
});

describe('the diagram of the architecture', () => {
  it('shows the imports as they are (npm run docs makes it)', () => {
    const document = read('docs/architecture.md');
    expect(document).toContain('native_core["<b>native/core</b>');
    expect(withLayers(document)).toBe(document);
  });

  it('is another one with another import or folder', () => {
    const { layers, arrows } = readLayers(repositoryRoot);
    const now = diagramOf({ layers, arrows });
    expect(arrows.length).toBeGreaterThan(layers.length / 2);
    expect(diagramOf({ layers, arrows: arrows.slice(1) })).not.toBe(now);
    const more = layers.map((layer) => ({ ...layer, parts: [...layer.parts, 'more'] }));
    expect(diagramOf({ layers: more, arrows })).not.toBe(now);
  });

  it('finds imports of TypeScript, types too, and includes of C++', () => {
    const files = (folder: string) =>
      allImports(repositoryRoot, [folder]).map(({ from, to }) => `${from} ${to}`);
    expect(files('src-main/tools')).toContain('src-main/tools/docs.ts src-main/tools/layers.ts');
    expect(files('native/core')).toContain('native/core/measure.cpp native/core/measure.h');
  });

  it('ranks a layer above all that it imports, and refuses a circle', () => {
    const down = { from: 'a', to: 'b' };
    expect(ranksOf(['a', 'b', 'c'], [down, { from: 'b', to: 'c' }])).toEqual([2, 1, 0]);
    expect(() => ranksOf(['a', 'b'], [down, { from: 'b', to: 'a' }])).toThrow('a -> b -> a');
  });
});

describe('the glossary', () => {
  const catalog = {
    scopes: [{ id: 'one', title: 'One', help: 'This | that.' }],
    criteria: [],
    workloads: [],
  };
  const block = (name: string): string =>
    `Before\n<!-- generated: ${name} -->\nold\n<!-- end -->\nAfter\n`;

  it.skipIf(!existsSync(cliPath) || !existsSync(cpuAddonPath))(
    'has the texts of the catalog (npm run docs writes them anew)',
    async () => {
      const { stdout } = await runCli(['list', '--json'], { home: temporaryFolder() });
      const glossary = read('docs/glossary.md');
      expect(glossary.match(/<!-- generated: /g)).toHaveLength(3);
      expect(withCatalog(glossary, JSON.parse(stdout))).toBe(glossary);
    },
  );

  it('takes a table in the place of the old one', () => {
    expect(withCatalog(block('scopes'), catalog)).toBe(
      'Before\n<!-- generated: scopes -->\n' +
        '| id | title | what it times |\n| --- | --- | --- |\n| `one` | One | This \\| that. |\n' +
        '<!-- end -->\nAfter\n',
    );
    expect(() => withCatalog(block('other'), catalog)).toThrow('no table "other"');
  });
});
