import { describe, expect, it } from 'vitest';
import { wrongImports } from './layers.ts';
import { sourceFiles } from './source-files.ts';

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
