import { exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { paint, printJson } from '../io.ts';
import { formatTable } from '../table.ts';
import type { Verb } from '../verb.ts';

const styles = { ok: 'green', warning: 'yellow', missing: 'red' } as const;

export const doctor: Verb = {
  name: 'doctor',
  summary: 'what this machine has, what is missing and how to get it',
  positionals: [],
  flags: [],
  examples: ['doctor', 'doctor --json'],
  async run({ io, args, app }) {
    const report = await (await app()).api.doctor({});
    if (args.has('json')) {
      printJson(io, { schemaVersion, ...report });
      return exitCodes.ok;
    }
    const rows = report.checks.map((check) => [
      check.title,
      paint(io, styles[check.status], check.status),
      check.found,
    ]);
    const columns = ['check', 'status', 'found'].map(
      (title) => ({ title, align: 'left' }) as const,
    );
    io.out(formatTable(columns, rows));
    const fixes = report.checks.flatMap((check) =>
      check.fix === null ? [] : [`${check.title}: ${check.fix}`],
    );
    if (fixes.length > 0) io.out(`\n${fixes.join('\n')}\n`);
    return exitCodes.ok;
  },
};
