import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/helpers/longest-first.ts';

const common = {
  // Most files wait for engines, processes and pages: one takes about half a core.
  maxWorkers: Math.max(5, availableParallelism() - 1),
  setupFiles: ['test/helpers/user-folder.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // The machine may be busy with other things than these tests.
  expect: { poll: { timeout: 30_000 } },
};

const texts = new Map(
  globSync('test/**/*.test.{ts,tsx}', { exclude: ['test/e2e/**'] }).map((path) => [
    path,
    readFileSync(path, 'utf8'),
  ]),
);
const filesWhere = (fits: (path: string, text: string) => boolean): string[] =>
  [...texts].filter(([path, text]) => fits(path, text)).map(([path]) => path);

/**
 * They load addons into their process, replace modules, or import a helper that sets up each test when it is imported:
 * nothing of that may reach another file, or be left out of it.
 */
const alone = filesWhere(
  (path, text) =>
    path.startsWith('test/native/') ||
    /vi\.mock\(|started-main|runner-over-scripted|compared-faces/.test(text),
);
/** They start engines or programs and take longest. */
const engines = filesWhere(
  (path, text) =>
    !alone.includes(path) && /fork-engine|folder-session|run-cli|real-engines|soak\.ts/.test(text),
);

const projects = [
  { ...common, name: 'alone', include: alone },
  { ...common, name: 'engines', include: engines },
  {
    ...common,
    name: 'unit',
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', ...alone, ...engines],
    // A worker loads the product's modules once, not for each file.
    isolate: false,
  },
  {
    ...common,
    name: 'e2e',
    include: ['test/e2e/**/*.test.{ts,tsx}'],
    globalSetup: ['test/helpers/browser-setup.ts'],
  },
];

export default defineConfig({
  // How long each file took decides what begins first; `npm ci` empties the usual folder.
  cacheDir: 'out/vite',
  test: {
    tags: [{ name: 'cuda-addon', description: 'Depends on whether the CUDA addon is loaded.' }],
    reporters: ['default', './test/helpers/closing-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: projects.map((test) => ({
      oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact' } },
      test,
    })),
  },
});
