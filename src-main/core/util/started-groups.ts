import { readdirSync, readFileSync } from 'node:fs';

/**
 * The process groups that a process has started: programs of a lab have one each, which would go on when their engine is
 * ended from outside. To be asked before it is.
 */
export function groupsStartedBy(pid: number): readonly number[] {
  return processes().filter((one) => {
    const [parent, group] = parentAndGroup(one);
    return parent === pid && group === one;
  });
}

/** Ends whatever is left of process groups. */
export function endGroups(groups: readonly number[]): void {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // Nothing is left of it.
    }
  }
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The fields behind the name, which is in parentheses and may hold any. */
function parentAndGroup(pid: number): readonly number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(1, 3)
      .map(Number);
  } catch {
    return [];
  }
}
