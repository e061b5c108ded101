import { scopeName } from '../../contract/timing-scopes.ts';
import { nanosecondsOf } from './cases.ts';
import { type PublishedSeries, type PublishedStudy, studyName, studyNote } from './published.ts';
import type { TimesTable } from './study.ts';

/** The columns of times of a printed table over an axis of the workload; none of a table in another unit. */
export function printedSeries(
  { printed = '', columns, row, scope, workload, notes = [] }: TimesTable,
  study: PublishedStudy,
): readonly PublishedSeries[] {
  const { axis } = row;
  const { id, unit, tables, tableUnits } = study;
  if (axis === undefined || unit === undefined || tableUnits?.[printed] !== undefined) return [];
  const parts = new Map<string, number>();
  return Object.entries(columns).flatMap(([column, selection]): PublishedSeries[] => {
    if (!('variant' in selection)) return [];
    const points = (tables[printed] ?? []).flatMap((each) => {
      const [x, value] = [each[row.column], each[column]];
      const ns = Number(value) * nanosecondsOf[unit];
      return typeof x === 'number' && typeof value === 'number' ? [{ x, ns }] : [];
    });
    if (points.length === 0) return [];
    const { variant, scope: timed = scope } = selection;
    const part = parts.get(variant) ?? 0;
    parts.set(variant, part + 1);
    return [
      {
        ...{ key: `published/${id}/${printed}/${column}`, study: id },
        ...{ workload, axis, table: printed, column, variant, part },
        // A column that is called by its unit says nothing of what was timed.
        label: `${studyName(study)}: ${column === unit ? variant : column}, ${printed}`,
        scope: timed,
        notes: [studyNote(study), ...notes, `Timing scope: ${scopeName(timed)}.`],
        points: points.sort((a, b) => a.x - b.x),
      },
    ];
  });
}
