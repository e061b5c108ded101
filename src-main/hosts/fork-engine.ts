import { fork } from 'node:child_process';
import { constants } from 'node:os';
import type { EngineChild, EngineEvent, ForkEngine } from '../contract/engine-protocol.ts';
import type { Sandbox } from '../core/lab/sandbox.ts';
import { engineEntry } from '../core/util/paths.ts';
import { endGroups, groupsStartedBy } from '../core/util/started-groups.ts';

/** The end of the engine's standard error that is worth showing when it died. */
const keptErrorCharacters = 2000;

/**
 * Starts engines with `child_process`, for every host that runs on plain Node. The advanced serialization keeps typed
 * arrays and NaN as they are.
 *
 * @param entry the file that the child runs; the product's own unless a test brings another
 */
export function createForkEngine(entry: string = engineEntry(), sandbox?: Sandbox): ForkEngine {
  return (environment) => forkChild(entry, environment, sandbox);
}

export const forkEngine: ForkEngine = (environment) => forkChild(engineEntry(), environment);

function forkChild(
  entry: string,
  environment: Readonly<Record<string, string>>,
  sandbox?: Sandbox,
): EngineChild {
  const [execPath = process.execPath, ...execArgv] = sandbox?.confine([process.execPath]) ?? [];
  const child = fork(entry, [], {
    env: { ...(sandbox?.environment ?? process.env), ...environment },
    // Not inherited: a debugger port or a loader of the parent is not the engine's.
    ...{ execPath, execArgv },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let lastError = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastError = (lastError + chunk.toString()).slice(-keptErrorCharacters);
  });
  return {
    pid: child.pid,
    send: (message) => {
      // A child that is gone is reported by its exit; the write that lost the race is not news.
      if (child.connected) child.send(message, () => {});
    },
    onEvent: (listener) => child.on('message', (event: unknown) => listener(event as EngineEvent)),
    onExit: (listener) => {
      let reported = false;
      const report = (how: string) => {
        if (reported) return;
        reported = true;
        listener(how);
      };
      child.on('error', (error) => report(`it could not be started: ${error.message}`));
      // With `close` what it last wrote to standard error has arrived; a process of its own that keeps the pipe open
      // must not hide its end.
      child.on('close', (code, signal) => report(howItEnded(code, signal, lastError)));
      child.on('exit', (code, signal) => {
        setTimeout(() => report(howItEnded(code, signal, lastError)), 100).unref();
      });
    },
    kill: () => {
      const groups = child.pid === undefined ? [] : groupsStartedBy(child.pid);
      child.kill('SIGKILL');
      endGroups(groups);
    },
  };
}

/** One sentence part: `signal SIGSEGV`, `exit code 1`, with the last line of standard error where there is one. */
export function howItEnded(code: number | null, signal: string | null, errorText: string): string {
  // A sandbox ends with 128 and the signal of what ran in it.
  const inside = Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  const ended = signal ?? inside;
  const how = ended === undefined ? `exit code ${code}` : `signal ${ended}`;
  const lines = errorText.split('\n').map((line) => line.trim());
  const last = lines.filter((line) => line !== '').at(-1);
  return last === undefined ? how : `${how} (${last})`;
}
