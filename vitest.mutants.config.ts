import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutants` runs for each mutant: those of a folder that need no addon, bundle or browser. */
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    // Shipped results and published figures are checked whole: minutes for each mutant.
    exclude: ['**/killed-run.test.ts', '**/durability.test.ts', '**/simulated.test.ts'],
    // Stryker ends what hangs; with its counters in the code some tests take long without that.
    testTimeout: 600_000,
  },
});
