import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BreakevenError, environmentFault, toFailure } from '../../contract/failure.ts';
import type { PlannedCase } from '../../contract/run.ts';
import { type LockFile, openLockFile } from '../store/file-lock.ts';
import { userName } from '../util/user-name.ts';
import {
  announceHolder,
  askHolders,
  coresText,
  holderText,
  type LockHolder,
  neighbourText,
} from './lock-holder.ts';
import type { WaitFor, WaitingList } from './waiting-list.ts';

/** What a run has for itself while it measures. */
export type Share = {
  /** By the lowest CPU of each core. */
  readonly cores: readonly number[];
  /** The other cores of the machine. */
  readonly others: readonly number[];
  /** UUIDs of GPUs. */
  readonly gpus: readonly string[];
};

export type RunLock = {
  /** Runs that measure on other cores at this moment: `process 12 on cores 8-15`, in this order. */
  neighbours(): Promise<readonly string[]>;
  release(): void;
};

export type LockOptions = {
  readonly holder: Pick<LockHolder, 'pid' | 'user' | 'what' | 'job'>;
  /** Core 0 alone by default. */
  readonly share?: Share | undefined;
  /** `machine` by default; others are for tests, whose runs go on side by side. */
  readonly name?: string | undefined;
  /** Where the lock file is, unless `BREAKEVEN_LOCK_FOLDER` or the system's folder for temporary files. */
  readonly folder?: string | undefined;
  /** How long to wait for the holders, in milliseconds; none by default, `Infinity` for as long as it takes. */
  readonly waitMs?: number;
  /** Told at the beginning of the wait, and when somebody else is waited for. */
  readonly onWait?: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Retries are cheap, and those that wait must not disturb what is measured. */
const firstPauseMs = 100;
const lastPauseMs = 400;
const maxPlaces = 1000;
/** Cores are counted below it. */
const firstGpu = 2 ** 20;

const firstPlaceOfCore = (core: number): number => core * maxPlaces;

/** Two UUIDs whose digests begin alike would only wait for each other. */
function firstPlaceOfGpu(uuid: string): number {
  const digest = createHash('sha256').update(uuid).digest().readUIntBE(0, 5);
  return (firstGpu + digest) * maxPlaces;
}

/**
 * Only one measuring run at a time on a core and on a GPU, whoever started it and whatever store it writes to. The kernel's
 * locks of one file decide: they end with their process, and containers respect them where they share the folder. Each core
 * and GPU has a row of places: the first is the holder's; those that wait have the places behind it, and each moves up when
 * the place before its own is free. All take their rows in one order, so that no two wait for each other.
 *
 * @throws BreakevenError `busy` with the holder at once, `wait-ended` when it has not gone within `waitMs`; `cancelled`
 *   by the signal; `environment` where the file cannot be locked.
 */
export async function acquireRunLock(options: LockOptions): Promise<RunLock> {
  const { holder, waitMs = 0, signal, onWait, share = oneCore } = options;
  const name = options.name ?? lockOfEverybody();
  const deadline = performance.now() + waitMs;
  if (signal?.aborted) throw cancelled();
  const file = openFile(pathOf(name, options.folder));
  const sentenceOf = async (first: number, place: number, waits: boolean): Promise<string> =>
    `${busyText(await holdersOf(file, name, share), first)}${othersText(place - first - 1, waits)}`;
  const held = new Set<number>();
  try {
    for (const first of placesOf(share)) {
      let place = lastPlace(file, first);
      held.add(place);
      let told = -1;
      for (
        let pauseMs = firstPauseMs;
        place > first;
        pauseMs = Math.min(2 * pauseMs, lastPauseMs)
      ) {
        if (waitMs <= 0) throw new BreakevenError('busy', await sentenceOf(first, place, false));
        const left = deadline - performance.now();
        if (left <= 0) {
          const sentence = await sentenceOf(first, place, true);
          throw new BreakevenError('wait-ended', `the wait is over: ${sentence}`);
        }
        // The process that measures is asked for its name as rarely as that.
        if (place !== told) onWait?.(`${await sentenceOf(first, place, true)}; waiting for it`);
        told = place;
        await pause(Math.min(pauseMs, left), signal);
        while (place > first && file.tryLock(place - 1)) {
          file.unlock(place);
          held.delete(place);
          place -= 1;
          held.add(place);
        }
      }
    }
    const { cores, gpus } = share;
    const conceal = await announceHolder(name, { ...holder, cores: [...cores], gpus: [...gpus] });
    return {
      neighbours: neighboursOf(file, name, share),
      release() {
        // Before the next one announces itself at this address.
        conceal();
        file.close(held);
      },
    };
  } catch (error) {
    file.close(held);
    throw error;
  }
}

/** Whether nobody measures on these cores at the moment. An error of the lock is reported where the lock is taken. */
export function areFree(cores: readonly number[], name = lockOfEverybody()): boolean {
  try {
    const file = openFile(pathOf(name));
    const taken = cores.some((core) => file.isLocked(firstPlaceOfCore(core), 1));
    file.close();
    return !taken;
  } catch {
    return false;
  }
}

const lockOfEverybody = (): string => process.env.BREAKEVEN_LOCK ?? 'machine';

const pathOf = (name: string, folder?: string): string =>
  join(lockFolder(folder), `breakeven-${name}.lock`);

const oneCore: Share = { cores: [0], others: [], gpus: [] };

const placesOf = ({ cores, gpus }: Share): readonly number[] =>
  [...cores.map(firstPlaceOfCore), ...gpus.map(firstPlaceOfGpu)].sort((a, b) => a - b);

/** Behind all that are there. */
function lastPlace(file: LockFile, first: number): number {
  for (let place = first; place < first + maxPlaces; place += 1) {
    if (!file.isLocked(place, first + maxPlaces - place) && file.tryLock(place)) return place;
  }
  throw new BreakevenError('busy', `more than ${maxPlaces} runs wait for this machine`);
}

/** What the holders of any core say of themselves. */
async function holdersOf(
  file: LockFile,
  name: string,
  { cores, others }: Share,
): Promise<readonly LockHolder[]> {
  const taken = [...cores, ...others].filter((core) => file.isLocked(firstPlaceOfCore(core), 1));
  return await askHolders(name, taken);
}

function busyText(holders: readonly LockHolder[], first: number): string {
  const holder = holders.find(({ cores, gpus }) =>
    first < firstPlaceOfCore(firstGpu)
      ? cores.includes(first / maxPlaces)
      : gpus.some((uuid) => firstPlaceOfGpu(uuid) === first),
  );
  return holderText(holder);
}

function othersText(count: number, waits: boolean): string {
  if (count === 0) return '';
  return `, and ${count} ${count === 1 ? 'other waits' : 'others wait'} for it${waits ? ' before this one' : ''}`;
}

/** Asks those that measure on other cores who they are, when other cores are taken than before. */
function neighboursOf(file: LockFile, name: string, { others }: Share): RunLock['neighbours'] {
  let known = '';
  let texts: readonly string[] = [];
  return async () => {
    const taken = others.filter((core) => file.isLocked(firstPlaceOfCore(core), 1));
    if (taken.join() === known) return texts;
    known = taken.join();
    const holders = await askHolders(name, taken);
    const said = new Set(holders.flatMap(({ cores }) => cores));
    const silent = taken.filter((core) => !said.has(core));
    texts = [
      ...holders.map(neighbourText),
      ...(silent.length === 0 ? [] : [`a process on cores ${coresText(silent)}`]),
    ];
    return texts;
  };
}

const ofEveryUser = 0o666;
const wayOut = 'name another folder with BREAKEVEN_LOCK_FOLDER';

/** Where everybody may write, the sticky bit keeps others from replacing the file. */
function lockFolder(given: string | undefined): string {
  const usual = process.platform === 'linux' ? '/tmp' : tmpdir();
  const folder = given ?? process.env.BREAKEVEN_LOCK_FOLDER ?? usual;
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o1002) !== 0o0002) return folder;
  throw environmentFault(
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
  /** What is taken for these cases; for whatever there may be where they are not known. */
  readonly shareOf: (cases: CasesToCome) => Promise<Share>;
  readonly name?: string | undefined;
  /** How long is waited unless asked otherwise, in milliseconds; 0 refuses at once. */
  readonly waitMs?: number | undefined;
};

type CasesToCome = readonly Pick<PlannedCase, 'workload' | 'variant'>[] | undefined;

export type TakeLock = (
  what: string,
  signal?: AbortSignal,
  wait?: WaitFor,
  cases?: CasesToCome,
) => Promise<RunLock>;

/** The lock for what is named; whatever waits for it is in the queue, where it can be taken out. */
export function createMachineLock(options: MachineLockOptions): TakeLock {
  const { waiting, shareOf, name, waitMs = 0 } = options;
  return async (what, signal, wait, cases) => {
    const { seconds = waitMs / 1000, id } = wait ?? {};
    const allowedMs = seconds === null ? Number.POSITIVE_INFINITY : seconds * 1000;
    const share = await shareOf(cases);
    const job = process.env.SLURM_JOB_ID;
    const holder = { pid: process.pid, user: userName(), what, ...(job !== undefined && { job }) };
    const asked = { holder, share, name, waitMs: allowedMs };
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
