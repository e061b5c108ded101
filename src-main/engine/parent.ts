import { Worker } from 'node:worker_threads';
import type { EngineEvent, EngineRequest } from '../contract/engine-protocol.ts';

/** The process that started this one. */
export type Parent = {
  send(event: EngineEvent): void;
  onRequest(listener: (request: EngineRequest) => void): void;
};

/** What Electron puts on `process` in a utility process; declared here because only its host imports Electron. */
type ParentPort = {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
};

/** The parent over Electron's utilityProcess or Node's child_process; null when there is neither. */
export function connectParent(): Parent | null {
  const port = Reflect.get(process, 'parentPort') as ParentPort | undefined;
  if (port !== undefined && port !== null) {
    return {
      send: (event) => port.postMessage(event),
      onRequest: (listener) => port.on('message', ({ data }) => listener(data as EngineRequest)),
    };
  }
  if (process.send === undefined) return null;
  process.on('disconnect', dieNow);
  return {
    // A parent that has ended is not an error here: `disconnect` ends this process.
    send: (event) => process.send?.(event, undefined, undefined, () => {}),
    onRequest: (listener) =>
      process.on('message', (message: unknown) => listener(message as EngineRequest)),
  };
}

/** Ends without destructors: native code may be inside a sample that never ends. */
function dieNow(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Ends this process within a second of its parent's end, even while its main thread is in native or long-running
 * code, where no event arrives: a thread of its own checks twice a second. A closed channel is noticed earlier.
 */
export function watchParent(): void {
  // Read here: by the time the thread has started, the parent may be gone and another process in its place.
  const code = `
    setInterval(() => { if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL'); }, 500);
  `;
  const watcher = new Worker(code, { eval: true, stdin: false });
  watcher.unref();
}
