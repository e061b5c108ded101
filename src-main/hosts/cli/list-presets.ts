import { exitCodes } from '../../contract/failure.ts';
import type { Preset } from '../../contract/procedures/files.ts';
import { schemaVersion } from '../../contract/run.ts';
import type { HostApp } from '../host-app.ts';
import { findWorkload } from './find-workload.ts';
import type { Arguments } from './flags.ts';
import { type CliIo, paint, printJson, proseWidth } from './io.ts';
import { wrap } from './table.ts';
import { oneLine } from './terminal-text.ts';

/** `list --presets`: all of them, or those that run one workload. */
export async function listPresets(io: CliIo, { api }: HostApp, args: Arguments): Promise<number> {
  const wanted = args.value('workload');
  if (wanted !== undefined) findWorkload(await api.catalog({}), wanted);
  const all = await api.presets({});
  const presets = all.filter(
    (preset) => wanted === undefined || workloadsOf(preset).includes(wanted),
  );
  if (args.has('json')) printJson(io, { schemaVersion, presets: presets.map(presetJson) });
  else io.out(presets.map((preset) => presetText(io, preset)).join('\n'));
  return exitCodes.ok;
}

function workloadsOf({ configuration }: Preset): readonly string[] {
  return [...new Set(configuration.groups.map(({ workload }) => workload))];
}

function presetJson(preset: Preset) {
  const { id, title, summary, own = false } = preset;
  return { id, title, summary, own, workloads: workloadsOf(preset) };
}

function presetText(io: CliIo, preset: Preset): string {
  const { id, title, summary, own = false } = preset;
  const mark = own ? ' (your own)' : '';
  return [
    `${paint(io, 'bold', id)}: ${oneLine(title)}${mark}`,
    ...(summary === '' ? [] : [`  ${wrap(oneLine(summary), proseWidth(io), 2)}`]),
    `  workloads: ${wrap(workloadsOf(preset).join(', '), proseWidth(io), 2)}`,
    '',
  ].join('\n');
}
