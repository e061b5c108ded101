import { exitCodes } from '../../../contract/failure.ts';
import { claimsTable } from '../../../core/study/format.ts';
import { claimsText } from '../claims-text.ts';
import { runArgument } from '../flags.ts';
import { written } from '../study-files.ts';
import { printReport, readReport, studyFlags, wantedFormat, writeTables } from '../study-report.ts';
import type { Verb } from '../verb.ts';

export const study: Verb = {
  name: 'study',
  summary: 'the claims of a study: the number this run gives for each, and whether it holds here',
  description:
    'Each claim of the study that the run\'s preset reproduces, with the number that decides it, its 95 % interval, and "holds", "does not hold" or "cannot be told". "table" prints the tables of the study.',
  positionals: [runArgument],
  flags: studyFlags,
  examples: ['study latest', 'study latest --study bsuir-bins', 'study latest --format markdown'],
  async run(context) {
    const { io, args } = context;
    const format = wantedFormat(args);
    const report = await readReport(context);
    const table = claimsTable(report);
    if (await writeTables(context, report, [table], format)) return exitCodes.ok;
    const { tables: _, ...claims } = report;
    if (printReport(context, claims)) return exitCodes.ok;
    io.out(
      format === 'text'
        ? claimsText(io, report)
        : written(table, format, report.runId, undefined, io.outColumns),
    );
    return exitCodes.ok;
  },
};
