import { spawn } from 'node:child_process';
import { userName } from '../util/user-name.ts';

export type CompilerRun = {
  readonly ok: boolean;
  /** What it printed, at most `mostLogCharacters`. */
  readonly log: string;
  /** Why it was ended; null where it ended by itself. */
  readonly ended: string | null;
  readonly milliseconds: number;
};

export type CompilerLimits = { readonly seconds: number; readonly bytes: number };

export const usualLimits: CompilerLimits = { seconds: 120, bytes: 8 * 2 ** 30 };
const maxLogCharacters = 256 * 1024;

/**
 * Runs a compiler with low priority, a limit of memory and one of time, in a process group of its own that is ended with
 * it: a compiler starts others. Its messages are English and without colours.
 */
export async function runCompiler(
  words: readonly string[],
  folder: string,
  limits: CompilerLimits = usualLimits,
  signal?: AbortSignal,
): Promise<CompilerRun> {
  signal?.throwIfAborted();
  const start = performance.now();
  const kilobytes = Math.floor(limits.bytes / 1024);
  const script = `ulimit -v ${kilobytes}; exec nice -n 10 "$@"`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...words], {
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C', TMPDIR: folder, USER: userName() },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const collect = (piece: Buffer): void => {
    if (log.length < maxLogCharacters) log += piece.toString('utf8');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  let ended: string | null = null;
  const end = (why: string): void => {
    ended ??= why;
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(
    () => end(`it took longer than ${limits.seconds} s`),
    1000 * limits.seconds,
  );
  const onAbort = (): void => end('it was cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      log += error.message;
      resolve(null);
    });
    child.on('close', resolve);
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  const milliseconds = performance.now() - start;
  return {
    ok: code === 0 && ended === null,
    log: log.slice(0, maxLogCharacters),
    ended,
    milliseconds,
  };
}
