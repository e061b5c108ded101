import { numberText } from '../../contract/numbers.ts';
import type { StudyColumn, StudyReport, StudyTable } from '../../contract/study.ts';
import type { Table } from '../table/table.ts';

export const studyFormats = ['text', 'csv', 'markdown', 'latex'] as const;
export type StudyFormat = (typeof studyFormats)[number];

type StudyCell = string | number | null;

/** `shared-atomics, published (ms)`. */
export function headOf({ title, unit, source }: StudyColumn): string {
  const name = source === 'published' && unit !== null ? `${title}, published` : title;
  return unit === null ? name : `${name} (${unit})`;
}

/** Names on the left, numbers on the right. */
export function printable({ title, columns, rows, notes }: StudyTable): Table {
  return {
    title,
    columns: columns.map((column, i) => ({
      title: headOf(column),
      align: rows.some((row) => typeof row[i] === 'string') ? 'left' : 'right',
      shown: (cell) => shown(cell as StudyCell, column),
    })),
    ...{ rows, notes },
  };
}

/**
 * Four digits are what a table is read for: all four of what was measured, zeros at its end too; published numbers as
 * they were printed; whole numbers stay whole.
 */
export function shown(cell: StudyCell, column?: StudyColumn): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  const measured = column?.source === 'measured' && column.unit !== null;
  if (measured && Math.abs(cell) >= 1e-6 && Math.abs(cell) < 9999.5) return cell.toPrecision(4);
  if (Number.isInteger(cell) && Math.abs(cell) < 1e15) return numberText(cell);
  return numberText(Number(cell.toPrecision(4)));
}

/** Notes, as they stand below the tables. */
export function studyNotes({ notes }: StudyReport): string {
  return notes.length === 0 ? '' : ['Notes\n', ...notes.map((note) => `- ${note}\n`)].join('');
}

/** The claims as a table, for files and papers. */
export function claimsTable({ claims, name, machine, runId }: StudyReport): StudyTable {
  const columns = [
    ['claim', 'key'],
    ['holds here', 'derived'],
    ...['estimate', 'ci95_lo', 'ci95_hi', 'found'].map((column) => [column, 'measured'] as const),
    ['expected', 'published'],
    ['reason', 'derived'],
  ] as const;
  return {
    title: `Claims of ${name}`,
    columns: columns.map(([title, source]) => ({ title, unit: null, source })),
    rows: claims.map(({ claim, verdict, estimate, ci95, finding, expected, reason }) => {
      const [low = null, high = null] = ci95 ?? [];
      return [claim, verdict, estimate, low, high, finding, expected, reason];
    }),
    notes: [
      `Run ${runId} on ${machine}. Estimates are ratios, exponents or values, with 95 % intervals.`,
    ],
  };
}
