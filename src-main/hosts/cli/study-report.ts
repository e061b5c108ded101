import { join } from 'node:path';
import { schemaVersion } from '../../contract/run.ts';
import type { StudyReport, StudyTable } from '../../contract/study.ts';
import { checkReplaced } from '../../core/export/replacing.ts';
import { type StudyFormat, studyFormats } from '../../core/study/format.ts';
import { type Arguments, chosen, forceFlag } from './flags.ts';
import { printJson } from './io.ts';
import { prepareFolder, writeWhole } from './output-files.ts';
import { figureFiles, studyFiles } from './study-files.ts';
import type { VerbContext } from './verb.ts';

/** What the verbs about studies have in common. */
export const studyFlags = [
  {
    name: 'study',
    value: 'preset',
    help: 'use the study of this preset, as far as the run has its cases',
  },
  {
    name: 'format',
    value: 'format',
    help: 'text (default), csv, markdown or latex',
    choices: studyFormats,
  },
  {
    name: 'out',
    value: 'dir',
    help: 'write each table to a file in this folder (a CSV with its .meta.json), and figures as PNG',
  },
  forceFlag,
] as const;

export function wantedFormat(args: Arguments): StudyFormat {
  return chosen(args, 'format', studyFormats) ?? (args.has('out') ? 'csv' : 'text');
}

export async function readReport({ args, app }: VerbContext): Promise<StudyReport> {
  const as = args.value('study');
  const ref = args.positionals[0] ?? '';
  return (await app()).api.study({ ref, ...(as === undefined ? {} : { as }) });
}

/** Writes the tables as files where `--out` asks for it; whether it did. */
export async function writeTables(
  { io, args }: VerbContext,
  report: StudyReport,
  tables: readonly StudyTable[],
  format: StudyFormat,
): Promise<boolean> {
  const out = args.value('out');
  if (out === undefined) return false;
  const folder = await prepareFolder(io.cwd, out);
  const texts = studyFiles(report, tables, format).map(({ name, text }) => ({
    path: join(folder, name),
    bytes: new TextEncoder().encode(text),
  }));
  const drawn = await figureFiles(report.figures.filter(({ title }) => isOf(title, tables)));
  const made = [...texts, ...drawn.map(({ name, bytes }) => ({ path: join(folder, name), bytes }))];
  const files = made.map(({ path }) => path);
  checkReplaced(files, report.runId, { force: args.has('force') });
  for (const { path, bytes } of made) await writeWhole(path, bytes);
  if (args.has('json')) printJson(io, { schemaVersion, files });
  else io.out(files.map((path) => `wrote ${path}\n`).join(''));
  return true;
}

/** A figure is of the table whose title its own begins with. */
function isOf(title: string, tables: readonly StudyTable[]): boolean {
  return tables.some((table) => title.startsWith(table.title));
}

/** Prints the document where `--json` asks for it; whether it did. */
export function printReport({ io, args }: VerbContext, report: object): boolean {
  if (!args.has('json')) return false;
  printJson(io, { schemaVersion, ...report });
  return true;
}
