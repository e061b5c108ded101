import { exitCodes } from '../../../contract/failure.ts';
import { studyNotes } from '../../../core/study/format.ts';
import { claimsText } from '../claims-text.ts';
import { runArgument } from '../flags.ts';
import { paint } from '../io.ts';
import { allTables, written } from '../study-files.ts';
import { printReport, readReport, studyFlags, wantedFormat, writeTables } from '../study-report.ts';
import type { Verb } from '../verb.ts';

export const table: Verb = {
  name: 'table',
  summary: 'the tables of a study, published numbers next to those of this machine, and its claims',
  description:
    'For runs of a preset that reproduces a study: its rows, columns, statistic and unit; predictions where the study has a theory; its claims with numbers and whether they hold here. With --out each table becomes a file.',
  positionals: [runArgument],
  flags: studyFlags,
  examples: ['table latest', 'table latest --format latex --out thesis', 'table latest --json'],
  async run(context) {
    const { io, args } = context;
    const format = wantedFormat(args);
    const report = await readReport(context);
    if (await writeTables(context, report, allTables(report), format)) return exitCodes.ok;
    if (printReport(context, report)) return exitCodes.ok;
    const title = (text: string): string => paint(io, 'bold', text);
    const tables = format === 'text' || format === 'csv' ? report.tables : allTables(report);
    io.out(
      tables.map((one) => written(one, format, report.runId, title, io.outColumns)).join('\n'),
    );
    // A CSV document is nothing but rows; in a paper the notes are remarks of the author.
    if (format === 'text') io.out(`\n${claimsText(io, report)}\n${studyNotes(report)}`);
    if (format === 'markdown') io.out(`\n${studyNotes(report)}`);
    return exitCodes.ok;
  },
};
