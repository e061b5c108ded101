import { best } from '../axis-claims.ts';
import { atLeast, atMost } from '../judge.ts';
import { ratio } from '../ratio-claims.ts';
import type { Study } from '../study.ts';
import { times, variants } from '../tables.ts';

const total = { workload: 'fractal-pipeline', scope: 'total' } as const;
const table = { ...total, unit: 's' } as const;
const sizes = [1024, 2048, 4096, 8192, 10240].map((xres) => ({ xres, yres: xres }));
const about = { ...total, sizes };
const at = (share: number) => ({ variant: 'heterogeneous', values: { share, xres: 10240 } });
const studyShare = { variant: 'heterogeneous', values: { share: 0.825 } };
const unstated = 'The study states neither maxiter, region nor block size: the work may differ.';

export const study: Study = {
  published: 'uniovi-mandelbrot-2022',
  tables: [
    times({
      printed: 'Table 7 and text, GPU share and time (1050 Ti)',
      title: 'Table 7: GPU share and time at 10240 x 10240',
      ...{ ...table, row: { column: 'gpuShare', axis: 'share' }, values: { xres: 10240 } },
      columns: { s: { variant: 'heterogeneous' }, stated: { printed: true } },
      notes: [unstated, 'The study calls 0.825 the best share although its own 0.9 was faster.'],
    }),
    times({
      printed: 'Table 8, GTX 1660 Ti',
      title: 'Table 8: heterogeneous',
      ...{ ...table, row: { column: 'yres', axis: 'xres' } },
      columns: { heterogeneous: studyShare, ...variants('grid-2d', 'omp-dynamic') },
      notes: [unstated],
    }),
  ],
  claims: [
    best('82.5 % of the columns are the best share of the GPU.', {
      ...{ ...about, of: { variant: 'heterogeneous', values: { xres: 10240 } } },
      ...{ axis: 'share', value: 0.825, among: [0.7, 0.8, 0.825, 0.85, 0.9] },
    }),
    ratio('The share 0.825 is faster than 0.9 (its own text gives less time for 0.9).', {
      ...{ ...about, of: at(0.825), over: at(0.9) },
      expect: atMost(1, '0.825 takes less time'),
    }),
    ratio("Processor and GPU together, at the study's share, are slower than the GPU alone.", {
      ...{ ...about, each: true, of: studyShare, over: { variant: 'grid-2d' } },
      expect: atLeast(1, 'slower at each size, as in its Table 8'),
    }),
  ],
};
