import { freemem } from 'node:os';
import { format } from '../../contract/units.ts';
import { type ControlGroup, controlGroups } from './control-groups.ts';
import { type SystemFiles, systemFiles } from './system-files.ts';

/** Memory that a new process may take, in bytes, and the control group that allows no more. */
export type HostMemory = {
  readonly bytes: number;
  /** In words, where a control group and not the machine is what ends it. */
  readonly limit: string | null;
};

/** What is free or can be freed on the machine, within the limits of all control groups around this process. */
export function hostMemory(files: SystemFiles = systemFiles()): HostMemory {
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(files.text('proc/meminfo') ?? '')?.[1];
  const machine = available === undefined ? freemem() : Number(available) * 1024;
  const [tightest] = controlGroups(files, 'memory')
    .flatMap((group) => leftIn(group, files) ?? [])
    .sort((a, b) => a.bytes - b.bytes);
  if (tightest === undefined || tightest.bytes >= machine) return { bytes: machine, limit: null };
  return tightest;
}

/** What an engine is told: the folders of the groups, so that it sees what is left before it allocates. */
export function memoryEnvironment(files: SystemFiles = systemFiles()): Record<string, string> {
  const folders = controlGroups(files, 'memory').map(({ folder }) => files.path(folder));
  return { BREAKEVEN_MEMORY_GROUPS: folders.join('\n') };
}

function leftIn({ folder, name, version }: ControlGroup, files: SystemFiles): HostMemory | null {
  const numberOf = (file: string): number => {
    const text = files.text(`${folder}/${file}`);
    return text === undefined || text === '' ? Number.NaN : Number(text);
  };
  const limit = numberOf(version === 2 ? 'memory.max' : 'memory.limit_in_bytes');
  const used = numberOf(version === 2 ? 'memory.current' : 'memory.usage_in_bytes');
  // "max" and a missing file are no numbers; unlimited groups of the first version state more than any machine has.
  if (!Number.isFinite(limit) || !Number.isFinite(used)) return null;
  const field = version === 2 ? 'inactive_file' : 'total_inactive_file';
  const stat = files.text(`${folder}/memory.stat`) ?? '';
  const reclaimable = Number(new RegExp(`^${field} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
  return {
    bytes: Math.max(0, limit - used + reclaimable),
    limit: `the limit of ${format(limit, 'bytes')} of the control group ${name}`,
  };
}
