// Opens an addon as an engine process does, under the environment that this process was started with, and prints what it
// takes from it.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder = ''] = process.argv.slice(2);
const addon = createRequire(import.meta.url)(join(folder, 'breakeven_cpu.node'));
const { variants } = addon.catalog().workloads.find(({ id }) => id === 'histogram');
const parallel = variants.find(({ id }) => id === 'omp-private');
const threads = parallel.parameters.find(({ id }) => id === 'threads').default;
const { reason } = addon.estimate('histogram', 'sequential', { n: 2e6, bins: 8 });
const result = await addon.run(
  {
    index: 0,
    workload: 'histogram',
    variant: 'omp-private',
    values: { n: 1000, bins: 8, threads: 2 },
    inputKey: '',
    policy: { criterion: 'fixed', parameters: { samples: 3 }, timeLimitS: null, repetitions: 1 },
    repetition: 0,
  },
  () => {},
);
const { usableCpus } = result.interference ?? {};
process.stdout.write(JSON.stringify({ threads, reason, outcome: result.outcome, usableCpus }));
