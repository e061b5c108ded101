import { between } from '../judge.ts';
import { ratio } from '../ratio-claims.ts';
import type { Study } from '../study.ts';
import { times, variants } from '../tables.ts';

const workload = 'min3x3';
const sizes = [{ n: 131_072 }, { n: 1_048_576 }];
const parts = { kernel: 'computation alone', total: 'transfers included' };

/** The study prints no numbers. */
export const study: Study = {
  published: 'ime-min3x3',
  tables: Object.entries(parts).map(([scope, part]) =>
    times({
      title: `Run times, ${part}`,
      ...{ workload, scope, unit: 'us', row: { column: 'n', axis: 'n' } },
      columns: {
        ...variants('sequential', 'block-32'),
        ratio: { over: ['sequential', 'block-32'] },
      },
    }),
  ),
  claims: Object.entries(parts)
    .reverse()
    .map(([scope, part]) =>
      ratio(`CUDA is about three times as fast as the sequential code, ${part}.`, {
        ...{ workload, scope, sizes, each: true, exact: true, statistic: 'mean' },
        ...{ of: { variant: 'sequential' }, over: { variant: 'block-32' } },
        expect: between(2.5, 3.5, 'about 3 is what rounds to 3'),
      }),
    ),
};
