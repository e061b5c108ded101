import { growth } from '../growth-claims.ts';
import { atLeast, between } from '../judge.ts';
import { ratio } from '../ratio-claims.ts';
import type { Study } from '../study.ts';
import { times, variants } from '../tables.ts';

const kernel = { workload: 'histogram', scope: 'kernel' } as const;
const sizes = [1e3, 1e4, 1e6, 2e6, 4e6, 8e6].map((n) => ({ n, bins: 8, distribution: 'uniform' }));
const ratios = {
  ...kernel,
  sizes,
  statistic: 'mean',
  of: { variant: 'global-atomics' },
  over: { variant: 'shared-atomics' },
} as const;
const statistics = {
  'mean (3.1)': 'mean',
  'max (3.2)': 'maximum',
  'min (3.3)': 'minimum',
} as const;

export const study: Study = {
  published: 'ull-histogram-2024',
  tables: Object.entries(statistics).map(([printed, statistic]) =>
    times({
      ...{ printed, title: `Table ${printed}: execution time` },
      ...{ ...kernel, statistic, unit: 'ms', row: { column: 'n', axis: 'n' } },
      columns: variants('global-atomics', 'shared-atomics'),
    }),
  ),
  claims: [
    growth('The time grows exponentially with the number of values.', {
      ...{ ...kernel, sizes, axis: 'n', law: 'exponential', anySizes: true },
      variants: ['global-atomics', 'shared-atomics'],
    }),
    ratio('Counting in shared memory is faster than counting in global memory.', {
      ...ratios,
      expect: atLeast(1, 'global takes longer than shared on the whole'),
    }),
    ratio('The more values, the more shared memory gains: 34 times at 8,000,000 values.', {
      ...{ ...ratios, where: { n: { atLeast: 8e6, atMost: 8e6 } } },
      expect: between(17.2, 51.6, 'within a half of the printed 34.4'),
    }),
  ],
};
