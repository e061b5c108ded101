import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const jsx = { oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } } } as const;

export default defineConfig({
  test: {
    reporters: ['default', './test/helpers/closing-reporter.ts'],
    projects: [
      {
        ...jsx,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: ['test/helpers/user-folder.ts'],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**'],
          // Most of these wait for engines and processes; four files at once finish sooner on two cores as well.
          maxWorkers: Math.max(4, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // The machine may be busy with other things than these tests.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        ...jsx,
        test: {
          name: 'e2e',
          environment: 'node',
          setupFiles: ['test/helpers/user-folder.ts'],
          include: ['test/e2e/**/*.test.{ts,tsx}'],
          globalSetup: ['test/helpers/browser-setup.ts'],
          // A browser and a measuring engine each: two files at once would disturb each other on two cores.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          // The machine may be busy with other things than these tests.
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
