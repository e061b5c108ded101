import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BreakevenError, toFailure } from '../../contract/failure.ts';
import { type FileLock, tryFileLock } from '../store/file-lock.ts';
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

/** Whoever has waited longer tries more often, and so comes first as a rule. */
const firstPauseMs = 400;
const lastPauseMs = 100;
/** The holder is asked for its name less often than the lock is tried: its process measures. */
const attemptsPerQuestion = 8;

/** Those of this process that wait for a lock file, in the order of their arrival. */
const waitingHere = new Map<string, readonly symbol[]>();

/**
 * Only one measuring run at a time on a machine, whoever started it and whatever store it writes to. The kernel's lock of
 * one file decides: it ends with its process, and containers respect it where they share the folder. Those of one
 * process get it in the order of their arrival; processes poll.
 *
 * @throws BreakevenError `busy` with the holder at once, `wait-ended` when it has not gone within `waitMs`; `cancelled`
 *   by the signal; `environment` where the file cannot be locked.
 */
export async function acquireRunLock(options: LockOptions): Promise<RunLock> {
  const { holder, waitMs = 0, signal, onWait } = options;
  const name = options.name ?? process.env.BREAKEVEN_LOCK ?? 'machine';
  const file = join(lockFolder(options.folder), `breakeven-${name}.lock`);
  const deadline = performance.now() + waitMs;
  const own = Symbol(name);
  waitingHere.set(file, [...(waitingHere.get(file) ?? []), own]);
  try {
    let sentence = '';
    let pauseMs = firstPauseMs;
    for (let attempt = 0; ; attempt += 1) {
      if (signal?.aborted) throw cancelled();
      const lock = waitingHere.get(file)?.[0] === own ? tryLock(file) : null;
      if (lock !== null) return await announced(lock, name, holder);
      if (attempt % attemptsPerQuestion === 0) {
        const said = await describeHolder(name);
        if (waitMs > 0 && said !== sentence) onWait?.(`${said}; waiting for it`);
        sentence = said;
      }
      const left = deadline - performance.now();
      if (waitMs <= 0) throw new BreakevenError('busy', sentence);
      if (left <= 0) throw new BreakevenError('wait-ended', `the wait is over: ${sentence}`);
      await pause(Math.min(pauseMs, left), signal);
      pauseMs = Math.max(lastPauseMs, pauseMs * 0.9);
    }
  } finally {
    const others = waitingHere.get(file)?.filter((one) => one !== own) ?? [];
    if (others.length > 0) waitingHere.set(file, others);
    else waitingHere.delete(file);
  }
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

function tryLock(file: string): FileLock | null {
  try {
    return tryFileLock(file, ofEveryUser);
  } catch (error) {
    const { code, message } = toFailure(error);
    throw new BreakevenError(code, `${message}; remove it, or ${wayOut}`);
  }
}

async function announced(lock: FileLock, name: string, holder: LockHolder): Promise<RunLock> {
  const conceal = await announceHolder(name, holder);
  return {
    release() {
      // Before the next one announces itself at this address.
      conceal();
      lock.release();
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
