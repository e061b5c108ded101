import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { type EngineDouble, type ForkedDouble, onOf, state, strict } from './electron-state.ts';

/** A child as the test that brings real processes makes it. */
export function recordEngine(entry: string, options: Electron.ForkOptions): EngineDouble {
  const record: EngineDouble = {
    entry,
    options,
    events: new EventEmitter(),
    stderr: new EventEmitter(),
    posted: [],
    kills: { count: 0 },
  };
  state.engines.push(record);
  return record;
}

function forkNothing(entry: string, options: Electron.ForkOptions): ForkedDouble {
  const record = recordEngine(entry, options);
  const kill = (): boolean => {
    record.kills.count += 1;
    return true;
  };
  return { ...record, post: (message) => record.posted.push(structuredClone(message)), kill };
}

export const utilityProcess = strict('utilityProcess', {
  fork: (entry: string, _args: string[], options: Electron.ForkOptions) => {
    const forked = (state.forkEngine ?? forkNothing)(entry, options);
    const child: Pick<Electron.UtilityProcess, 'on' | 'postMessage' | 'kill' | 'pid' | 'stderr'> = {
      on: onOf<Electron.UtilityProcess['on']>(() => forked.events),
      postMessage: forked.post,
      kill: forked.kill,
      pid: undefined,
      stderr: forked.stderr as unknown as NodeJS.ReadableStream,
    };
    return strict('utilityProcess.fork()', child) as Electron.UtilityProcess;
  },
});
