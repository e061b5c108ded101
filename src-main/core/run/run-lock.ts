import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BreakevenError, toFailure } from '../../contract/failure.ts';
import { type LockFile, openLockFile } from '../store/file-lock.ts';
import { userName } from '../util/user-name.ts';
import { announceHolder, describeHolder, type LockHolder } from './lock-holder.ts';
import type { WaitFor, WaitingList } from './waiting-list.ts';

export type RunLock = { release(): void };

export type LockOptions = {
  readonly holder: LockHolder;
  /** `machine` by default, or `gpu-<uuid>`; others are for tests, whose runs go on side by side. */
  readonly name?: string | undefined;
  /** Where the lock file is, unless `BREAKEVEN_LOCK_FOLDER` or the system's folder for temporary files. */
  readonly folder?: string | undefined;
  /** How long to wait for the holder, in milliseconds; none by default, `Infinity` for as long as it takes. */
  readonly waitMs?: number;
  /** Told at the beginning of the wait, and when somebody else is waited for. */
  readonly onWait?: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Retries are cheap, and those that wait must not disturb what is measured. */
const firstPauseMs = 100;
const lastPauseMs = 400;
const maxPlaces = 1000;

/**
 * Only one measuring run at a time on a machine, whoever started it and whatever store it writes to. The kernel's locks of
 * one file decide: they end with their process, and containers respect them where they share the folder. Place 0 is the
 * holder's; those that wait have the places behind it, and each moves up when the place before its own is free.
 *
 * @throws BreakevenError `busy` with the holder at once, `wait-ended` when it has not gone within `waitMs`; `cancelled`
 *   by the signal; `environment` where the file cannot be locked.
 */
export async function acquireRunLock(options: LockOptions): Promise<RunLock> {
  const { holder, waitMs = 0, signal, onWait } = options;
  const name = options.name ?? process.env.BREAKEVEN_LOCK ?? 'machine';
  const deadline = performance.now() + waitMs;
  if (signal?.aborted) throw cancelled();
  const file = openFile(join(lockFolder(options.folder), `breakeven-${name}.lock`));
  let place = lastPlace(file);
  try {
    let told = -1;
    for (let pauseMs = firstPauseMs; place > 0; pauseMs = Math.min(2 * pauseMs, lastPauseMs)) {
      if (waitMs <= 0) throw new BreakevenError('busy', await sentenceOf(name, place, false));
      const left = deadline - performance.now();
      if (left <= 0) {
        const sentence = await sentenceOf(name, place, true);
        throw new BreakevenError('wait-ended', `the wait is over: ${sentence}`);
      }
      // The process that measures is asked for its name as rarely as that.
      if (place !== told) onWait?.(`${await sentenceOf(name, place, true)}; waiting for it`);
      told = place;
      await pause(Math.min(pauseMs, left), signal);
      while (place > 0 && file.tryLock(place - 1)) {
        file.unlock(place);
        place -= 1;
      }
    }
    return await announced(file, name, holder);
  } catch (error) {
    file.close(place);
    throw error;
  }
}

/** Behind all that are there. */
function lastPlace(file: LockFile): number {
  for (let place = 0; place < maxPlaces; place += 1) {
    if (!file.isLocked(place) && file.tryLock(place)) return place;
  }
  file.close(null);
  throw new BreakevenError('busy', `more than ${maxPlaces} runs wait for this machine`);
}

async function sentenceOf(name: string, place: number, waits: boolean): Promise<string> {
  const others = place - 1;
  const holder = await describeHolder(name);
  if (others === 0) return holder;
  return `${holder}, and ${others} ${others === 1 ? 'other waits' : 'others wait'} for it${waits ? ' before this one' : ''}`;
}

const ofEveryUser = 0o666;
const wayOut = 'name another folder with BREAKEVEN_LOCK_FOLDER';

/** Where everybody may write, the sticky bit keeps others from replacing the file. */
function lockFolder(given: string | undefined): string {
  const usual = process.platform === 'linux' ? '/tmp' : tmpdir();
  const folder = given ?? process.env.BREAKEVEN_LOCK_FOLDER ?? usual;
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o1002) !== 0o0002) return folder;
  throw new BreakevenError(
    'environment',
    `the run lock in ${folder} could be replaced by every user: set its sticky bit (chmod +t), or ${wayOut}`,
  );
}

function openFile(path: string): LockFile {
  try {
    return openLockFile(path, ofEveryUser);
  } catch (error) {
    const { code, message } = toFailure(error);
    throw new BreakevenError(code, `${message}; remove it, or ${wayOut}`);
  }
}

async function announced(file: LockFile, name: string, holder: LockHolder): Promise<RunLock> {
  const conceal = await announceHolder(name, holder);
  return {
    release() {
      // Before the next one announces itself at this address.
      conceal();
      file.close(0);
    },
  };
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  } catch {
    throw cancelled();
  }
}

const cancelled = (): BreakevenError =>
  new BreakevenError('cancelled', 'the run was cancelled while it waited for the machine');

export type MachineLockOptions = {
  readonly waiting: WaitingList;
  readonly name?: string | undefined;
  /** How long is waited unless asked otherwise, in milliseconds; 0 refuses at once. */
  readonly waitMs?: number | undefined;
};

export type TakeLock = (what: string, signal?: AbortSignal, wait?: WaitFor) => Promise<RunLock>;

/** The lock for what is named; whatever waits for it is in the queue, where it can be taken out. */
export function createMachineLock({ waiting, name, waitMs = 0 }: MachineLockOptions): TakeLock {
  return async (what, signal, wait) => {
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
