import { type ChildProcess, spawn } from 'node:child_process';
import { basename, dirname, join } from 'node:path';

/** How a command of the product ended, with what it said. */
export type Ending = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
};

export type Command = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** The first line of its output. */
  readonly firstLine: Promise<string>;
};

type Options = {
  readonly home: string;
  readonly native: string;
  /** The bundled program, which starts in a quarter of the time, instead of the sources. */
  readonly built?: boolean;
  /** Where Node keeps what it compiled: a start of the sources takes a third of the time then. Nowhere by default. */
  readonly compiled?: string;
  /** A program with its arguments that starts the command under a limit. */
  readonly under?: readonly string[];
};

const root = join(import.meta.dirname, '..', '..');
export const bundledCli = join(root, 'dist', 'main', 'cli.js');
const cli = join(root, 'src-main', 'hosts', 'cli', 'main.ts');

/** Starts the command line as it is in the sources, or as it was bundled, with a store and a lock of its own. */
export function startCommand(
  words: readonly string[],
  { home, native, built = false, compiled = '', under = [] }: Options,
): Command {
  const [program = process.execPath, ...rest] = [
    ...under,
    process.execPath,
    built ? bundledCli : cli,
    ...words,
  ];
  const child = spawn(program, rest, {
    env: {
      ...process.env,
      BREAKEVEN_HOME: home,
      BREAKEVEN_NATIVE: native,
      NODE_COMPILE_CACHE: compiled,
      // Stores that are worked on at once do not wait for each other.
      BREAKEVEN_LOCK: `soak-${basename(dirname(home))}-${basename(home)}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const line = Promise.withResolvers<string>();
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
    if (out.includes('\n')) line.resolve(out.slice(0, out.indexOf('\n')));
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString('utf8');
  });
  const ended = new Promise<Ending>((resolve) => {
    child.on('error', (error) => resolve({ code: 127, signal: null, out, err: String(error) }));
    child.on('close', (code, signal) => {
      line.resolve('');
      resolve({ code, signal, out, err });
    });
  });
  return { child, ended, firstLine: line.promise };
}

/** What a shell starts under a limit of `ulimit`. */
export function withLimit(flag: string, value: number): readonly string[] {
  return ['/bin/sh', '-c', `ulimit ${flag} ${value}; exec "$@"`, 'sh'];
}

/**
 * Whether what a command said when it failed is one sentence and no stack of calls. Node's own refusal to start, of
 * which the product knows nothing, is told apart.
 */
export function howClear({
  code,
  signal,
  out,
  err,
}: Ending): 'fine' | 'clear' | 'unclear' | 'node' {
  if (code === 0) return 'fine';
  const said = err.split('\n').filter((line) => line.startsWith('breakeven: '));
  if (said.length === 1 && !/^\s+at .*[(:]/m.test(err)) return 'clear';
  const inNode = /^\s+at .*node:internal/m.test(err) && !err.includes('/src-main/');
  if (inNode || signal === 'SIGABRT' || /# {2}node\[|Native stack trace|pthread_create/.test(err)) {
    return 'node';
  }
  // Cases that failed are told in the table, with exit status 1.
  return code === 1 && /[1-9]\d* failed/.test(out + err) ? 'clear' : 'unclear';
}
