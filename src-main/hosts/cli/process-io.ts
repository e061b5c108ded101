import type { CliIo } from './io.ts';

/** The io of this process. A reader that has gone away (`| head`) ends the program quietly. */
export function processIo(): CliIo {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
      throw error;
    });
  }
  const { env } = process;
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    env,
    terminal: process.stderr.isTTY === true,
    columns: process.stderr.columns ?? 100,
    colors:
      process.stdout.isTTY === true &&
      process.stderr.isTTY === true &&
      (env.NO_COLOR ?? '') === '' &&
      env.TERM !== 'dumb',
    onInterrupt,
  };
}

function onInterrupt(listener: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/** Waits until everything written has left, then ends: a handle that lingers must not hold the shell. */
export async function finish(status: number): Promise<never> {
  process.exitCode = status;
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(status);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
