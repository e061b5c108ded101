import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Asked, createCalls, type Server } from './calls.ts';

/** What one window asks in a row, from which question on, and milliseconds that it waits between an answer and the next. */
export type AskingWindow = {
  readonly server: Server;
  readonly asked: Asked;
  readonly first: number;
  readonly waitMs: number;
};

/** A thread that asks until it gets a message; it tells each call as it ends. */
const { server, asked, first, waitMs } = workerData as AskingWindow;
const calls = createCalls(server, (call) => parentPort?.postMessage(call));
let ended = false;
parentPort?.once('message', () => {
  ended = true;
});
for (let i = first; !ended; i += 1) {
  const [name, input] = asked[i % asked.length] as Asked[number];
  await calls.timed(name, input);
  if (waitMs > 0) await sleep(waitMs);
}
