import type { StudyReport, StudyTable } from '../../contract/study.ts';
import {
  claimsTable,
  headOf,
  type StudyFormat,
  shown,
  studyCsv,
  studyLatex,
  studyMarkdown,
} from '../../core/study/format.ts';
import { formatTable } from './table.ts';

const extensions = { text: 'txt', csv: 'csv', markdown: 'md', latex: 'tex' } as const;

/** A file for each of these tables. */
export function studyFiles(
  tables: readonly StudyTable[],
  format: StudyFormat,
): readonly { readonly name: string; readonly text: string }[] {
  return tables.map((one, i) => ({
    name: `${i + 1}-${slug(one.title)}.${extensions[format]}`,
    text: written(one, format, (text) => text),
  }));
}

/** The tables of a report, its claims last. */
export function allTables(report: StudyReport): readonly StudyTable[] {
  return report.claims.length === 0 ? report.tables : [...report.tables, claimsTable(report)];
}

function slug(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 60);
}

/** @param title how a title is set off on a terminal */
export function written(
  one: StudyTable,
  format: StudyFormat,
  title: (text: string) => string,
): string {
  switch (format) {
    case 'csv':
      return studyCsv(one);
    case 'markdown':
      return studyMarkdown(one);
    case 'latex':
      return studyLatex(one);
    case 'text': {
      const columns = one.columns.map(
        (column) =>
          ({ title: headOf(column), align: column.source === 'key' ? 'left' : 'right' }) as const,
      );
      const rows = one.rows.map((row) => row.map((cell) => shown(cell) || '–'));
      const notes = one.notes.map((note) => `${note}\n`).join('');
      return `${title(one.title)}\n${formatTable(columns, rows)}${notes}`;
    }
  }
}
