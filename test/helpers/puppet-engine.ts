import { vi } from 'vitest';
import type {
  EngineChild,
  EngineEvent,
  EngineReply,
  EngineRequest,
} from '../../src-main/contract/engine-protocol.ts';

/** An engine that does nothing by itself: the test says when it is ready, answers, or ends. */
export class PuppetChild implements EngineChild {
  readonly pid: number;
  readonly sent: EngineRequest[] = [];
  killed = false;
  #tell: (event: EngineEvent) => void = () => {};
  #exit: (how: string) => void = () => {};

  constructor(pid: number) {
    this.pid = pid;
  }
  send(message: EngineRequest): void {
    this.sent.push(message);
  }
  onEvent(listener: (event: EngineEvent) => void): void {
    this.#tell = listener;
  }
  onExit(listener: (how: string) => void): void {
    this.#exit = listener;
  }
  kill(): void {
    if (this.killed) return;
    this.killed = true;
    this.#exit('signal SIGKILL');
  }
  ready(): void {
    this.#tell({ type: 'ready' });
  }
  sample(id: number): void {
    const timesNs = Float64Array.of(1);
    this.#tell({ type: 'sample', id, scope: 'kernel', phase: 'sample', timesNs });
  }
  reply(id: number, reply: EngineReply): void {
    this.#tell({ type: 'reply', id, reply });
  }
  die(how: string): void {
    this.killed = true;
    this.#exit(how);
  }
}

/** Lets what waits for promises go on. */
export const turn = () => vi.advanceTimersByTimeAsync(0);
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** What a promise has come to by now: its value, its error's code and message, or that it waits. */
export function watched<T>(promise: Promise<T>): () => unknown {
  let state: unknown = 'waiting';
  promise.then(
    (value) => {
      state = value;
    },
    (error: { code: string; message: string }) => {
      state = `${error.code}: ${error.message}`;
    },
  );
  return () => state;
}
