import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  calibrationSentence,
  isCoarse,
  type MeasuredCalibration,
  maxUsualRepetitions,
} from '../../../contract/calibration.ts';
import { exitCodes } from '../../../contract/failure.ts';
import type { MeasuredPeaks } from '../../../contract/inspection.ts';
import type { Check, MeasuredPeak } from '../../../contract/machine.ts';
import { earlierPeaks, keptPeaksText } from '../../../contract/measured-peaks.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { format } from '../../../contract/units.ts';
import { tellsText, usuallyTells } from '../../../contract/verdict.ts';
import type { HostApp } from '../../host-app.ts';
import { sayDisturbed } from '../doctor/disturbed.ts';
import { type Arguments, flagsOf } from '../flags.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { readBounded } from '../numbers.ts';
import { unwritable } from '../output-files.ts';
import { proseLine } from '../prose-line.ts';
import { formatTable, left, prose, right } from '../table.ts';
import type { Verb, VerbContext } from '../verb.ts';
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

/** What two runs of this machine tell, by the newest run and the one like it before; that needs two such runs. */
async function tellsHere({ api }: Pick<HostApp, 'api'>): Promise<string> {
  const better = 'breakeven ab, which measures two versions side by side, tells 1 to 3 %';
  const comparison = await api.compareRuns({ refs: ['same~1', 'latest'] }).catch(() => null);
  const views = (comparison?.rows ?? []).flatMap(({ cells }) => cells[1]?.comparison ?? []);
  const usual = usuallyTells(views);
  if (usual === null)
    return `What two runs tell here shows after two runs of one configuration; ${better}.`;
  return `Two runs here (latest and same~1): ${tellsText(usual.tells)}; ${better}.`;
}

/** `doctor --peaks` */
async function peaks({ io, args, app, note }: VerbContext): Promise<number> {
  const { api } = await app();
  if (!args.has('stored')) note('measuring five times, which takes a minute or more');
  const measured = args.has('stored') ? await api.measuredPeaks({}) : await api.measurePeaks({});
  const { refused } = measured;
  if (args.has('json')) printJson(io, { schemaVersion, ...measured });
  else io.out(peaksText(io, measured));
  if (refused === undefined) return exitCodes.ok;
  return sayDisturbed(io, 'its peaks were measured', refused.reason, keptPeaksText(refused));
}

/** What is the reference, unless it is all of earlier, and what was refused. */
function peaksText(io: CliIo, measured: MeasuredPeaks): string {
  const { refused } = measured;
  if (refused === undefined) return storedText(io, measured);
  const table = tableOf(io, refused.peaks);
  return refused.stored.length === 0 ? table : `${storedText(io, measured)}\nNot stored:\n${table}`;
}

function storedText(io: CliIo, { measuredAt, peaks }: MeasuredPeaks): string {
  if (measuredAt === null)
    return 'No peaks have been measured on this machine yet: breakeven doctor --peaks\n';
  const earlier = earlierPeaks(peaks).map(
    ({ device, measuredAt: before }) => ` The peaks of ${device} were measured ${before}.`,
  );
  return `${tableOf(io, peaks)}\nMeasured ${measuredAt}.${earlier.join('')}\n`;
}

function tableOf(io: CliIo, peaks: readonly MeasuredPeak[]): string {
  const columns = [
    ...[left('device'), prose('peak'), right('threads', { drop: 2 })],
    ...[right('measured'), right('spread', { drop: 1 })],
  ];
  const rows = peaks.map((one) => [
    one.device,
    one.title,
    String(one.attributes.threads ?? ''),
    rate(one),
    spreadOf(one),
  ]);
  return formatTable(columns, rows, io.outColumns);
}

/** How far below the best pass the worst one was; empty where that was not recorded. */
function spreadOf({ attributes: { spread } }: MeasuredPeak): string {
  return typeof spread === 'number' ? `${(100 * spread).toFixed(1)} %` : '';
}

function rate({ value, unit }: MeasuredPeak): string {
  return unit === 'B/s'
    ? format(value, 'bytes-per-second')
    : format(value, 'operations-per-second', { operation: unit.replace(/\/s$/, '') });
}

/** `doctor --calibrate` */
async function calibrate({ io, args, app, note }: VerbContext): Promise<number> {
  const range = { min: 5, max: 3600, whole: true };
  const seconds = readBounded('--seconds', args.value('seconds') ?? '60', range);
  note(`measuring the same programs in process after process for about ${seconds} s`);
  const calibrated = await (await app()).calibrate(seconds);
  if (args.has('json')) {
    const { refused, ...calibration } = calibrated;
    printJson(io, { schemaVersion, calibration, ...(refused === undefined ? {} : { refused }) });
    return statusOfCalibration(io, calibrated);
  }
  const columns = [
    ...[left('device'), left('time'), right('programs'), right('processes differ by')],
    prose('to tell a difference within a run'),
  ];
  const rows = calibrated.scopes.map((one) => [
    one.device,
    one.scope,
    String(one.cases),
    `${(one.sd * 100).toPrecision(2)} %`,
    calibrationSentence(one),
  ]);
  const table = formatTable(columns, rows, io.outColumns);
  const stored = calibrated.refused === undefined ? 'Stored; ' : '';
  io.out(`${table}\n${stored}${calibrated.processes} processes a program.\n`);
  for (const one of calibrated.scopes.filter(isCoarse)) {
    const warning = paint(io, 'yellow', 'warning:');
    io.out(
      `${warning} ${one.device} ${one.scope}: this machine cannot tell 10 % in ${maxUsualRepetitions} repetitions; stop other programs or use another machine\n`,
    );
  }
  return statusOfCalibration(io, calibrated);
}

function statusOfCalibration(io: CliIo, { refused }: MeasuredCalibration): number {
  if (refused === undefined) return exitCodes.ok;
  const { reason, kept } = refused;
  const before =
    kept === null ? 'nothing was stored' : `the calibration of ${kept} stays the reference`;
  return sayDisturbed(io, 'it was calibrated', reason, before);
}
