import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { systemCode } from './system-error.ts';

/**
 * Names one process for good: a process id alone is used again, so the time when the process started goes with it.
 * `started` is null where the system does not say.
 */
export const processIdentitySchema = z.object({
  host: z.string(),
  pid: z.number().int(),
  started: z.string().nullable(),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { host: hostname(), pid: process.pid, started: startOf(process.pid) };
  return own;
}

/** Whether that process is alive: `unknown` for a process of another machine, which cannot be asked. */
export function livenessOf(identity: ProcessIdentity): 'alive' | 'gone' | 'unknown' {
  if (identity.host !== hostname()) return 'unknown';
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    if (systemCode(error) !== 'EPERM') return 'gone';
  }
  if (identity.started === null) return 'alive';
  const started = startOf(identity.pid);
  return started === null || started === identity.started ? 'alive' : 'gone';
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The command's name is in parentheses and may hold spaces; field 22 counts from the pid.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A killed child that nobody has waited for is a zombie: its id answers, it does not run.
    if (fields[0] === 'Z') return `${boot}:zombie`;
    return `${boot}:${fields[19] ?? ''}`;
  } catch {
    // No answer is an answer: the pid alone decides.
  }
  return null;
}
