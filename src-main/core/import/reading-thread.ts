import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '../../contract/failure.ts';
import { readReported } from './reported-run.ts';

/** Reads the run files that it is told, one after the other: answers have the order of questions. */
let before = Promise.resolve();
parentPort?.on('message', (file: string) => {
  before = before.then(async () => {
    const reply = await readReported(file, workerData).then(
      (run) => ({ run }),
      (error: unknown) => ({ failure: toFailure(error) }),
    );
    parentPort?.postMessage(reply);
  });
});
