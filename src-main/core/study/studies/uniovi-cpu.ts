import type { Values } from '../../../contract/workload.ts';
import { peakOf, peakText } from '../../analysis/nominal-peak.ts';
import { exponent } from '../growth-claims.ts';
import { atLeast, between } from '../judge.ts';
import { ratio } from '../ratio-claims.ts';
import { speedups } from '../speedup-table.ts';
import { machineText, type Study, type Table } from '../study.ts';
import { times, variants } from '../tables.ts';

const sizes = [256, 512, 1024, 2048, 4096, 8192].map((xres) => ({ xres, yres: xres }));
const about = { workload: 'mandelbrot', scope: 'total', sizes };
const sequential = { variant: 'sequential' };
const table = { scope: 'total', unit: 's', row: { column: 'yres', axis: 'xres' } } as const;

const pixels = ({ xres, yres }: Values) => Number(xres) * Number(yres);
const theory = (workload: string, parallel: readonly string[]) => ({
  ...{ workload, sequential: ['sequential'], parallel },
});
const schedules = ['omp-tasks', 'omp-static', 'omp-dynamic', 'omp-guided', 'omp-collapse'];
const fractal = {
  ...theory('mandelbrot', schedules),
  flops: (values: Values) => pixels(values) * (6 * Number(values.maxiter ?? 0) + 5),
  ...{ text: 'xres*yres*(6*maxiter + 5)', worstCase: true },
  notes: ['The theory columns of the study imply other numbers of steps on each of its machines.'],
};

/** Mean speedups over sequential of Table 6, with those that follow from Table 3. */
const printedSpeedups = {
  'omp-tasks': [1.32, 1.4, 1.188, 1.452],
  'omp-static': [5.32, 6.05, 4.788, 5.852],
  'omp-dynamic': [6.33, 6.85, 5.697, 6.963],
  'omp-collapse': [5.96, 7.5, 5.364, 6.556],
} as const;

export const study: Study = {
  published: 'uniovi-mandelbrot-2022',
  tables: [
    timePerFlop({
      printed: 'Table 1, time per flop',
      title: 'Table 1: time per flop',
      notes: [
        "The printed sequential time of the Ryzen is ten times below the study's own formula: both are shown.",
      ],
    }),
    ...['Table 2, i3', 'Table 3, Ryzen', 'Table 4, Xeon'].map((printed) =>
      times({
        ...{ printed, title: `${printed}: execution time`, workload: 'mandelbrot', ...table },
        theory: fractal,
        columns: {
          'theory-sequential': { theory: 'sequential' },
          'theory-parallel': { theory: 'parallel' },
          ...variants('python', 'sequential'),
          ...variants('omp-tasks', 'omp-collapse', 'omp-dynamic', 'omp-static'),
        },
        notes: ['The study states neither maxiter nor region: the work may differ.'],
      }),
    ),
    speedups({
      printed: 'Table 6, mean speedup over sequential (Ryzen)',
      title: 'Table 6, Ryzen: mean speedup over sequential',
      ...about,
      columns: Object.fromEntries(
        Object.keys(printedSpeedups).map((variant) => [variant, [sequential, { variant }]]),
      ),
      follows: { table: 'Table 3, Ryzen', of: 'sequential' },
      notes: ['The printed means do not follow from the printed times: both are shown.'],
    }),
    times({
      ...{ title: 'Mean', workload: 'mean', ...table },
      columns: variants('sequential', 'omp-reduction', 'omp-partial-atomic'),
      notes: ['The study prints no numbers of this step by itself.'],
    }),
    times({
      ...{ title: 'Binarisation', workload: 'binarize', ...table },
      columns: variants('sequential', 'omp'),
      notes: ['The study prints no numbers of this step by itself.'],
    }),
  ],
  claims: [
    ...Object.entries(printedSpeedups).map(([variant, [printed, follows, low, high]]) =>
      ratio(
        `Table 6: ${variant} is ${printed} times as fast as the sequential code in the mean over sizes (${follows} follows from Table 3).`,
        {
          ...{ ...about, statistic: 'mean', mean: 'arithmetic' },
          ...{ of: sequential, over: { variant } },
          expect: between(
            low,
            high,
            `within 10 % of the printed ${printed}, measured on eight cores`,
          ),
        },
      ),
    ),
    ratio('Dynamic scheduling is faster than static scheduling.', {
      ...{ ...about, statistic: 'mean', each: true, where: { xres: { atLeast: 512 } } },
      ...{ of: { variant: 'omp-static' }, over: { variant: 'omp-dynamic' } },
      expect: atLeast(1, 'static takes longer at each size from 512 on'),
    }),
    ratio('One task per pixel is the slowest of the parallel codes.', {
      ...{ ...about, statistic: 'mean', each: true, where: { xres: { atLeast: 1024 } } },
      ...{ of: { variant: 'omp-tasks' }, over: { variant: 'omp-static' } },
      expect: atLeast(1, 'slower than the next slowest, static, at each size from 1024 on'),
    }),
    exponent('The time grows with the number of pixels: with the square of the resolution.', {
      ...{ ...about, axis: 'xres', variants: ['sequential', 'omp-dynamic'], anySizes: true },
      expect: between(1.9, 2.1, 'an exponent within a tenth of 2'),
    }),
  ],
  theory: [
    fractal,
    {
      ...theory('mean', ['omp-reduction', 'omp-partial-atomic']),
      ...{ flops: (values) => pixels(values) + 1, text: 'xres*yres + 1' },
    },
    { ...theory('binarize', ['omp']), flops: pixels, text: 'xres*yres' },
    {
      ...theory('fractal-pipeline', ['omp-dynamic']),
      flops: (values) => pixels(values) * (6 * Number(values.maxiter ?? 0) + 7) + 1,
      ...{ text: 'xres*yres*(6*maxiter + 7) + 1', worstCase: true },
    },
  ],
};

type FlopTable = {
  readonly printed: string;
  readonly title: string;
  readonly notes: readonly string[];
};

/**
 * What an operation takes at the nominal peak of each system of a study, and of this machine below them: in the columns
 * `parallel` for all cores, and `sequential` for one core's part of it.
 */
function timePerFlop({ printed, title, notes }: FlopTable): Table {
  return {
    printed,
    report({ study, machine }) {
      const systems = study?.tables[printed] ?? [];
      const names = new Set(systems.flatMap((row) => Object.keys(row)));
      const [key = 'system', ...columns] = names;
      const peak = peakOf(machine);
      const ofThisMachine: Readonly<Record<string, number>> =
        peak === null
          ? {}
          : { parallel: 1 / peak.flopsPerSecond, sequential: peak.cores / peak.flopsPerSecond };
      const table = {
        title,
        columns: [
          { title: key, unit: null, source: 'key' as const },
          ...columns.map((column) => ({ title: column, unit: 's', source: 'derived' as const })),
        ],
        rows: [
          ...systems.map((row) => [key, ...columns].map((column) => row[column] ?? null)),
          [
            `here: ${machineText(machine)}`,
            ...columns.map((column) => ofThisMachine[column] ?? null),
          ],
        ],
        notes: [
          `Named systems: as the study prints them. Here: 1 over the nominal peak${peak === null ? ', which is not known,' : ` (${peakText(machine)})`} for all cores, cores times that for one.`,
          ...notes,
        ],
      };
      return { table, figures: [] };
    },
  };
}
