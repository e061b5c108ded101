import { exitCodes } from '../../../contract/failure.ts';
import type { MeasuredPeaks } from '../../../contract/inspection.ts';
import type { MeasuredPeak } from '../../../contract/machine.ts';
import { earlierPeaks, keptPeaksText } from '../../../contract/measured-peaks.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { format } from '../../../contract/units.ts';
import { type CliIo, printJson } from '../io.ts';
import { formatTable, left, prose, right } from '../table.ts';
import type { VerbContext } from '../verb.ts';
import { sayDisturbed } from './disturbed.ts';

/** `doctor --peaks` */
export async function peaks({ io, args, app, note }: VerbContext): Promise<number> {
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
