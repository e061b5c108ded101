import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exitCodes } from '../../../contract/failure.ts';
import type { Check } from '../../../contract/machine.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { calibrate } from '../doctor/calibrate.ts';
import { peaks } from '../doctor/peaks.ts';
import { tellsHere } from '../doctor/tells.ts';
import { type Arguments, flagsOf } from '../flags.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { unwritable } from '../output-files.ts';
import { proseLine } from '../prose-line.ts';
import { formatTable, left, prose } from '../table.ts';
import type { Verb } from '../verb.ts';
import { waitFlag } from '../wait.ts';

const styles = { ok: 'green', warning: 'yellow', missing: 'red' } as const;

export const doctor: Verb = {
  name: 'doctor',
  summary: 'what this machine has, what is missing (exit status 3) and how to get it',
  description:
    'With --peaks: copy and read bandwidth of the host over threads; copy, read and write bandwidth and multiply-add rates of each GPU. Each is measured five times; the best and the spread are stored for this machine, and results then show their percentage of it. Each device is judged on its own: peaks of one that was disturbed are shown, replace nothing and end with exit code 3.',
  positionals: [],
  flags: [
    ...flagsOf({
      peaks: {
        not: ['calibrate', 'restore-backup', 'report'],
        help: 'measure peak bandwidth and FLOP/s of this machine (the reference for % of peak)',
      },
      stored: {
        with: ['peaks'],
        not: ['wait'],
        help: 'with --peaks: show the stored peaks and measure nothing',
      },
      calibrate: {
        not: ['restore-backup', 'report'],
        help: 'measure how far processes of one program differ here, and store it for verdicts and intervals',
      },
      'seconds <n>': { with: ['calibrate'], help: 'time for --calibrate; 60 by default' },
    }),
    {
      ...waitFlag,
      with: ['peaks', 'calibrate'],
      help: `with --peaks or --calibrate: ${waitFlag.help}`,
    },
    ...flagsOf({
      verify: {
        not: ['peaks', 'calibrate', 'restore-backup'],
        help: 'read all stored samples: digests, medians, search index (a small store is read anyway)',
      },
      'restore-backup': {
        not: ['report'],
        help: 'restore the newest valid backup; the damaged file is kept',
      },
      'report <file>':
        'write what was found into a new file for a bug report, without private folders and names',
    }),
  ],
  examples: [
    'doctor',
    'doctor --json',
    'doctor --verify',
    'doctor --peaks --wait',
    'doctor --peaks --stored --json',
    'doctor --calibrate',
    'doctor --restore-backup',
    'doctor --report report.json',
  ],
  endings: ['busy'],
  async run(context) {
    const { io, args, app, note } = context;
    if (args.has('restore-backup')) return await restore(io, args);
    if (args.has('calibrate')) return await calibrate(context);
    if (args.has('peaks')) return await peaks(context);
    const report = await (await app()).api.doctor({ again: true, verify: args.has('verify') });
    const file = args.value('report');
    if (file !== undefined) note(await writeReport(io, args, file, report));
    if (args.has('json')) {
      printJson(io, { schemaVersion, ...report });
      return statusOf(report.checks);
    }
    const rows = report.checks.map((check) => [
      check.title,
      paint(io, styles[check.status], check.status),
      check.found,
    ]);
    const columns = [left('check'), left('status'), prose('found')];
    io.out(formatTable(columns, rows, io.outColumns));
    const fixes = report.checks.flatMap((check) =>
      check.fix === null ? [] : [`${check.title}: ${check.fix}`],
    );
    if (fixes.length > 0) io.out(`\n${fixes.map((fix) => proseLine(io, fix)).join('\n')}\n`);
    io.out(`\n${proseLine(io, await tellsHere(await app()))}\n`);
    return statusOf(report.checks);
  },
};

/** Never replaces a file: what is asked for is a new one to be sent to somebody. */
async function writeReport(
  io: CliIo,
  args: Arguments,
  file: string,
  report: object,
): Promise<string> {
  const [{ resolveHome }, { privateNames, withoutNames }, { productVersion }] = await Promise.all([
    import('../../../core/store/home.ts'),
    import('../../../core/machine/without-names.ts'),
    import('../../../core/util/product-version.ts'),
  ]);
  const names = privateNames(resolveHome({ flag: args.value('home') }));
  const document = { schemaVersion, version: productVersion(), node: process.version, ...report };
  const path = resolve(io.cwd, file);
  const text = `${JSON.stringify(withoutNames(document, names), null, 2)}\n`;
  await writeFile(path, text, { flag: 'wx' }).catch((error: unknown) => {
    throw unwritable(path, error);
  });
  return `wrote ${path}; look through it before you send it`;
}

/** A warning costs comfort or precision; what is missing stops something from working. */
function statusOf(checks: readonly Check[]): number {
  return checks.some(({ status }) => status === 'missing') ? exitCodes.environment : exitCodes.ok;
}

/** Never opens the store: it is damaged, which is why this is asked for. */
async function restore(io: CliIo, args: Arguments): Promise<number> {
  const [{ resolveHome }, { restoreBackup }] = await Promise.all([
    import('../../../core/store/home.ts'),
    import('../../../core/store/restore.ts'),
  ]);
  const restored = restoreBackup(resolveHome({ flag: args.value('home') }));
  const { backup, runs, lost, keptAs } = restored;
  if (args.has('json')) {
    printJson(io, { schemaVersion, restored: { ...backup, runs, lost, keptAs } });
    return exitCodes.ok;
  }
  io.out(
    `The backup of ${backup.takenAt} is in place; it holds ${runs} ${runs === 1 ? 'run' : 'runs'}.\n`,
  );
  if (keptAs !== null) io.out(`${lostText(lost)} The damaged file is kept as ${keptAs}.\n`);
  return exitCodes.ok;
}

function lostText(lost: number | null): string {
  if (lost === null) return 'What else the damaged database held is unknown.';
  if (lost === 0) return 'The damaged database lists no run that the backup lacks.';
  return `The damaged database lists ${lost} ${lost === 1 ? 'run' : 'runs'} that the backup lacks.`;
}
