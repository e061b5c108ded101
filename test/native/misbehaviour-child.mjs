// Opens an addon, runs one case and prints its outcome: a process of its own, which the case may take with it.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, variant, wanted = '12', more = '{}'] = process.argv.slice(2);
const addon = createRequire(import.meta.url)(join(folder, 'breakeven_cpu.node'));
const policy = {
  criterion: 'fixed',
  // Of the whole one is enough: the kernel is what this is about.
  parameters: { samples: Number(wanted), otherSamples: 1 },
  timeLimitS: null,
  repetitions: 1,
  order: 'sequential',
};
process.stdout.write('started\n');
const result = await addon.run(
  {
    index: 0,
    workload: 'histogram',
    variant,
    values: { n: 100_000, bins: 8 },
    inputKey: '',
    policy,
    repetition: 0,
    ...JSON.parse(more),
  },
  // Told on the way, while the case is under way.
  ({ phase }) => process.stdout.write(`${phase}\n`),
);
const { outcome, reason, samples, verification } = result;
process.stdout.write(
  `${JSON.stringify({ outcome, reason, samples: samples.length, passed: verification?.passed ?? null })}\n`,
);
