import { exitCodes } from '../../../contract/failure.ts';
import type { MeasuredPeaks } from '../../../contract/inspection.ts';
import type { MeasuredPeak } from '../../../contract/machine.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { format } from '../../../contract/units.ts';
import { printJson } from '../io.ts';
import { formatTable } from '../table.ts';
import type { Verb } from '../verb.ts';

export const peaks: Verb = {
  name: 'peaks',
  summary: 'measure peak bandwidth and FLOP/s of this machine (the reference for % of peak)',
  description:
    'Copy and read bandwidth of the host over threads; copy, read and write bandwidth and multiply-add rates of each GPU. The peaks are stored for this machine; results then show their percentage of them.',
  positionals: [],
  flags: [{ name: 'stored', value: null, help: 'show the stored peaks and measure nothing' }],
  examples: ['peaks', 'peaks --stored --json'],
  async run({ io, args, app, note }) {
    const { api } = await app();
    if (!args.has('stored')) note('measuring; this takes some seconds');
    const measured = args.has('stored') ? await api.ceilings({}) : await api.probe({});
    if (args.has('json')) printJson(io, { schemaVersion, ...measured });
    else io.out(peaksText(measured));
    return exitCodes.ok;
  },
};

function peaksText({ measuredAt, probes }: MeasuredPeaks): string {
  if (measuredAt === null)
    return 'No peaks have been measured on this machine yet: breakeven peaks\n';
  const columns = [
    ...['device', 'peak'].map((title) => ({ title, align: 'left' }) as const),
    ...['threads', 'measured'].map((title) => ({ title, align: 'right' }) as const),
  ];
  const rows = probes.map((one) => [
    one.device,
    one.title,
    String(one.facts.threads ?? ''),
    rate(one),
  ]);
  return `${formatTable(columns, rows)}\nMeasured ${measuredAt}.\n`;
}

function rate({ value, unit }: MeasuredPeak): string {
  return unit === 'B/s'
    ? format(value, 'bytes-per-second')
    : format(value, 'operations-per-second', { operation: unit.replace(/\/s$/, '') });
}
