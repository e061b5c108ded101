import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.ts';

/** A step that did not work. The message is for the user and complete: nothing more is printed. */
export class StepFailed extends Error {}

type CommandOptions = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Told each piece of output as it comes. */
  readonly onOutput?: (text: string) => void;
};

type Finished = { readonly code: number; readonly output: string };

/** Runs a program with its output (both streams, in order of arrival) collected. */
export function collect(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        options.onOutput?.(chunk.toString('utf8'));
      });
    }
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** Runs a program on this terminal and gives its exit code. */
export function show(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: 'inherit',
    });
    child.on('error', (error) => {
      say(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** Runs a program silently; its whole output is shown only when it fails. */
export async function quietly(
  title: string,
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, output } = await collect(command, args, options);
  if (code === 0) return output;
  const plain = stripVTControlCharacters(output).trimEnd();
  throw new StepFailed(`${plain}\n${title} failed (exit code ${code})`);
}

/** One line about progress. On stderr, so that a tool's stdout stays its result. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Shows how far a long step is, from what it prints: `[12/130] ...` is Ninja's, `[ 12%] ...` is that of make. A terminal
 * keeps one line that is overwritten; elsewhere a line comes every half minute, so that a log shows that work goes on.
 */
export function stepProgress(title: string): { show(text: string): void; end(): void } {
  const terminal = process.stderr.isTTY === true;
  let shown = 0;
  return {
    show(text) {
      const step = [...text.matchAll(/^\[\s*(?:(\d+)\/(\d+)|(\d+)%)\]/gm)].at(-1);
      if (step === undefined) return;
      const [, done, of, percent] = step;
      // One or two steps are the end of a build that was there already.
      if (of !== undefined && Number(of) < 5) return;
      const now = performance.now();
      if (shown !== 0 && now - shown < (terminal ? 200 : 30_000)) return;
      shown = now;
      const line = `${title}: ${percent === undefined ? `${done} of ${of}` : `${percent} %`} ...`;
      process.stderr.write(terminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end() {
      if (terminal && shown !== 0) process.stderr.write('\r\u001b[K');
    },
  };
}

export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Turns a failed step into its message and an exit code; anything else is a defect and keeps its stack. */
export async function withFailures(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    say(error.message);
    return 1;
  }
}
