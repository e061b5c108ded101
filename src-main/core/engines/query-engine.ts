import type { EngineSupervisor } from './engine-supervisor.ts';

/** How long an engine that answered questions stays, in milliseconds: a form asks again with each key press. */
const idleMs = 10_000;

/**
 * An engine for questions other than measuring: what it can do, what a case needs. One question at a time; the process ends
 * when nobody has asked for some time, and before anything is measured.
 */
export function createQueryEngine(supervisor: EngineSupervisor) {
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const answer = last.then(work);
    last = answer.catch(() => {});
    return answer;
  }

  return {
    ask<T>(question: (engine: EngineSupervisor) => Promise<T>): Promise<T> {
      clearTimeout(timer);
      return enqueue(async () => {
        try {
          return await question(supervisor);
        } finally {
          clearTimeout(timer);
          timer = setTimeout(() => void enqueue(() => supervisor.restart()), idleMs).unref();
        }
      });
    },
    /** Ends the process when the questions asked so far are answered. */
    close(): Promise<void> {
      clearTimeout(timer);
      return enqueue(() => supervisor.restart());
    },
  };
}
