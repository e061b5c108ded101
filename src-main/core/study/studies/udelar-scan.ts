import { exponent } from '../growth-claims.ts';
import { atLeast, atMost, between } from '../judge.ts';
import { ratio } from '../ratio-claims.ts';
import type { Study } from '../study.ts';
import { times, variants } from '../tables.ts';

const workload = 'exclusive-scan';
const table = { workload, unit: 'ns', row: { column: 'n', axis: 'n' } } as const;
const sizes = Array.from({ length: 16 }, (_, k) => ({ n: 1024 * 2 ** k }));
const about = { workload, scope: 'call', sizes };

const sequential = { variant: 'sequential' };
const blelloch = { variant: 'blelloch' };
const each = { ...about, each: true, statistic: 'mean' } as const;
const overBlelloch = { ...each, of: sequential, over: blelloch };

export const study: Study = {
  published: 'udelar-scan-2024',
  tables: [
    times({
      printed: 'Cuadros 2 and 3',
      title: 'Cuadros 2 and 3: execution time',
      ...{ ...table, scope: 'call' },
      columns: variants('sequential', 'blelloch', 'thrust', 'cub'),
      notes: [
        'Input on the device, temporaries included.',
        'The first row of the study looks like a cold start measured as a run; here the first launch is recorded separately.',
      ],
    }),
    times({
      title: 'Figura 5: the two kernels alone',
      ...{ ...table, scope: 'kernel' },
      columns: variants('blelloch', 'blelloch-padded', 'blelloch-recursive'),
    }),
  ],
  claims: [
    exponent('The sequential time grows in proportion to n.', {
      ...{ ...about, axis: 'n', variants: ['sequential'], anySizes: true },
      expect: between(0.9, 1.1, 'in proportion is taken as an exponent within a tenth of 1'),
    }),
    exponent('The time on the GPU grows more slowly than n.', {
      ...{ ...about, axis: 'n', variants: ['blelloch', 'thrust', 'cub'] },
      expect: atMost(1, 'an exponent below 1 over all sizes'),
    }),
    ratio("From n = 32,768 on the study's own kernel beats the sequential code.", {
      ...{ ...overBlelloch, where: { n: { atLeast: 32_768 } } },
      expect: atLeast(1, 'faster at each size'),
    }),
    ratio("Up to n = 16,384 the sequential code beats the study's own kernel.", {
      ...{ ...overBlelloch, where: { n: { atMost: 16_384 } } },
      expect: atMost(1, 'faster at each size'),
    }),
    ...Object.entries({ Thrust: 'thrust', CUB: 'cub' }).map(([library, variant]) =>
      ratio(`From n = 8,388,608 on ${library} beats the study's own kernel.`, {
        ...{ ...each, of: blelloch, over: { variant }, where: { n: { atLeast: 8_388_608 } } },
        expect: atLeast(1, 'faster at each size'),
      }),
    ),
  ],
};
