import { existsSync, readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended and waits for somebody to collect its status does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !(existsSync(stat) && / Z /.test(readFileSync(stat, 'utf8')));
  } catch {
    return false;
  }
}
