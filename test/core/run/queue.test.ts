import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiEvent } from '../../../src-main/contract/api.ts';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import { type App, createApp } from '../../../src-main/core/app.ts';
import type { OpenOptions } from '../../../src-main/hosts/host-app.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { counted } from '../../helpers/counted.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let number = 0;
let home: string;
let apps: App[];
let lockName: string;

beforeEach(() => {
  number += 1;
  lockName = `queue-${process.pid}-${number}`;
  home = temporaryFolder();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
});

/** Another process of the machine, as far as the lock goes. */
function open(name: string, lockWaitMs?: number): App {
  const forkEngine = createScriptedEngines().fork;
  const app = createApp({ home: join(home, name), forkEngine, lockName, lockWaitMs });
  apps.push(app);
  return app;
}

/** A loaded machine takes its time. */
const patience = { timeout: 50_000 };

/** It measures until it is cancelled. */
const endless: Configuration = counted(
  { workload: 'trouble', variants: ['slow'], sweep: {} },
  { title: 'endless' },
);
const short = (title: string): Configuration => counted({ sweep: { n: [4000] } }, { title });

/** Resolves with the first queue that is as wanted. */
function queueOf(
  app: App,
  wanted: (event: Extract<ApiEvent, { type: 'queue-changed' }>) => boolean,
) {
  return new Promise<Extract<ApiEvent, { type: 'queue-changed' }>['queue']>((resolve) => {
    const off = app.onEvent((event) => {
      if (event.type !== 'queue-changed' || !wanted(event)) return;
      off();
      resolve(event.queue);
    });
  });
}

const titles = async (app: App) => {
  const { rows } = await app.api.history({ query: '', limit: 50, after: null });
  return rows.map(({ title }) => title).toReversed();
};

describe('a busy machine', () => {
  it('is waited for in the order of arrival, in one process', async () => {
    const app = open('a');
    const { runId } = await app.api.startRun({ configuration: endless });
    const behind = queueOf(app, ({ queue }) => queue.queued[1]?.behind != null);
    const first = await app.api.queueRun({ configuration: short('first') });
    const second = await app.api.queueRun({ configuration: short('second') });
    const { queued } = await behind;
    expect(queued.map(({ id, what }) => [id, what])).toEqual([
      [first.id, 'the run "first"'],
      [second.id, 'the run "second"'],
    ]);
    expect(queued[1]?.behind).toMatch(/^the run "endless" is being measured/);
    // What does not wait is refused as ever.
    await expect(app.api.startRun({ configuration: endless })).rejects.toMatchObject({
      code: 'busy',
    });
    const both = queueOf(
      app,
      ({ queue }) => queue.ended.every((end) => end.runId !== null) && queue.ended.length === 2,
    );
    await app.api.cancelRun({ runId });
    await both;
    expect(await titles(app)).toEqual(['endless', 'first', 'second']);
    await expect
      .poll(async () => (await app.api.run({ ref: 'latest' })).run.status, patience)
      .toBe('complete');
    const { ended } = await app.api.queue({});
    expect(ended.map(({ id, failure }) => [id, failure])).toEqual([
      [first.id, null],
      [second.id, null],
    ]);
    const [row] = (await app.api.history({ query: 'second', limit: 1, after: null })).rows;
    expect(ended[1]?.runId).toBe(row?.id);
  });

  it('is no longer waited for by what is taken out of the queue', async () => {
    const app = open('a');
    const { runId } = await app.api.startRun({ configuration: endless });
    const waits = queueOf(app, ({ queue }) => queue.queued[0]?.behind != null);
    const { id } = await app.api.queueRun({ configuration: short('never') });
    await waits;
    expect(await app.api.cancelQueued({ id })).toEqual({ cancelled: true });
    await expect.poll(async () => (await app.api.queue({})).queued).toEqual([]);
    expect((await app.api.queue({})).ended).toMatchObject([
      { id, runId: null, failure: { code: 'cancelled' } },
    ]);
    expect(await app.api.cancelQueued({ id })).toEqual({ cancelled: false });
    // The run under way is none the worse for it.
    expect((await app.api.run({ ref: runId })).run.status).toBe('running');
    await app.api.cancelRun({ runId });
  });

  it.each([
    ['run', '--workload', 'count'],
    ['tune', '--workload', 'count', '--variant', 'parallel', '--parameter', 'threads'],
    ['doctor', '--peaks'],
    ['doctor', '--calibrate'],
    ['selftest', '--workload', 'count'],
    ['lab', 'check', join(repositoryRoot, 'resources', 'labs', 'saxpy')],
    ['lab', 'watch', join(repositoryRoot, 'resources', 'labs', 'saxpy')],
  ])('is waited for by every verb that measures: %s %s', async (...words) => {
    const app = open('a');
    const { runId } = await app.api.startRun({ configuration: endless });
    const refused = await cliSession(open('b'), words);
    expectEnd(refused, 6, 'the run "endless" is being measured');
    const opening = async ({ lockWaitMs }: OpenOptions) => open('c', lockWaitMs);
    const { code, stderr } = await cliSession(opening, [...words, '--wait', '0.01']);
    expectEnd({ code, stderr }, 6, 'breakeven: the wait is over: the run "endless"');
    await app.api.cancelRun({ runId });
  });

  it('is told of while a verb waits, which then goes on', async () => {
    const app = open('a');
    const { runId } = await app.api.startRun({ configuration: endless });
    let told = '';
    const err = (text: string): void => {
      told += text;
      if (told.includes('waiting for it')) void app.api.cancelRun({ runId });
    };
    const opening = async ({ lockWaitMs }: OpenOptions) => open('b', lockWaitMs);
    const words = ['selftest', '--workload', 'count', '--wait'];
    const { code } = await cliSession(opening, words, { io: { err } });
    expect([code, told]).toEqual([0, expect.stringContaining('"endless" is being measured')]);
  });

  it('is waited for across processes, and closing ends the wait', async () => {
    const [app, other] = [open('a'), open('b')];
    const { runId } = await app.api.startRun({ configuration: endless });
    const waits = queueOf(other, ({ queue }) => queue.queued[0]?.behind != null);
    const begun = other.api.startRun({ configuration: short('next'), waitS: null });
    const third = open('c');
    await waits;
    const never = third.api.startRun({ configuration: short('never'), waitS: null });
    const ended = expect(never).rejects.toMatchObject({ code: 'cancelled' });
    await queueOf(third, ({ queue }) => /1 other waits/.test(queue.queued[0]?.behind ?? ''));
    await third.close();
    await ended;
    await app.api.cancelRun({ runId });
    const next = await begun;
    await expect
      .poll(async () => (await other.api.run({ ref: next.runId })).run.status, patience)
      .toBe('complete');
  });
});
