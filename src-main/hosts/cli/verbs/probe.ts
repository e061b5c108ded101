import { exitCodes } from '../../../contract/failure.ts';
import type { Ceilings } from '../../../contract/inspection.ts';
import type { Probe } from '../../../contract/machine.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { format } from '../../../contract/units.ts';
import { printJson } from '../io.ts';
import { formatTable } from '../table.ts';
import type { Verb } from '../verb.ts';

export const probe: Verb = {
  name: 'probe',
  summary: 'measure what this machine can do at all, and keep it as the ceiling of results',
  description:
    'Copy and read bandwidth of the host over threads; copy, read and write bandwidth and multiply-add rates of each GPU. Kept for this machine; results are then shown as a part of them.',
  positionals: [],
  flags: [{ name: 'stored', value: null, help: 'show what is stored and measure nothing' }],
  examples: ['probe', 'probe --stored --json'],
  async run({ io, args, app, note }) {
    const { api } = await app();
    if (!args.has('stored')) note('measuring; this takes some seconds');
    const ceilings = args.has('stored') ? await api.ceilings({}) : await api.probe({});
    if (args.has('json')) printJson(io, { schemaVersion, ...ceilings });
    else io.out(ceilingsText(ceilings));
    return exitCodes.ok;
  },
};

function ceilingsText({ measuredAt, probes }: Ceilings): string {
  if (measuredAt === null)
    return 'Nothing has been measured on this machine yet: breakeven probe\n';
  const columns = [
    ...['device', 'ceiling'].map((title) => ({ title, align: 'left' }) as const),
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

function rate({ value, unit }: Probe): string {
  return unit === 'B/s'
    ? format(value, 'bytes-per-second')
    : format(value, 'operations-per-second', { operation: unit.replace(/\/s$/, '') });
}
