import { expect } from 'vitest';
import type { Client } from '../../src-renderer/client.ts';
import { createCuration } from '../../src-renderer/state/curation.ts';
import { createHistory } from '../../src-renderer/state/history.ts';
import type { Toast } from '../../src-renderer/state/toasts.ts';
import { callerOf, createScriptedApp } from './scripted-app.ts';
import { seedRuns } from './seed-runs.ts';

/** The history of a store of so many runs, as the window keeps it, and what a person may do to them. */
export async function historyOf(runs: number) {
  const app = createScriptedApp();
  seedRuns(app.home, runs);
  const client = {
    host: 'browser',
    onEvent: () => () => undefined,
    call: callerOf(app),
  } satisfies Client as Client;
  const history = createHistory(client);
  await history.load();
  const toasts: { text: string; action: Toast['action'] }[] = [];
  const curation = createCuration({
    client,
    history,
    toast: (text, more = {}) => toasts.push({ text, action: more.action ?? null }),
    rowsChanged: () => undefined,
    // The window reads the list again when nothing more changes for a while.
    storedChanged: () => {
      if (!history.loading.peek()) void history.load();
    },
  });
  const row = (id: string) => history.rows.value.find((each) => each.id === id);
  return { app, client, history, curation, toasts, row };
}

/** Holds the next answers of a procedure, read when they were asked for, until they are let go. */
export function holdAnswers(client: Client, procedure: string) {
  const call = client.call as unknown as (name: string, input: unknown) => Promise<unknown>;
  const held: (() => void)[] = [];
  let holding = true;
  client.call = (async (name: string, input: unknown) => {
    const answer = await call(name, input);
    if (holding && name === procedure) await new Promise<void>((done) => held.push(done));
    return answer;
  }) as unknown as Client['call'];
  return {
    /** So many answers wait. */
    waiting: (count: number) => expect.poll(() => held.length).toBe(count),
    /** The latest first: an answer that is overtaken is the hard case. */
    letGo() {
      holding = false;
      for (const done of held.splice(0).reverse()) done();
    },
  };
}
