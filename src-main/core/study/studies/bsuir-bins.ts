import { range } from '../axis-claims.ts';
import { atLeast, atMost, between } from '../judge.ts';
import { ratio } from '../ratio-claims.ts';
import type { Study } from '../study.ts';
import { times, variants } from '../tables.ts';

const kernel = { workload: 'histogram', scope: 'kernel' } as const;
const bins = [8, 32, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536];
const about = {
  ...kernel,
  sizes: bins.map((count) => ({ bins: count })),
  where: { n: { atLeast: 1e6 } },
};
const each = { ...about, each: true };

const of = (distribution: string) => (variant: string) => ({ variant, values: { distribution } });
const uniform = of('uniform');
const degenerate = of('degenerate');
const overUniform = (variant: string) => ({ of: degenerate(variant), over: uniform(variant) });

const twice = 'by far is taken as twice as fast';
const independent = between(0.9, 1.1, 'not dependent is taken as within 10 % at equal bins');
const constant = atMost(
  1.25,
  'nearly constant is taken as at most a quarter between the slowest and the fastest',
);

/** The study prints no numbers. */
export const study: Study = {
  published: 'bsuir-histogram',
  tables: ['uniform', 'degenerate'].map((distribution) =>
    times({
      title: `Time over the number of bins, ${distribution}`,
      ...kernel,
      ...{ statistic: 'median', unit: 'ms', row: { column: 'bins', axis: 'bins' } },
      values: { distribution },
      columns: variants('sequential', 'omp-private', 'tagged-words', 'private-columns'),
    }),
  ),
  claims: [
    ratio('Method 1 (tagged words) beats the processor by far.', {
      ...{ ...each, of: uniform('sequential'), over: uniform('tagged-words') },
      expect: atLeast(2, `${twice}, over one core`),
    }),
    ratio('Method 1 beats the processor by far, all its cores taken together.', {
      ...{ ...each, of: uniform('omp-private'), over: uniform('tagged-words') },
      expect: atLeast(
        2,
        `${twice}; the study does not say whether its processor code was parallel`,
      ),
    }),
    ratio(
      'The throughput of method 1 depends on the distribution: all values in one bin are its weak point.',
      {
        ...{ ...each, ...overUniform('tagged-words') },
        expect: atLeast(1.1, 'degenerate takes at least 10 % longer than uniform at equal bins'),
      },
    ),
    ratio('Method 2 (private columns) beats the processor.', {
      ...{ ...each, of: uniform('sequential'), over: uniform('private-columns') },
      expect: atLeast(1, 'faster than one core'),
    }),
    ratio('Method 2 looks slower than method 1.', {
      ...{ ...about, of: uniform('private-columns'), over: uniform('tagged-words') },
      expect: atLeast(1, 'slower on uniform values, on the whole'),
    }),
    ...Object.entries({
      'The speed of method 2 does not depend on the distribution.': 'private-columns',
      "The processor's speed does not depend on the distribution (one core).": 'sequential',
      "The processor's speed does not depend on the distribution (all cores).": 'omp-private',
    }).map(([claim, variant]) =>
      ratio(claim, { ...each, ...overUniform(variant), expect: independent }),
    ),
    ...Object.entries({ 'one core': 'sequential', 'all cores': 'omp-private' }).map(
      ([cores, variant]) =>
        range(`The processor's speed is nearly constant in the number of bins (${cores}).`, {
          ...{ ...about, axis: 'bins', of: uniform(variant), expect: constant },
        }),
    ),
  ],
};
