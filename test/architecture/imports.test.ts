import { describe, expect, it } from 'vitest';
import { circles, grouped, importGraph } from './import-circles.ts';
import { wrongImports } from './layers.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const code = sourceFiles('src-main', 'src-renderer').filter(({ path }) => /\.(ts|tsx)$/.test(path));

describe('imports', () => {
  it('go down only', () => {
    expect(code.length).toBeGreaterThan(20);
    expect(code.flatMap(wrongImports)).toEqual([]);
  });

  it.each([
    ['src-main/contract/run.ts', "import { plan } from '../core/planner.ts';"],
    ['src-main/contract/run.ts', "export * from '../../src-renderer/client.ts';"],
    ['src-main/core/runner.ts', "import type { Verb } from '../hosts/cli/main.ts';"],
    ['src-main/core/runner.ts', "const e = await import('../engine/entry.ts');"],
    ['src-main/core/runner.ts', "import { app } from 'electron';"],
    ['src-main/engine/entry.ts', "import { store } from '../core/store/store.ts';"],
    ['src-main/stats/summary.ts', "import { summary } from '../core/app.ts';"],
    ['src-main/charts/draw.ts', "import { median } from '../stats/order.ts';"],
    ['src-renderer/app.tsx', "import { median } from '../src-main/stats/order.ts';"],
    ['src-main/engine/entry.ts', "import { thing } from '../contract/run';"],
    ['src-main/hosts/cli/main.ts', "import '../electron/main.ts';"],
    ['src-main/hosts/http/server.ts', "const electron = require('electron');"],
    ['src-main/hosts/cli/main.ts', "import { build } from '../../tools/build.ts';"],
    ['src-renderer/app.tsx', "import { store } from '../src-main/core/store/database.ts';"],
    ['src-main/stray.ts', 'export const stray = 1;'],
  ])('are refused when they do not: %s with %s', (path, text) => {
    expect(wrongImports({ path, text })).toHaveLength(1);
  });

  it.each([
    ['src-main/core/runner.ts', "import type { Plan } from '../contract/run.ts';"],
    ['src-main/engine/entry.ts', "import { median } from '../stats/order.ts';"],
    ['src-main/core/runner.ts', "import { median } from '../stats/order.ts';"],
    ['src-renderer/app.tsx', "import { draw } from '../src-main/charts/draw.ts';"],
    ['src-main/hosts/cli/main.ts', "import { serve } from '../http/server.ts';"],
    ['src-main/hosts/electron/main.ts', "import { app } from 'electron';"],
    ['src-renderer/views/run.tsx', "import type { Plan } from '../../src-main/contract/run.ts';"],
  ])('are allowed when they do: %s with %s', (path, text) => {
    expect(wrongImports({ path, text })).toEqual([]);
  });
});

/** The folder of the core that a file is in; a file elsewhere stands for itself. */
function coreFolder(path: string): string {
  return /^src-main\/core\/[^/]+\//.exec(path)?.[0] ?? path;
}

describe('import circles', () => {
  const graph = importGraph([
    ...code,
    ...sourceFiles('test', 'research').filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path)),
  ]);

  it('are not between files, types included', () => {
    expect(graph.size).toBeGreaterThan(400);
    expect(graph.get('src-main/core/app.ts')?.size).toBeGreaterThan(5);
    expect(circles(graph)).toEqual([]);
  });

  it('are not between the folders of the core', () => {
    const folders = grouped(graph, coreFolder);
    expect(folders.get('src-main/core/figures/')).toContain('src-main/core/store/');
    expect(circles(folders)).toEqual([]);
  });

  it.each<[string, string, readonly (readonly string[])[]]>([
    ['of two files', "import { a } from './c.ts';", [['x/b.ts', 'x/c.ts']]],
    ['of types', "import type { A } from './c.ts';", [['x/b.ts', 'x/c.ts']]],
    ['of what is exported on', "export * from './c.ts';", [['x/b.ts', 'x/c.ts']]],
    ['through a third file', "import './a.ts';", [['x/a.ts', 'x/b.ts', 'x/c.ts']]],
    ['of one file', "import { b } from './b.ts';", [['x/b.ts']]],
    ['nowhere', "import { d } from './y/d.ts';", []],
  ])('are found %s', (_what, text, found) => {
    const files: readonly SourceFile[] = [
      { path: 'x/a.ts', text: "import { c } from './c.ts';\nimport { d } from './y/d.ts';" },
      { path: 'x/b.ts', text },
      { path: 'x/c.ts', text: "import type { B } from './b.ts';" },
      { path: 'x/y/d.ts', text: '' },
    ];
    expect(circles(importGraph(files))).toEqual(found);
  });

  it('are found between folders where there is none between files', () => {
    const files: readonly SourceFile[] = [
      { path: 'src-main/core/run/a.ts', text: "import { b } from '../plan/b.ts';" },
      { path: 'src-main/core/plan/c.ts', text: "import { d } from '../run/d.ts';" },
      { path: 'src-main/core/plan/b.ts', text: '' },
      { path: 'src-main/core/run/d.ts', text: '' },
    ];
    expect(circles(importGraph(files))).toEqual([]);
    expect(circles(grouped(importGraph(files), coreFolder))).toEqual([
      ['src-main/core/plan/', 'src-main/core/run/'],
    ]);
  });
});
