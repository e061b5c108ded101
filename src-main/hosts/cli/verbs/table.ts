import { join } from 'node:path';
import { BreakevenError, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { StudyReport, StudyTable } from '../../../contract/study.ts';
import { hintFor } from '../../../core/nearest.ts';
import {
  claimsTable,
  headOf,
  type StudyFormat,
  shown,
  studyCsv,
  studyFormats,
  studyLatex,
  studyMarkdown,
  studyRemarks,
} from '../../../core/study/format.ts';
import { paint, printJson } from '../io.ts';
import { prepareFolder, writeWhole } from '../output-files.ts';
import { formatTable } from '../table.ts';
import type { Verb } from '../verb.ts';

export const table: Verb = {
  name: 'table',
  summary: 'the tables of a study with this machine beside the published numbers, and its claims',
  description:
    'For runs of a preset that reproduces a study: the same rows, columns, statistic and unit; predictions where the study has a theory; its claims as numbers. With --out each table becomes a file.',
  positionals: [
    { name: 'run', required: true, help: 'an id, the start of one, latest or latest~1' },
  ],
  flags: [
    { name: 'format', value: 'format', help: 'text (default), csv, markdown or latex' },
    { name: 'out', value: 'dir', help: 'write each table into a file of this folder' },
  ],
  examples: ['table latest', 'table latest --format latex --out thesis', 'table latest --json'],
  async run({ io, args, app }) {
    const wanted = args.value('format') ?? (args.has('out') ? 'csv' : 'text');
    const format = studyFormats.find((one) => one === wanted);
    if (format === undefined) {
      throw new BreakevenError(
        'bad-input',
        `--format: unknown format "${wanted}"${hintFor(wanted, studyFormats)}`,
      );
    }
    const report = await (await app()).api.study({ ref: args.positionals[0] ?? '' });
    const out = args.value('out');
    if (out !== undefined) {
      const folder = await prepareFolder(io.cwd, out);
      const written: string[] = [];
      for (const { name, text } of filesOf(report, format)) {
        written.push(await writeWhole(join(folder, name), new TextEncoder().encode(text)));
      }
      if (args.has('json')) printJson(io, { schemaVersion, files: written });
      else io.out(written.map((path) => `wrote ${path}\n`).join(''));
      return exitCodes.ok;
    }
    if (args.has('json')) {
      printJson(io, { schemaVersion, ...report });
      return exitCodes.ok;
    }
    const title = (text: string): string => paint(io, 'bold', text);
    const parts = report.tables.map((one) => written(one, format, title));
    io.out(parts.join('\n'));
    // A CSV document is nothing but rows.
    if (format !== 'csv') io.out(`\n${studyRemarks(report)}`);
    return exitCodes.ok;
  },
};

const extensions = { text: 'txt', csv: 'csv', markdown: 'md', latex: 'tex' } as const;

function filesOf(
  report: StudyReport,
  format: StudyFormat,
): readonly { readonly name: string; readonly text: string }[] {
  const tables =
    report.claims.length === 0 ? report.tables : [...report.tables, claimsTable(report)];
  return tables.map((one, i) => ({
    name: `${i + 1}-${slug(one.title)}.${extensions[format]}`,
    text: written(one, format, (text) => text),
  }));
}

function slug(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 60);
}

function written(one: StudyTable, format: StudyFormat, title: (text: string) => string): string {
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
