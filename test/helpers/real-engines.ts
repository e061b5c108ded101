import { fork } from 'node:child_process';
import { recordEngine, state } from './electron-double.ts';

/** Lets the double of Electron start engines as they are: child processes in the place of utility processes. */
export function startRealEngines(): void {
  state.forkEngine = (entry, { env }) => {
    const child = fork(entry, [], {
      env: env as NodeJS.ProcessEnv,
      execArgv: [],
      serialization: 'advanced',
      stdio: 'ignore',
    });
    const record = recordEngine(entry, { env });
    child.on('message', (message) => record.events.emit('message', message));
    child.on('exit', (code) => record.events.emit('exit', code));
    process.on('exit', () => child.kill('SIGKILL'));
    return {
      ...record,
      post: (message) => child.send(message as object),
      kill: () => child.kill('SIGKILL'),
    };
  };
}
