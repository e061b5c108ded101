import { utilityProcess } from 'electron';
import type { EngineChild, EngineEvent, ForkEngine } from '../../contract/engine-protocol.ts';
import { engineEntry } from '../../core/util/paths.ts';
import { endGroups, groupsStartedBy } from '../../core/util/started-groups.ts';
import { howItEnded } from '../fork-engine.ts';

/** The end of the engine's standard error that is worth showing when it died. */
const keptErrorCharacters = 2000;

/**
 * Starts engines as Electron's utility processes: a packaged app has no Node to fork, and its own binary must not act
 * as one (the runAsNode fuse is off).
 */
export const forkEngine: ForkEngine = (environment): EngineChild => {
  const child = utilityProcess.fork(engineEntry(), [], {
    serviceName: 'Breakeven engine',
    env: { ...process.env, ...environment },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastError = '';
  let gone = false;
  child.on('exit', () => {
    gone = true;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    lastError = (lastError + chunk.toString()).slice(-keptErrorCharacters);
  });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => {
      if (!gone) child.postMessage(message);
    },
    onEvent: (listener) => {
      child.on('message', (event: unknown) => listener(event as EngineEvent));
    },
    onExit: (listener) => {
      child.on('exit', (code) => listener(howItEnded(code, null, lastError)));
    },
    kill: () => {
      if (gone) return;
      // `kill()` asks politely; native code in the middle of a sample does not hear it.
      if (child.pid === undefined || !killNow(child.pid)) child.kill();
    },
  };
};

function killNow(pid: number): boolean {
  const groups = groupsStartedBy(pid);
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  } finally {
    endGroups(groups);
  }
}
