import type { FigureSeries, FigureSpec } from '../../contract/figure.ts';
import { countBins } from '../../stats/histogram.ts';
import { quantileSorted, sorted } from '../../stats/order.ts';
import { outlineOf, type Placed, seriesBase } from './distribution-sets.ts';
import type { Grid } from './grid.ts';

/** Places in the row of a variant, whose middle is a whole number: where its ridge stands and how high the highest is. */
const foot = -0.3;
const height = 0.75;

/**
 * A ridge for each variant, the first at the top: its histogram, as high as its fullest bin whatever its share, and the
 * medians of its processes below. Counts are with the points, so that the table says more than heights.
 */
function ridge(set: Placed, row: number, grid: Grid): FigureSeries {
  const base = row + foot;
  const bins = countBins(set.axis.subarray(0, set.inside), grid.from, grid.width, grid.bins);
  const fullest = Math.max(1, ...bins.map(({ count }) => count));
  return {
    ...seriesBase(set),
    mark: 'step',
    fill: true,
    base,
    rug: [...set.processes],
    points: outlineOf(bins, (count) => base + (height * count) / fullest),
  };
}

/** Medians of the processes of a set, in nanoseconds; those without samples are left out. */
export function processMedians(repetitions: readonly Float64Array[]): readonly number[] {
  return repetitions
    .map((times) => sorted(times.filter(Number.isFinite)))
    .filter(({ length }) => length > 0)
    .map((ascending) => quantileSorted(ascending, 0.5));
}

/** The rows of a ridgeline and its vertical axis. */
export function ridges(
  sets: readonly Placed[],
  grids: readonly Grid[],
): Pick<FigureSpec, 'series' | 'y'> {
  const row = (i: number) => sets.length - 1 - i;
  return {
    y: {
      label: '',
      scale: 'category',
      categories: sets.map(({ label }) => label).toReversed(),
      // Room for the points below the last ridge.
      min: -0.7,
    },
    series: sets.flatMap((set, i) => {
      const grid = grids[i];
      return grid === undefined ? [] : [ridge(set, row(i), grid)];
    }),
  };
}

/** `12 processes per series`, where processes are distinguishable. */
export function processText(sets: readonly Placed[]): string {
  const counts = sets.map(({ processes }) => processes.length);
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  if (high === 0) return '';
  const text = low === high ? `${high}` : `${low} to ${high}`;
  return `Points: medians of the processes, ${text} per series.`;
}
