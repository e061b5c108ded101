import { format } from '../../contract/units.ts';
import { controlGroups } from './control-groups.ts';
import { hostMemory } from './memory-limit.ts';
import { type SystemFiles, systemFiles } from './system-files.ts';

export type MemoryWatch = ReturnType<typeof watchMemory>;

/** Part of the memory that there was for it from which on a kill is put down to memory although no counter says so. */
const nearlyAll = 0.8;

/** Follows one process, which starts, so that its end can be put down to memory where it was. */
export function watchMemory(pid: () => number | undefined, files: SystemFiles = systemFiles()) {
  const before = killsOf(files);
  const { bytes: allowed, limit } = hostMemory(files);
  let max = 0;
  return {
    /** Takes down how much memory the process has now. */
    look(): void {
      const status = files.text(`proc/${pid()}/status`) ?? '';
      const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
      max = Math.max(max, kilobytes * 1024);
    },
    /** How it ended, in words where the system ended it for want of memory, else as given. */
    explain(how: string): string {
      // What ends a process for memory sends this signal; nothing else that a counter counts is its end.
      if (!/SIGKILL|exit code (9|137)\b/.test(how)) return how;
      const after = killsOf(files);
      const group = after.find(({ name, kills }) => kills > killsIn(before, name));
      const held = max > 0 ? `; it held ${format(max, 'bytes')} when last looked at` : '';
      const where = limit === null ? '' : ` (${limit})`;
      if (group !== undefined) return `the system ended it because memory ran out${where}${held}`;
      if (max < nearlyAll * allowed) return how;
      return `it was ended, most likely because memory ran out${where}${held}`;
    },
  };
}

type Kills = { readonly name: string; readonly kills: number };

const killsIn = (all: readonly Kills[], name: string): number =>
  all.find((one) => one.name === name)?.kills ?? 0;

/** Processes that were ended for want of memory, in each group around this process and on the machine. */
function killsOf(files: SystemFiles): readonly Kills[] {
  const count = (path: string): Kills[] => {
    const found = /^oom_kill (\d+)$/m.exec(files.text(path) ?? '')?.[1];
    return found === undefined ? [] : [{ name: path, kills: Number(found) }];
  };
  return [
    ...controlGroups(files, 'memory').flatMap(({ folder, version }) =>
      count(`${folder}/${version === 2 ? 'memory.events' : 'memory.oom_control'}`),
    ),
    ...count('proc/vmstat'),
  ];
}
