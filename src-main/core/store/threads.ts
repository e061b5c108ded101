import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Failure } from '../../contract/failure.ts';
import { productRoot } from '../util/paths.ts';

/** What a thread does with the database file: answer questions or, with `check`, look for damage. */
export type ThreadTask = {
  readonly file: string;
  /** Up to so many bytes indexes are compared with their tables. */
  readonly check?: { readonly fullBytes: number };
};

export type ThreadReply =
  | { readonly value: unknown }
  | { readonly failure: Failure; readonly damage: boolean };

export function startThread(task: ThreadTask): Worker {
  const entry = import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'thread-entry.ts')
    : join(productRoot(), 'dist', 'main', 'thread.js');
  const thread = new Worker(entry, { workerData: task, execArgv: [] });
  thread.unref();
  return thread;
}

/**
 * Looks for damage in another thread. It ends with the process: a short command does not wait for it.
 *
 * @returns what is damaged; null for a sound database
 */
export function checkInThread(file: string, fullBytes: number) {
  const thread = startThread({ file, check: { fullBytes } });
  const damage = new Promise<string | null>((resolve, reject) => {
    thread.once('message', ({ value }: { value: string | null }) => resolve(value));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the check was stopped')));
  });
  return { damage, stop: () => void thread.terminate() };
}
