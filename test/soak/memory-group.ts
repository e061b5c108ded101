import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type MemoryGroup = {
  /** What starts a command in the group. */
  readonly enter: readonly string[];
  /** To be called when its processes have ended. */
  remove(): void;
};

/** Of both versions of control groups, with the file that has the limit. */
const places = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
] as const;

/** A control group with so much memory; null where none may be made. */
export function makeMemoryGroup(name: string, bytes: number): MemoryGroup | null {
  for (const { root, limit } of places) {
    const folder = join(root, name);
    try {
      mkdirSync(folder);
      // A folder of what is no control group, or of one without this controller, has no such file.
      if (!existsSync(join(folder, limit))) throw new Error(`${folder} has no ${limit}`);
      writeFileSync(join(folder, limit), String(bytes));
      return {
        enter: ['/bin/sh', '-c', `echo $$ > ${folder}/cgroup.procs; exec "$@"`, 'sh'],
        remove: () => rmdirSync(folder),
      };
    } catch {
      if (existsSync(folder)) rmdirSync(folder);
    }
  }
  return null;
}
