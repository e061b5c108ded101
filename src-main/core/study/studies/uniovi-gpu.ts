import { atLeast, between } from '../judge.ts';
import { ratio } from '../ratio-claims.ts';
import { speedups } from '../speedup-table.ts';
import type { Study } from '../study.ts';
import { times, variants } from '../tables.ts';

const sizes = [1024, 2048, 4096, 8192, 10240].map((xres) => ({ xres, yres: xres }));
const about = { workload: 'mandelbrot', scope: 'total', sizes };
const each = { ...about, each: true };
const table = { scope: 'total', unit: 's', row: { column: 'yres', axis: 'xres' } } as const;

/** What the study calls its kinds of memory. */
const kinds = { device: 'device', pinned: 'mapped', unified: 'managed' };
const grid1d = (memory: string) => ({ variant: 'grid-1d', values: { memory } });
const grid2d = (memory: string) => ({ variant: 'grid-2d', values: { memory } });
const over2d = (memory: string) => ({ of: grid1d(memory), over: grid2d(memory) });
const columnsOf = (grid: string, of: typeof grid1d) =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, memory]) => [`${grid}-${kind}`, of(memory)]),
  );
const grids = { ...columnsOf('1d', grid1d), ...columnsOf('2d', grid2d) };
const named = 'Pinned is mapped memory here, unified is managed.';

export const study: Study = {
  published: 'uniovi-mandelbrot-2022',
  tables: [
    times({
      printed: 'Table 8, GTX 1660 Ti',
      ...{ title: 'Table 8: memory kinds and grids', workload: 'mandelbrot', ...table },
      columns: { ...grids, ...variants('heterogeneous') },
      notes: [
        'The study states neither maxiter, region nor block size: the work may differ.',
        named,
        'The study states neither the share nor the GPU of its heterogeneous column: 0.825, the share that it calls the best, here.',
      ],
    }),
    speedups({
      printed: '2D over 1D speedup (1050 Ti, resolution not stated)',
      title: '2D over 1D, GTX 1050 Ti: speedup',
      ...about,
      columns: Object.fromEntries(
        Object.entries(kinds).map(([kind, memory]) => [kind, [grid1d(memory), grid2d(memory)]]),
      ),
      notes: [`${named} The study does not state the resolution.`],
    }),
    times({
      ...{ title: 'Mean', workload: 'mean', ...table },
      columns: variants('sequential', 'cublas-dasum', 'two-kernels', 'atomic-double'),
    }),
    times({
      ...{ title: 'Binarisation', workload: 'binarize', ...table },
      columns: {
        ...variants('sequential', 'grid-1d', 'grid-2d'),
        '1d over 2d': { over: ['grid-1d', 'grid-2d'] },
      },
    }),
    times({
      title: 'Whole runs: fractal, mean, binarisation',
      ...{ workload: 'fractal-pipeline', ...table, columns: grids },
    }),
    times({
      printed: 'Table 9, 1660 Ti over 1050 Ti',
      title: 'Table 9: GTX 1660 Ti over GTX 1050 Ti, whole runs',
      ...{ workload: 'fractal-pipeline', ...table },
      columns: { '1d-device': grid1d('device'), speedup: { printed: true } },
      notes: [
        'The study divides the times of two GPUs; a run has those of one. Run the preset on each GPU and compare the two runs.',
      ],
    }),
  ],
  claims: [
    ratio('One thread per pixel gains 2 % over one thread per column in device memory.', {
      ...{ ...about, ...over2d('device') },
      expect: between(0.993, 1.055, 'the printed 1.024 and 3 % around it'),
    }),
    ratio(
      'One thread per pixel gains nothing over one thread per column in pinned (mapped) memory.',
      {
        ...{ ...about, ...over2d('mapped') },
        expect: between(0.971, 1.031, 'the printed 1.001 and 3 % around it'),
      },
    ),
    ratio(
      'One thread per pixel gains nothing over one thread per column in unified (managed) memory.',
      {
        ...{ ...about, ...over2d('managed') },
        expect: between(0.956, 1.016, 'the printed 0.986 and 3 % around it'),
      },
    ),
    ratio('With one thread per column unified (managed) memory is as fast as device memory.', {
      ...{ ...each, of: grid1d('managed'), over: grid1d('device') },
      where: { xres: { atLeast: 2048 } },
      expect: between(0.95, 1.05, 'as fast is taken as within 5 % at each size from 2048 on'),
    }),
    ratio('With one thread per pixel device memory is faster than unified (managed) memory.', {
      ...{ ...each, of: grid2d('managed'), over: grid2d('device') },
      expect: atLeast(1, 'managed takes longer at each size'),
    }),
    ratio('Device memory is faster than pinned (mapped) memory.', {
      ...{ ...each, of: grid2d('mapped'), over: grid2d('device') },
      expect: atLeast(1, 'mapped takes longer at each size'),
    }),
  ],
};
