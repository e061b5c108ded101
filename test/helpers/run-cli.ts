import { spawn } from 'node:child_process';
import { cliPath } from './paths.ts';

export type CliResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

type CliOptions = {
  /** Where the command keeps its store. */
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

/** Runs the built command line with a store of its own and collects what it says. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cliPath, ...args], {
      cwd: options.cwd,
      env: { ...process.env, ...options.env, BREAKEVEN_HOME: options.home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({
        code: code ?? (signal === 'SIGINT' ? 130 : 1),
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    });
  });
}
