import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '../../contract/failure.ts';
import { findContentFaults } from './content-check.ts';
import { answer, type Question, type QuestionInput } from './questions.ts';
import { damageIn } from './soundness.ts';
import { explainSqlite, isDamage, loadSqlite, wrapDatabase } from './sqlite.ts';
import type { ThreadReply, ThreadTask } from './threads.ts';

/** Begins a thread with a connection of its own that cannot write: it answers questions, or checks the whole database. */
function begin({ file, check, content }: ThreadTask): void {
  const raw = new (loadSqlite())(file, { readonly: true });
  const reply = (message: ThreadReply): void => parentPort?.postMessage(message);
  if (check !== undefined) {
    reply({ value: damageIn(raw, statSync(file).size, check.fullBytes) });
    raw.close();
    return;
  }
  if (content === true) {
    reply({ value: findContentFaults(wrapDatabase(raw, file, { writable: false })) });
    raw.close();
    return;
  }
  // In KiB: questions on all runs read far more than the pages of one run.
  raw.pragma('cache_size = -65536');
  const database = wrapDatabase(raw, file, { writable: false });
  parentPort?.on('message', (asked: [Question, QuestionInput<Question>] | 'close') => {
    if (asked === 'close') {
      raw.close();
      parentPort?.close();
      return;
    }
    try {
      reply({ value: answer(database, ...asked) });
    } catch (error) {
      const { code, message, detail } = toFailure(explainSqlite(error, file));
      reply({
        failure: { code, message, ...(detail === undefined ? {} : { detail }) },
        damage: isDamage(error),
      });
    }
  });
}

begin(workerData as ThreadTask);
