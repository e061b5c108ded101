import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes of a store that are alive, whoever their parent is by now. */
export function processesOf(home: string, ofWhat: RegExp | null = null): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        if (ofWhat?.test(readFileSync(`/proc/${name}/cmdline`, 'utf8')) === false) return [];
        if (/\) Z /.test(readFileSync(`/proc/${name}/stat`, 'utf8'))) return [];
        const mine = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        return mine.includes(`BREAKEVEN_HOME=${home}`) ? [Number(name)] : [];
      } catch {
        // It ended meanwhile, or belongs to somebody else.
        return [];
      }
    });
}

/** Of the sources and of the bundles. */
export const enginesOf = (home: string): readonly number[] =>
  processesOf(home, /\/engine(?:\/entry\.ts|\.js)\0/);

/** Those that are left of a store when there was time to end: an engine looks for its parent twice a second. */
export async function orphansOf(home: string, limitMs = 3000): Promise<readonly number[]> {
  const start = performance.now();
  let left = processesOf(home);
  while (left.length > 0 && performance.now() - start < limitMs) {
    await sleep(20);
    left = processesOf(home);
  }
  return left;
}
