import { atLeast, atMost } from '../judge.ts';
import { ratio } from '../ratio-claims.ts';
import type { Study } from '../study.ts';
import { times } from '../tables.ts';

const total = { workload: 'row-ordering', scope: 'total' } as const;
const sequential = { variant: 'sequential' };
const parallel = { variant: 'thrust-study' };
const exact = { variant: 'thrust-exact' };

const rows = [17922, 17361, 16129, 10974, 2003, 1138];
const each = { sizes: rows.map((n) => ({ n })), each: true, exact: true };
const whole = { ...total, ...each, of: sequential, over: parallel };
const fragment = { ...whole, scope: 'fragment', over: { ...parallel, scope: 'fragmentCall' } };

export const study: Study = {
  published: 'udelar-row-ordering-2024',
  tables: [
    times({
      printed: 'Cuadro 1 and 4',
      title: 'Cuadro 1 and 4: ordering of rows',
      ...{ ...total, unit: 'ms', row: { column: 'matrix' } },
      columns: {
        nnz: { printed: true },
        rows: { printed: true },
        density: { printed: true },
        'total-sequential': sequential,
        'fragment-sequential': { ...sequential, scope: 'fragment' },
        'total-parallel': parallel,
        'fragment-parallel': { ...parallel, scope: 'fragmentCall' },
        'delta-total': { minus: ['total-sequential', 'total-parallel'] },
        'delta-fragment': { minus: ['fragment-sequential', 'fragment-parallel'] },
        'fragment-parallel-without-copies': { ...parallel, scope: 'fragment' },
        'total-exact': exact,
        'fragment-exact': { ...exact, scope: 'fragmentCall' },
      },
      bars: {
        total: ['total-sequential', 'total-parallel'],
        fragment: ['fragment-sequential', 'fragment-parallel'],
        deltas: ['delta-total', 'delta-fragment'],
      },
      notes: [
        'The parallel fragment includes its own allocations and copies, as in the study; times without them are listed separately.',
        'A positive delta means that the parallel code is faster.',
      ],
    }),
  ],
  claims: [
    ratio(
      'The parallel fragment is faster than the sequential one on the four matrices with more than 10,000 rows.',
      {
        ...{ ...fragment, where: { n: { atLeast: 10_000 } } },
        expect: atLeast(1, 'faster on each of them, with its own allocations and copies'),
      },
    ),
    ratio('The parallel fragment is slower than the sequential one on the two smallest matrices.', {
      ...{ ...fragment, where: { n: { atMost: 3000 } } },
      expect: atMost(1, 'slower on both, with its own allocations and copies'),
    }),
    ratio('The whole function is faster in parallel on the two matrices with the most rows.', {
      ...{ ...whole, where: { n: { atLeast: 17_000 } } },
      expect: atLeast(1, 'faster on both'),
    }),
    ratio('The whole function is slower in parallel on the other four matrices.', {
      ...{ ...whole, where: { n: { atMost: 17_000 } } },
      expect: atMost(1, 'slower on each of them'),
    }),
  ],
};
