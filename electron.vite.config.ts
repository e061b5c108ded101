import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import { requireNode } from './src-main/tools/node-version.mjs';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Kept out of the bundles: native modules that are loaded from `node_modules`, and Electron itself. */
const external = ['electron', 'better-sqlite3', '@napi-rs/canvas', /^node:/];

/** What the bundles are made from, `+` with changes on top; empty where that is no repository. */
function commit(): string {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, {
      cwd: at('.'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    // Sources that were unpacked inside another repository are not of its commit.
    if (resolve(git('rev-parse', '--show-toplevel').trim()) !== resolve(at('.'))) return '';
    const changed = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
    return `${git('rev-parse', '--short=10', 'HEAD').trim()}${changed ? '+' : ''}`;
  } catch {
    return '';
  }
}

/** Of variants that need a CUDA compiler, `workload/variant`: what is installed has no sources to tell them by. */
function cudaVariants(): readonly string[] {
  return readdirSync(at('native/workloads'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[^/]+\/[^/]+\.cu$/.test(name))
    .map((name) => name.replace(/\.cu$/, ''))
    .sort();
}

/** Of the window, and of the report, which is a bundle next to that of the command line. */
const jsx = { runtime: 'automatic', importSource: 'preact' } as const;

export default defineConfig({
  main: {
    define: {
      BREAKEVEN_COMMIT: JSON.stringify(commit()),
      BREAKEVEN_CUDA_VARIANTS: JSON.stringify(cudaVariants().join(' ')),
    },
    build: {
      outDir: 'dist/main',
      target: 'node24',
      externalizeDeps: false,
      lib: {
        entry: {
          cli: at('src-main/hosts/cli/main.ts'),
          engine: at('src-main/engine/entry.ts'),
          thread: at('src-main/core/store/thread-entry.ts'),
          'reading-thread': at('src-main/core/import/reading-thread.ts'),
          'site-thread': at('src-main/core/import/site-thread.ts'),
          electron: at('src-main/hosts/electron/main.ts'),
          report: at('src-renderer/static/report.tsx'),
        },
        formats: ['es'],
      },
      rolldownOptions: {
        external,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          banner: (chunk) => (chunk.isEntry ? `(${requireNode.toString()})();` : ''),
        },
      },
    },
    oxc: { jsx },
  },
  preload: {
    build: {
      outDir: 'dist/preload',
      externalizeDeps: false,
      lib: { entry: { preload: at('src-main/hosts/electron/preload.ts') }, formats: ['cjs'] },
      rolldownOptions: {
        external: ['electron'],
        // A sandboxed preload is one CommonJS file: it cannot require a second one.
        output: { entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    // One bundle for the window (app://) and for serve mode (any path), so nothing is addressed from the root.
    base: './',
    build: {
      outDir: at('dist/renderer'),
      emptyOutDir: true,
      rolldownOptions: { input: at('src-renderer/index.html') },
    },
    oxc: { jsx },
  },
});
