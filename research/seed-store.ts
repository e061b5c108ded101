import { seedStore } from '../test/simulations/synthetic-store.ts';

export const title =
  'Fills a store with made-up runs, for budgets. Arguments: FOLDER [runs=100000].';

/**
 * The same runs every time, plainly not measured: devices are called "Synthetic", every run has the tag `synthetic`.
 * Of 100,000 runs, one has a case of 10,000 samples and eight have a sweep over 64 sizes; together there are about two
 * million samples.
 */
export async function main([home, count = '100000']: readonly string[]): Promise<number> {
  if (home === undefined || !/^\d+$/.test(count)) {
    console.error('seed-store takes a folder and a number of runs');
    return 2;
  }
  const began = performance.now();
  const made = seedStore(home, Number(count), (done) => {
    if (done % 10_000 === 0) console.log(`${done} runs`);
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${made.runs} runs, ${made.cases} cases, ${made.samples} samples in ${seconds} s`);
  return 0;
}
