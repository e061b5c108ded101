import type { FigureSpec } from '../../../contract/figure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { StudyReport, StudyTable } from '../../../contract/study.ts';
import { missing } from '../../../contract/units.ts';
import { claimsTable, printable, type StudyFormat } from '../../../core/study/format.ts';
import { csvTable } from '../../../core/table/csv.ts';
import { latexTables } from '../../../core/table/latex.ts';
import { markdownTable } from '../../../core/table/markdown.ts';
import { textRows } from '../../../core/table/table.ts';
import { formatTable } from '../table.ts';

const extensions = { text: 'txt', csv: 'csv', markdown: 'md', latex: 'tex' } as const;

type TextFile = { readonly name: string; readonly text: string };

/** A file for each of these tables, which says of which run it is; a CSV has no room for that and for its notes. */
export function studyFiles(
  report: StudyReport,
  tables: readonly StudyTable[],
  format: StudyFormat,
): readonly TextFile[] {
  return tables.flatMap((one, i) => {
    const name = `${i + 1}-${slug(one.title)}`;
    const file = `${name}.${extensions[format]}`;
    const table = { ...one, notes: withSource(one.notes, report) };
    const text = written(table, format, report.runId);
    if (format !== 'csv') return [{ name: file, text }];
    return [
      { name: file, text },
      { name: `${name}.meta.json`, text: metaOf(report, table, file) },
    ];
  });
}

/** The figures of a report as PNG; the drawing is loaded where there is something to draw. */
export async function figureFiles(
  figures: readonly FigureSpec[],
): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  if (figures.length === 0) return [];
  const { renderPng } = await import('../../../core/figures/render.ts');
  return figures.map((spec, i) => ({
    name: `figure-${i + 1}-${slug(spec.title)}.png`,
    bytes: new Uint8Array(renderPng(spec)),
  }));
}

/** The notes of a table; the last says where it is from. */
function withSource(
  notes: StudyTable['notes'],
  { runId, machine }: StudyReport,
): StudyTable['notes'] {
  const named = notes.some((note) => note.includes(runId));
  return named ? notes : [...notes, `Run ${runId} on ${machine}.`];
}

function metaOf(
  { study, runId, machine }: StudyReport,
  { title, columns, rows, notes }: StudyTable,
  file: string,
): string {
  const run = { id: runId };
  const meta = { schemaVersion, file, rows: rows.length, title, columns, study, run, machine };
  return `${JSON.stringify({ ...meta, notes }, null, 2)}\n`;
}

/** The tables of a report, its claims last. */
export function allTables(report: StudyReport): readonly StudyTable[] {
  return report.claims.length === 0 ? report.tables : [...report.tables, claimsTable(report)];
}

/** A title as a file name: letters without their accents, so that `República` stays one word. */
export function slug(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 60);
}

/**
 * @param title how a title is set off on a terminal
 * @param room width of that terminal
 */
export function written(
  one: StudyTable,
  format: StudyFormat,
  runId: string,
  title: (text: string) => string = (text) => text,
  room?: number | undefined,
): string {
  const table = printable(one);
  switch (format) {
    case 'csv':
      return csvTable(table);
    case 'markdown':
      return markdownTable(table);
    case 'latex':
      return latexTables([table], runId);
    case 'text': {
      const columns = table.columns.map((column, i) => {
        const isKey = one.columns[i]?.source === 'key';
        return { ...column, align: isKey ? 'left' : 'right', wraps: isKey } as const;
      });
      const rows = textRows(table).map((row) => row.map((cell) => cell || missing));
      const notes = one.notes.map((note) => `${note}\n`).join('');
      return `${title(one.title)}\n${formatTable(columns, rows, room)}${notes}`;
    }
  }
}
