import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type CalibratedScope,
  calibrationSentence,
  isCoarse,
  type MeasuredCalibration,
  maxUsualRepetitions,
} from '../../../contract/calibration.ts';
import { BreakevenError, exitCodes } from '../../../contract/failure.ts';
import type { Check } from '../../../contract/machine.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { HostApp } from '../../host-app.ts';
import { sayDisturbed } from '../disturbed.ts';
import { type Arguments, waitFlag } from '../flags.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { readBounded } from '../numbers.ts';
import { unwritable } from '../output-files.ts';
import { proseLine } from '../prose-line.ts';
import { formatTable } from '../table.ts';
import type { Verb } from '../verb.ts';
import { tellWait, waitFrom } from '../wait.ts';

const styles = { ok: 'green', warning: 'yellow', missing: 'red' } as const;

export const doctor: Verb = {
  name: 'doctor',
  summary: 'what this machine has, what is missing (exit status 3) and how to get it',
  positionals: [],
  flags: [
    {
      name: 'restore-backup',
      value: null,
      help: 'restore the newest valid backup; the damaged file is kept',
    },
    {
      name: 'calibrate',
      value: null,
      help: 'measure how far processes of one program differ here, and store it for verdicts and intervals',
    },
    {
      name: 'report',
      value: 'file',
      help: 'write what was found into a new file for a bug report, without private folders and names',
    },
    { name: 'seconds', value: 'n', help: 'time for --calibrate; 60 by default' },
    { ...waitFlag, help: `with --calibrate: ${waitFlag.help}` },
  ],
  examples: [
    'doctor',
    'doctor --json',
    'doctor --calibrate',
    'doctor --restore-backup',
    'doctor --report report.json',
  ],
  endings: ['waitEnded', 'disturbed'],
  async run({ io, args, app, note }) {
    if (args.has('restore-backup')) return await restore(io, args);
    const lone = ['seconds', 'wait'].find((name) => args.has(name));
    if (lone !== undefined && !args.has('calibrate')) {
      throw new BreakevenError('bad-input', `--${lone} is about --calibrate`);
    }
    if (args.has('calibrate')) return calibrate(io, args, await app(), note);
    const report = await (await app()).api.doctor({});
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
    const columns = ['check', 'status', 'found'].map(
      (title) => ({ title, align: 'left', wraps: title === 'found' }) as const,
    );
    io.out(formatTable(columns, rows, io.outColumns));
    const fixes = report.checks.flatMap((check) =>
      check.fix === null ? [] : [`${check.title}: ${check.fix}`],
    );
    if (fixes.length > 0) io.out(`\n${fixes.map((fix) => proseLine(io, fix)).join('\n')}\n`);
    return statusOf(report.checks);
  },
};

async function calibrate(
  io: CliIo,
  args: Arguments,
  app: HostApp,
  note: (text: string) => void,
): Promise<number> {
  const range = { min: 5, max: 3600, whole: true };
  const seconds = readBounded('--seconds', args.value('seconds') ?? '60', range);
  note(`measuring the same programs in process after process for about ${seconds} s`);
  const { waitS } = waitFrom(args);
  const offWait = tellWait(app, note);
  const found = await app.calibrate(seconds, undefined, waitS).finally(offWait);
  if (args.has('json')) {
    const { refused, ...calibration } = found;
    printJson(io, { schemaVersion, calibration, ...(refused === undefined ? {} : { refused }) });
    return statusOfCalibration(io, found);
  }
  const columns = [
    ...['device', 'time'].map((title) => ({ title, align: 'left' }) as const),
    ...['programs', 's0', 'd0'].map((title) => ({ title, align: 'right' }) as const),
    { title: 'to tell a difference within a run', align: 'left', wraps: true } as const,
  ];
  const rows = found.scopes.map((one) => [
    deviceName(one),
    one.scope,
    String(one.cases),
    `${(one.sd * 100).toPrecision(2)} %`,
    one.degrees.toFixed(1),
    calibrationSentence(one),
  ]);
  const table = formatTable(columns, rows, io.outColumns);
  const stored = found.refused === undefined ? 'Stored; ' : '';
  io.out(`${table}\n${stored}${found.processes} processes a program.\n`);
  for (const one of found.scopes.filter(isCoarse)) {
    const warning = paint(io, 'yellow', 'warning:');
    io.out(
      `${warning} ${deviceName(one)} ${one.scope}: this machine cannot tell 10 % in ${maxUsualRepetitions} repetitions; stop other programs or use another machine\n`,
    );
  }
  return statusOfCalibration(io, found);
}

const deviceName = ({ device }: CalibratedScope): string =>
  device === 'watchedCpu' ? 'cpu, watched' : device;

function statusOfCalibration(io: CliIo, { refused }: MeasuredCalibration): number {
  if (refused === undefined) return exitCodes.ok;
  const { reason, kept } = refused;
  const before =
    kept === null ? 'nothing was stored' : `the calibration of ${kept} stays the reference`;
  return sayDisturbed(io, 'it was calibrated', reason, before);
}

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
