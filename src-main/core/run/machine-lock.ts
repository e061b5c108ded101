import { toFailure } from '../../contract/failure.ts';
import { userName } from '../util/user-name.ts';
import type { RunLock } from './run-lock.ts';
import type { WaitFor, WaitingList } from './waiting-list.ts';

export type MachineLockOptions = {
  readonly waiting: WaitingList;
  /** Another name than the machine's own lets runs go on side by side (tests). */
  readonly name?: string | undefined;
  /** How long is waited unless asked otherwise, in milliseconds; 0 refuses at once. */
  readonly waitMs?: number | undefined;
};

export type TakeLock = (what: string, signal?: AbortSignal, wait?: WaitFor) => Promise<RunLock>;

/** The machine's lock for what is named; whatever waits for it is in the queue, where it can be taken out. */
export function createMachineLock({ waiting, name, waitMs = 0 }: MachineLockOptions): TakeLock {
  return async (what, signal, wait) => {
    const { acquireRunLock } = await import('./run-lock.ts');
    const { seconds = waitMs / 1000, id } = wait ?? {};
    const allowedMs = seconds === null ? Number.POSITIVE_INFINITY : seconds * 1000;
    const asked = { holder: { pid: process.pid, user: userName(), what }, name, waitMs: allowedMs };
    if (!(allowedMs > 0)) return await acquireRunLock({ ...asked, signal });
    const place = waiting.join(what, id);
    const either = signal === undefined ? place.signal : AbortSignal.any([signal, place.signal]);
    try {
      const held = await acquireRunLock({ ...asked, signal: either, onWait: place.behind });
      place.leave(null);
      return held;
    } catch (error) {
      place.leave(toFailure(error));
      throw error;
    }
  };
}
