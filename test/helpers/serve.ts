import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { cliPath } from './paths.ts';

export type Served = {
  readonly pid: number;
  /** The address with its token. */
  readonly url: string;
  stop(): Promise<void>;
};

/** Starts the built command line's serve mode on a free port, with a store of its own. */
export function startServe(home: string): Promise<Served> {
  const child = spawn(process.execPath, [cliPath, 'serve', '--port', '0'], {
    // A lock of its own: what else is measured on this machine is no concern of a test.
    env: { ...process.env, BREAKEVEN_HOME: home, BREAKEVEN_LOCK: `serve-${process.pid}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  return new Promise((resolve, reject) => {
    void gone.then(() => reject(new Error(`serve ended before it served: ${said.join('')}`)));
    createInterface({ input: child.stdout }).once('line', (url) => {
      resolve({
        pid: child.pid ?? 0,
        url,
        stop: () => {
          child.kill('SIGINT');
          return gone;
        },
      });
    });
  });
}
