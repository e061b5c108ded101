import { writeFileSync } from 'node:fs';

/**
 * Makes the kernel's out-of-memory killer choose this process and its children first: the code that it runs may allocate
 * without limit. A process may raise its own score without privileges, and not lower it again.
 */
export function giveWayForMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A system without it, or one that lets nobody write there, chooses by itself.
  }
}
