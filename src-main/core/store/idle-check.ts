import type { Store } from './store.ts';

/** A check of all content reads the whole database: a window that stays open does it so often. */
const everyMs = 7 * 24 * 3_600_000;
const lookEveryMs = 10 * 60_000;

type CheckedStore = Pick<Store, 'writable' | 'running' | 'checkContent' | 'lastContentCheck'>;

/**
 * Checks the content of the store once a week while nothing is measured, and tells what does not hold. A run that begins
 * stops it, and it begins again later.
 */
export function createIdleCheck(
  store: () => Promise<CheckedStore>,
  isMeasuring: () => boolean,
  tell: (fault: string) => void,
  now: () => number = Date.now,
) {
  let stopCheck: (() => void) | null = null;

  /** Whether it checked all of it. */
  async function look(): Promise<boolean> {
    const checked = await store();
    if (stopCheck !== null || !checked.writable) return false;
    if (isMeasuring() || checked.running().length > 0) return false;
    const last = checked.lastContentCheck();
    if (last !== null && now() - Date.parse(last.checkedAt) < everyMs) return false;
    const check = checked.checkContent();
    stopCheck = check.stop;
    try {
      for (const fault of (await check.found).faults) tell(fault);
      return true;
    } catch {
      // Stopped by a run, or no thread could be started: the next look tries again.
      return false;
    } finally {
      stopCheck = null;
    }
  }

  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => stopCheck?.();
  return {
    look,
    start(): void {
      timer ??= setInterval(() => void look().catch(() => false), lookEveryMs).unref();
    },
    /** Of the check under way alone. */
    stop,
    close(): void {
      clearInterval(timer);
      stop();
    },
  };
}
