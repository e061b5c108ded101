import { exitCodes } from '../../contract/failure.ts';
import type { CliIo } from './io.ts';

type Output = 'stdout' | 'stderr';

/** Why a stream takes nothing more: the code of the system. */
const broken = new Map<Output, string>();

/**
 * The io of this process. Once a reader has gone away (`| head`), or there is no room for more, what would be said is
 * dropped and the work goes on: a measurement is not worth less because nobody watches it. Null, and said so, where the
 * process stands in no folder.
 */
export function processIo(): CliIo | null {
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].on('error', (error) => noteBroken(name, error));
  }
  const { env } = process;
  const cwd = workingFolder();
  if (cwd === null) {
    write('stderr', 'breakeven: the working folder has been removed; change to another one\n');
    return null;
  }
  return {
    out: (text) => write('stdout', text),
    err: (text) => write('stderr', text),
    cwd,
    env,
    terminal: process.stderr.isTTY === true,
    columns: process.stderr.columns ?? 100,
    outColumns: process.stdout.isTTY === true ? process.stdout.columns : undefined,
    colors:
      process.stdout.isTTY === true &&
      process.stderr.isTTY === true &&
      (env.NO_COLOR ?? '') === '' &&
      env.TERM !== 'dumb',
    onInterrupt,
  };
}

/** Null where somebody has removed it: no relative path means anything there. */
function workingFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

function write(name: Output, text: string): void {
  if (broken.has(name)) return;
  try {
    process[name].write(text);
  } catch (error) {
    noteBroken(name, error);
  }
}

function noteBroken(name: Output, error: unknown): void {
  if (broken.has(name)) return;
  broken.set(name, String(Reflect.get(Object(error), 'code') ?? error));
}

function onInterrupt(listener: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/**
 * Waits until everything written has left, then ends: a handle that lingers must not hold the shell. What was asked for
 * and could not be written is a failure, unless its reader went away.
 */
export async function finish(status: number): Promise<never> {
  process.exitCode = status;
  await Promise.all((['stdout', 'stderr'] as const).map(flushed));
  const code = broken.get('stdout') ?? 'EPIPE';
  if (code === 'EPIPE') process.exit(status);
  const why = code === 'ENOSPC' ? 'the disk is full' : code;
  write('stderr', `breakeven: standard output cannot be written: ${why}\n`);
  await flushed('stderr');
  process.exit(status === exitCodes.ok ? exitCodes.environment : status);
}

function flushed(name: Output): Promise<void> {
  return new Promise((resolve) => {
    if (broken.has(name)) return resolve();
    process[name].write('', (error) => {
      if (error) noteBroken(name, error);
      // An error of the last write is reported after its callback.
      setImmediate(resolve);
    });
  });
}
