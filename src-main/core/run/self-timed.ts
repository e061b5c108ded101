import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badInput, engineFault } from '../../contract/failure.ts';
import { type ForeignRun, fileSource } from '../interchange/foreign-run.ts';
import { format as google } from '../interchange/formats/google.ts';
import { format as nvbench } from '../interchange/formats/nvbench.ts';

/** Programs that time themselves: `nvbench`, `google`, or the line that they print, `kernel {s} s`. */
export type SelfTimed = {
  /** One line of a shell. */
  readonly command: string;
  readonly folder: string;
};

export type ProgramRun = { readonly run: ForeignRun; readonly seconds: number };

type Limits = { readonly seconds: number; readonly signal?: AbortSignal | undefined };

/** What a program has to be called with, and how its times are read. */
export type TimesReader = {
  readonly words: (folder: string) => readonly string[];
  readonly read: (folder: string, printed: string) => ForeignRun;
};

const file = 'times.json';
/** A program that prints its times does not print more. */
const maxPrinted = 16 * 2 ** 20;
const units = { s: 1e9, ms: 1e6, us: 1e3, ns: 1 } as const;

/** @throws BreakevenError `bad-input` for what is neither the name of a tool nor a line with one time in it. */
export function timesReader(times: string): TimesReader {
  if (times === nvbench.id) {
    return {
      words: (folder) => ['--jsonbin', join(folder, file)],
      read: (folder) => nvbench.read(fileSource(join(folder, file), [])),
    };
  }
  if (times === google.id) {
    return {
      words: (folder) => [`--benchmark_out=${join(folder, file)}`, '--benchmark_out_format=json'],
      read: (folder) => google.read(fileSource(join(folder, file), [])),
    };
  }
  const { line, unitNs, benchmark } = lineOf(times);
  return {
    words: () => [],
    read: (_, printed) => {
      const found = [...printed.matchAll(line)].map(([, time]) => Number(time) * unitNs);
      if (found.length === 0) {
        throw engineFault(`it printed no line with "${times}"`);
      }
      const timesNs = Float64Array.from(found.filter((time) => time > 0));
      const one = { benchmark, variant: null, values: {}, device: 'cpu' as const };
      const rest = { scope: 'kernel', timesNs, meanNs: null, skipped: null };
      const about = { tool: 'program', date: null, machine: { gpus: [] } };
      return { ...about, cases: [{ ...one, ...rest }] };
    },
  };
}

function lineOf(times: string) {
  const marks = [...times.matchAll(/\{(s|ms|us|ns)\}/g)];
  const [mark] = marks;
  if (mark === undefined || marks.length > 1) {
    throw badInput(
      `--times "${times}": write nvbench, google, or the line that the program prints with {s}, {ms}, {us} or {ns} once where its time stands`,
    );
  }
  const [before, after] = [times.slice(0, mark.index), times.slice(mark.index + mark[0].length)];
  const plain = (text: string): string => RegExp.escape(text).replaceAll('\\x20', '[ \\t]+');
  const number = '([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)';
  const benchmark = before
    .trim()
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return {
    line: new RegExp(`${plain(before)}${number}${plain(after)}`, 'g'),
    unitNs: units[mark[1] as keyof typeof units],
    benchmark: benchmark === '' ? 'time' : benchmark,
  };
}

/**
 * Runs a program once, in a process group of its own, and reads its times.
 *
 * @throws BreakevenError `engine` with one sentence where it fails or says no time, `cancelled` by the signal.
 */
export async function runSelfTimed(
  { command, folder }: SelfTimed,
  reader: TimesReader,
  { seconds: limit, signal }: Limits,
): Promise<ProgramRun> {
  signal?.throwIfAborted();
  const out = mkdtempSync(join(tmpdir(), 'breakeven-times-'));
  try {
    const began = performance.now();
    const words = ['-c', `${command} "$@"`, 'sh', ...reader.words(out)];
    const { printed, said, how } = await ended(words, folder, limit, signal);
    const seconds = (performance.now() - began) / 1000;
    signal?.throwIfAborted();
    if (how !== null) {
      const last = said.trim().split('\n').at(-1) ?? '';
      throw engineFault(`${command} ${how}${last === '' ? '' : `: ${last}`}`);
    }
    return { run: reader.read(out, printed), seconds };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** `how` is null for a program that ended well. */
async function ended(
  words: readonly string[],
  cwd: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly printed: string; readonly said: string; readonly how: string | null }> {
  const child = spawn('/bin/sh', words, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, said] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => {
    if (printed.length < maxPrinted) printed += piece.toString('utf8');
  });
  child.stderr.on('data', (piece: Buffer) => {
    said = `${said}${piece.toString('utf8')}`.slice(-4000);
  });
  let why: string | null = null;
  const end = (reason: string): void => {
    why ??= reason;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(() => end(`took longer than ${Math.round(limit)} s`), 1000 * limit);
  const onAbort = (): void => end('was cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  const how = await new Promise<string | null>((resolve) => {
    child.on('error', (error) => resolve(`cannot be started: ${error.message}`));
    child.on('close', (code, by) =>
      resolve(code === 0 ? null : by === null ? `ended with exit code ${code}` : `died of ${by}`),
    );
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  return { printed, said, how: why ?? how };
}
