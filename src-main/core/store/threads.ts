import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Failure } from '../../contract/failure.ts';
import { productRoot } from '../util/paths.ts';
import type { ContentFaults } from './content-check.ts';
import { fullCheckBytes, isKnown, isSound } from './soundness.ts';

/** What a thread does with the database file: answer questions, look for damage (`check`), or read all samples (`content`). */
export type ThreadTask = {
  readonly file: string;
  /** Up to so many bytes indexes are compared with their tables. */
  readonly check?: { readonly fullBytes: number };
  readonly content?: true;
};

export type ThreadReply =
  | { readonly value: unknown }
  | { readonly failure: Failure; readonly damage: boolean };

export function startThread(task: ThreadTask): Worker {
  const entry = import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'thread-entry.ts')
    : join(productRoot(), 'dist', 'main', 'thread.js');
  return new Worker(entry, { workerData: task, execArgv: [] });
}

/** Looks for damage in another thread: `damage` is what was found, null for a sound database. */
export function checkInThread(file: string, fullBytes: number) {
  const { found, ...thread } = inThread<string | null>({ file, check: { fullBytes } });
  return { damage: found, ...thread };
}

/** Reads all samples in another thread: `found` is what does not agree with them. */
export function checkContentInThread(file: string) {
  return inThread<ContentFaults>({ file, content: true });
}

function inThread<T>(task: ThreadTask) {
  const thread = startThread(task);
  const found = new Promise<T>((resolve, reject) => {
    thread.once('message', ({ value }: { value: T }) => resolve(value));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the check was stopped')));
  });
  return {
    found,
    /** Whether the process waits for it; it does unless told otherwise. */
    keepProcess: (on: boolean) => (on ? thread.ref() : thread.unref()),
    stop: () => void thread.terminate(),
  };
}

/** Whether the file is a whole database of a known schema; a large one is read in another thread, so that nothing waits. */
export async function isSoundFile(file: string): Promise<boolean> {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= fullCheckBytes)
    return isSound(file);
  if (!isKnown(file)) return false;
  try {
    return (await checkInThread(file, fullCheckBytes).damage) === null;
  } catch {
    // Where no thread can be started.
    return isSound(file);
  }
}
