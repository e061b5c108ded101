import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { BreakevenError } from '../../contract/failure.ts';
import { leaveNote, readHolder, removeNote, tryFileLock } from '../store/file-lock.ts';
import { joinQueue, waitingFor } from './lock-queue.ts';
import { askSocket, type SocketLock, trySocketLock } from './socket-lock.ts';

/** Who measures on this machine, as told to anybody who asks. */
const holderSchema = z.object({
  pid: z.number(),
  user: z.string(),
  what: z.string(),
  /** The system's name where it runs: another one in another container. */
  host: z.string().optional(),
});
export type LockHolder = z.infer<typeof holderSchema>;

export type RunLock = { release(): Promise<void> };

export type LockOptions = {
  readonly holder: LockHolder;
  /** Another name than the machine's own makes another lock (tests). */
  readonly name?: string | undefined;
  /** Where the lock file is, unless `BREAKEVEN_LOCK_FOLDER` or the system's folder for temporary files. */
  readonly folder?: string | undefined;
  /** How long to wait for the holder, in milliseconds; none by default, `Infinity` for as long as it takes. */
  readonly waitMs?: number;
  /** Told at the beginning of the wait, and whenever somebody else is waited for. */
  readonly onWait?: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Retries are cheap, and those that wait must not disturb what is measured. */
const firstRetryMs = 100;
const lastRetryMs = 1000;

/**
 * Only one measuring run at a time on a machine, whoever started it and whatever store it writes to. The lock has two
 * parts, which the system both takes back when the process ends, however it ends. A listening endpoint is reachable for
 * every user without a file; a lock on a file is respected by containers, whose networks do not see each other, as long
 * as they share the folder. Those that wait are served in the order of their arrival.
 *
 * @throws BreakevenError `busy` with the holder at once, `wait-ended` when it has not gone within `waitMs`; `cancelled`
 *   by the signal.
 */
export async function acquireRunLock(options: LockOptions): Promise<RunLock> {
  const { waitMs = 0, signal } = options;
  const lock = lockOf(options);
  const deadline = performance.now() + waitMs;
  const place = waitMs > 0 ? joinQueue(lock.file, lock.about) : null;
  try {
    let told = '';
    for (let pauseMs = firstRetryMs; ; pauseMs = Math.min(2 * pauseMs, lastRetryMs)) {
      if (signal?.aborted) throw cancelled();
      const before = place === null ? waitingFor(lock.file) : place.ahead();
      const taken = before.length === 0 ? await take(lock) : null;
      if (taken !== null) return taken;
      const sentence = await whoIsAhead(lock, before, waitMs > 0);
      const left = deadline - performance.now();
      if (waitMs <= 0) throw new BreakevenError('busy', sentence);
      if (left <= 0) throw new BreakevenError('wait-ended', `the wait is over: ${sentence}`);
      if (sentence !== told) options.onWait?.(`${sentence}; waiting for it`);
      told = sentence;
      await pause(Math.min(pauseMs, left), signal);
    }
  } finally {
    place?.leave();
  }
}

type Lock = { readonly name: string; readonly file: string; readonly about: string };

function lockOf({ holder, name: given, folder: own }: LockOptions): Lock {
  const name = given ?? process.env.BREAKEVEN_LOCK ?? 'measuring';
  const usual = process.platform === 'linux' ? '/tmp' : tmpdir();
  const folder = own ?? process.env.BREAKEVEN_LOCK_FOLDER ?? usual;
  const about = JSON.stringify({ host: hostname(), ...holder });
  return { name, file: join(folder, `breakeven-${name}.lock`), about };
}

/** Both parts, or none: null when somebody has one of them. */
async function take({ name, file, about }: Lock): Promise<RunLock | null> {
  const socket = await trySocketLock(name, about);
  if (socket === null) return null;
  const locked = tryFileLock(file);
  if (locked === 'busy') {
    await socket.release();
    return null;
  }
  // Where no file can be locked the endpoint alone decides.
  if (locked === 'unavailable') return socket;
  leaveNote(file, about);
  return releasing(socket, () => {
    removeNote(file);
    locked.release();
  });
}

function releasing(socket: SocketLock, releaseFile: () => void): RunLock {
  return {
    async release() {
      releaseFile();
      await socket.release();
    },
  };
}

async function whoIsAhead(
  { name, file }: Lock,
  before: readonly (string | null)[],
  waits: boolean,
): Promise<string> {
  const holder = holderIn(readHolder(file)) ?? holderIn(await askSocket(name));
  const first = holderIn(before[0] ?? null);
  if (holder === null && before.length > 0)
    return `${nameOf(first, 'another process')} waits for this machine too and comes first`;
  const others =
    before.length === 0
      ? ''
      : `, and ${before.length} ${before.length === 1 ? 'other waits' : 'others wait'} for it${waits ? ' before this one' : ''}`;
  if (holder === null)
    return `another process is measuring on this machine and does not say who${others}`;
  return `${holder.what} is being measured on this machine by ${holder.user} (${processOf(holder)})${others}`;
}

function nameOf(holder: LockHolder | null, otherwise: string): string {
  return holder === null ? otherwise : `${holder.what} of ${holder.user} (${processOf(holder)})`;
}

/** A process of another container has a number of its own there. */
function processOf({ pid, host }: LockHolder): string {
  return host === undefined || host === hostname() ? `process ${pid}` : `process ${pid} in ${host}`;
}

function holderIn(text: string | null): LockHolder | null {
  if (text === null) return null;
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
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
