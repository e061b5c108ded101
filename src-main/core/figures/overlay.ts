import { unitOfLabel } from '../../contract/chart/index.ts';
import { familySize } from '../../contract/chart/theme.ts';
import { BreakevenError } from '../../contract/failure.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import type { Workload } from '../../contract/workload.ts';
import type { PublishedSeries } from '../published.ts';
import { type Identity, identityOf } from './source.ts';

const factors: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

/** A variant's own hue; further tables of a study (its greatest and least times) take the markers after next. */
function styleOf(workload: Workload | undefined, column: string, table: number): Identity {
  const { device, slot } = identityOf(workload, column);
  return slot === undefined ? { device } : { device, slot: slot + familySize * table };
}

/**
 * The figure with published series laid over it: drawn hollow, named by study and year, with a note on device, span and
 * what the source leaves open. A column named as a variant has that variant's colour and marker.
 *
 * @throws BreakevenError `bad-input` when the figure is not one of times over a size.
 */
export function withPublished(
  spec: FigureSpec,
  series: readonly PublishedSeries[],
  workload: Workload | undefined,
): FigureSpec {
  const factor = factors[unitOfLabel(spec.y.label)];
  if (spec.kind !== 'scaling' || factor === undefined) {
    throw new BreakevenError(
      'bad-input',
      `published series are times over a size; a ${spec.kind} figure shows none`,
    );
  }
  const tables = [...new Set(series.map(({ table }) => table))];
  const notes = [...new Set(series.map(({ note }) => note))];
  return {
    ...spec,
    caption: [
      spec.caption,
      ...(notes.length > 0 ? ['Hollow, dotted: published.', ...notes] : []),
    ].join(' '),
    series: [
      ...spec.series,
      ...series.map(({ key, label, table, column, points }) => ({
        key,
        label,
        ...styleOf(workload, column, tables.indexOf(table)),
        published: true,
        mark: 'line' as const,
        points: points
          .filter(
            ({ x, ns }) => (spec.x.scale !== 'log' || x > 0) && (spec.y.scale !== 'log' || ns > 0),
          )
          // The sources give no interval, and their number of samples is not that of a point.
          .map(({ x, ns }) => ({ x, y: ns / factor, lo: null, hi: null, n: 0 })),
      })),
    ],
  };
}
