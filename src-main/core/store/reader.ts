import type { Worker } from 'node:worker_threads';
import { BreakevenError, type Failure } from '../../contract/failure.ts';
import { damaged } from './damage.ts';
import type { Answer, Question, QuestionInput } from './questions.ts';
import type { Store } from './store.ts';
import { startThread, type ThreadReply } from './threads.ts';

export type Reader = ReturnType<typeof createReader>;

const restarts = 1;

type Waiting = {
  readonly question: Question;
  readonly input: QuestionInput<Question>;
  readonly key: string;
  readonly answer: PromiseWithResolvers<unknown>;
};

/**
 * Answers questions on all runs, in a thread of its own where `threaded` says so, so that neither events nor a signal wait
 * for a long answer. One question is answered at a time; equal questions that wait share one answer. The newest one is
 * next: it is the one that somebody looks at. Every second time the oldest is, so that none waits for ever.
 */
export function createReader(store: Store, threaded: () => boolean) {
  const waiting: Waiting[] = [];
  let thread: Worker | null = null;
  let usable = store.concurrent;
  /** Threads that ended one after the other without an answer. */
  let ended = 0;
  let current: Waiting | null = null;
  let newest = false;

  function next(): void {
    if (current !== null || waiting.length === 0) return;
    newest = !newest;
    current = (newest ? waiting.pop() : waiting.shift()) ?? null;
    if (current === null) return;
    thread ??= open();
    thread.ref();
    thread.postMessage([current.question, current.input]);
  }

  function open(): Worker {
    const opened = startThread({ file: store.file });
    opened.unref();
    opened.on('message', (reply: ThreadReply) => {
      const asked = current;
      current = null;
      ended = 0;
      opened.unref();
      if (asked === null) return;
      if ('value' in reply) asked.answer.resolve(reply.value);
      else asked.answer.reject(errorOf(reply));
      next();
    });
    // After an error it exits too.
    opened.on('error', () => {});
    opened.on('exit', lost);
    return opened;
  }

  /**
   * A thread that has ended is started again, with the question that it left. Where the next one answers nothing either,
   * this thread answers what waits, and all that follows.
   */
  function lost(): void {
    thread = null;
    ended += 1;
    if (ended <= restarts) {
      if (current !== null) waiting.push(current);
      current = null;
      newest = false;
      next();
      return;
    }
    usable = false;
    const left = [...(current === null ? [] : [current]), ...waiting.splice(0)];
    current = null;
    for (const { question, input, answer } of left) {
      try {
        answer.resolve(store.answer(question, input));
      } catch (error) {
        answer.reject(error);
      }
    }
  }

  function errorOf({ failure, damage }: Extract<ThreadReply, { failure: Failure }>): Error {
    return damage
      ? damaged(store.home, store.file, failure.message)
      : new BreakevenError(failure.code, failure.message, failure.detail);
  }

  return {
    async ask<Q extends Question>(question: Q, input: QuestionInput<Q>): Promise<Answer<Q>> {
      if (!usable || !threaded()) return store.answer(question, input);
      const key = JSON.stringify([question, input]);
      const same = waiting.find((one) => one.key === key);
      const answer = same?.answer ?? Promise.withResolvers<unknown>();
      if (same === undefined) waiting.push({ question, input, key, answer });
      next();
      return (await answer.promise) as Answer<Q>;
    },
    /** Closes the connection of the thread: call it before the store is closed. */
    async close(): Promise<void> {
      const closing = thread;
      usable = false;
      thread = null;
      if (closing === null) return;
      closing.removeListener('exit', lost);
      const closed = new Promise((resolve) => closing.once('exit', resolve));
      closing.ref();
      closing.postMessage('close');
      await closed;
    },
  };
}
