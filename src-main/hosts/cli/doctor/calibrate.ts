import {
  calibrationSentence,
  isCoarse,
  type MeasuredCalibration,
  maxUsualRepetitions,
} from '../../../contract/calibration.ts';
import { exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { readBounded } from '../numbers.ts';
import { formatTable, left, prose, right } from '../table.ts';
import type { VerbContext } from '../verb.ts';
import { sayDisturbed } from './disturbed.ts';

/** `doctor --calibrate` */
export async function calibrate({ io, args, app, note }: VerbContext): Promise<number> {
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
