import { join } from 'node:path';
import { exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import {
  type ClaimVerdict,
  claimVerdicts,
  claimVerdictText,
  type StudyReport,
  type StudyTable,
} from '../../../contract/study.ts';
import { checkReplaced } from '../../../core/export/replacing.ts';
import {
  claimsTable,
  type StudyFormat,
  studyFormats,
  studyNotes,
} from '../../../core/study/format.ts';
import { chosen, flagsOf, forceFlag, runArgument } from '../flags.ts';
import { type CliIo, paint, printJson, proseWidth } from '../io.ts';
import { prepareFolder, writeWhole } from '../output-files.ts';
import { allTables, figureFiles, studyFiles, written } from '../study/files.ts';
import { wrap } from '../table.ts';
import type { Verb, VerbContext } from '../verb.ts';

export const study: Verb = {
  name: 'study',
  summary: 'the claims of a study: the number this run gives for each, and whether it holds here',
  description:
    'Each claim of the study that the run\'s preset reproduces, with the number that decides it, its 95 % interval, and "holds", "does not hold" or "cannot be told". With --table the tables of the study: its rows, columns, statistic and unit, published numbers next to those of this machine, predictions where the study has a theory, and the claims. With --out each table becomes a file.',
  positionals: [runArgument],
  flags: [
    ...flagsOf({
      table: 'the tables of the study, its claims last',
      'study <preset>': 'use the study of this preset, as far as the run has its cases',
      'format <format>': { help: 'text (default), csv, markdown or latex', choices: studyFormats },
      'out <dir>':
        'write each table to a file in this folder (a CSV with its .meta.json), and figures as PNG',
    }),
    forceFlag,
  ],
  examples: [
    'study latest',
    'study latest --study bsuir-bins --format markdown',
    'study latest --table',
    'study latest --table --format latex --out thesis',
  ],
  async run(context) {
    const { io, args, app } = context;
    const as = args.value('study');
    const { api } = await app();
    const ref = args.positionals[0] ?? '';
    const report = await api.study({ ref, ...(as === undefined ? {} : { as }) });
    const whole = args.has('table');
    const format = chosen(args, 'format', studyFormats) ?? (args.has('out') ? 'csv' : 'text');
    const files = whole ? allTables(report) : [claimsTable(report)];
    if (await writeTables(context, report, files, format)) return exitCodes.ok;
    const { tables, ...claims } = report;
    if (args.has('json')) printJson(io, { schemaVersion, ...(whole ? report : claims) });
    else if (!whole && format === 'text') io.out(claimsText(io, report));
    else {
      const shown = whole && (format === 'text' || format === 'csv') ? tables : files;
      const title = (text: string): string => paint(io, 'bold', text);
      io.out(
        shown.map((one) => written(one, format, report.runId, title, io.outColumns)).join('\n'),
      );
      // A CSV document is nothing but rows; in a paper the notes are remarks of the author.
      if (whole && format === 'text') io.out(`\n${claimsText(io, report)}\n${studyNotes(report)}`);
      if (whole && format === 'markdown') io.out(`\n${studyNotes(report)}`);
    }
    return exitCodes.ok;
  },
};

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

const colours = {
  holds: 'green',
  'does not hold': 'red',
  'cannot be told': 'yellow',
} as const satisfies Record<ClaimVerdict, string>;

/** Claim by claim: the verdict, what was found, what was expected, and why; then how many hold. */
function claimsText(io: CliIo, report: StudyReport): string {
  const { name, runId, machine, claims } = report;
  if (claims.length === 0) return '';
  const counts = claimVerdicts.map(
    (verdict) =>
      `${claimVerdictText(verdict)}: ${claims.filter((one) => one.verdict === verdict).length}`,
  );
  const room = proseWidth(io);
  return [
    `${paint(io, 'bold', `Claims of ${name}`)}: run ${runId} on ${machine}\n`,
    ...claims.map(({ claim, verdict, finding, expected, reason }) =>
      [
        `\n${paint(io, colours[verdict], claimVerdictText(verdict))}: ${wrap(claim, room, 2)}\n`,
        `  here: ${wrap(finding, room, 4)}\n`,
        `  expected: ${wrap(expected, room, 4)}\n`,
        `  ${wrap(reason, room, 4)}\n`,
      ].join(''),
    ),
    `\n${counts.join(', ')}\n`,
  ].join('');
}
