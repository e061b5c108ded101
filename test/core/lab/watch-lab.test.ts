import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LabWatchEvent } from '../../../src-main/contract/procedures/labs.ts';
import { coreShare } from '../../../src-main/core/machine/cpu-allowance.ts';
import { acquireRunLock } from '../../../src-main/core/run/run-lock.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { labFolder, saxpyC, saxpySlow, saxpyToml } from '../../helpers/lab-folder.ts';

const { app, folder: home } = sessionsInFolder();

/** The events of a watch, one after the other. */
function watching(folder: string, variant: string) {
  const events: LabWatchEvent[] = [];
  const verdicts: Extract<LabWatchEvent, { type: 'verdict' }>[] = [];
  const stop = new AbortController();
  let told = Promise.withResolvers<void>();
  const done = app().labs.watch({
    ref: folder,
    variant,
    set: { n: 1e4 },
    onEvent: (event) => {
      events.push(event);
      told.resolve();
    },
    signal: stop.signal,
  });
  return {
    verdicts,
    async next(): Promise<LabWatchEvent> {
      while (events.length === 0) {
        await Promise.race([told.promise, done]);
        told = Promise.withResolvers();
      }
      const [event] = events.splice(0, 1);
      if (event === undefined) throw new Error('nothing was told');
      if (event.type === 'verdict') verdicts.push(event);
      // Of a version the last verdict alone.
      return event.type === 'verdict' && event.refining ? await this.next() : event;
    },
    async end(): Promise<void> {
      stop.abort();
      await done;
    },
  };
}

it('measures each version that is saved, with the baseline and the version before', {
  timeout: 120_000,
}, async () => {
  const folder = labFolder({ 'mine.c': saxpyC });
  const save = (text: string): void => writeFileSync(join(folder, 'mine.c'), text);
  const watch = watching(folder, 'mine');
  expect(await watch.next()).toMatchObject({ type: 'ready' });
  save(saxpySlow);
  const first = await watch.next();
  expect(first).toMatchObject({ type: 'verdict', variant: 'mine', medianNs: expect.any(Number) });
  if (first.type !== 'verdict') throw new Error('no verdict');
  expect(first.baseline?.against).toBe('sequential');
  expect(first.before?.ratio).toBeGreaterThan(0);
  expect(first.warnings).toEqual([]);
  // One pair after the other is told of, undecided until an interval is known; all of them count.
  expect(watch.verdicts[0]).toMatchObject({ repetitions: 1, refining: true });
  expect(watch.verdicts.map(({ repetitions }) => repetitions)).toEqual(
    watch.verdicts.map((_, at) => at + 1),
  );
  for (const { before, baseline, repetitions } of watch.verdicts) {
    expect(before).toMatchObject({ paired: true, against: 'the version before' });
    expect(before?.repetitions).toEqual([repetitions, repetitions]);
    if (repetitions < 5)
      expect([before?.verdict, baseline?.verdict]).toEqual(Array(2).fill('inconclusive'));
  }
  expect(first.repetitions).toBeGreaterThanOrEqual(5);
  expect(first.repetitions).toBeLessThanOrEqual(20);
  save(saxpyC.replace('y[i] = ', 'y[i] = 1 + '));
  expect(await watch.next()).toMatchObject({
    type: 'fault',
    reason: expect.stringMatching(/wrong/),
  });
  save(saxpyC.replace('a *', 'b *'));
  expect(await watch.next()).toMatchObject({
    type: 'fault',
    variant: 'mine',
    reason: expect.stringMatching(/^mine\.c:3: 'b'/),
  });
  writeFileSync(join(folder, 'workload.toml'), 'size =');
  expect(await watch.next()).toMatchObject({
    type: 'fault',
    variant: null,
    reason: expect.stringMatching(/^workload\.toml:1: /),
  });
  // What is wrong with a file is told again once the descriptor can be read.
  writeFileSync(join(folder, 'workload.toml'), saxpyToml);
  expect(await watch.next()).toMatchObject({ type: 'fault', variant: 'mine' });
  // Back to a version that was measured: nothing is measured, and the fault is gone.
  save(saxpyC.replace('y[i] = ', 'y[i] = 1 + '));
  expect(await watch.next()).toMatchObject({ type: 'ready' });
  // The same fault again is a new one.
  save(saxpyC.replace('a *', 'b *'));
  expect(await watch.next()).toMatchObject({ type: 'fault', variant: 'mine' });
  await watch.end();
});

it('says of a version what a run would say of its cases', { timeout: 120_000 }, async () => {
  const toml = saxpyToml.replaceAll('uniform(-1, 1)', 'arange');
  const folder = labFolder({ 'workload.toml': toml, 'mine.c': saxpyC });
  const watch = watching(folder, 'mine');
  expect(await watch.next()).toMatchObject({ type: 'ready' });
  writeFileSync(join(folder, 'mine.c'), saxpySlow);
  expect(await watch.next()).toMatchObject({
    type: 'verdict',
    warnings: ['replay is not checked: no input can be varied'],
  });
  await watch.end();
});

it('measures what is saved during a run when the machine is free', {
  timeout: 120_000,
}, async () => {
  const folder = labFolder({ 'mine.c': saxpyC });
  const watch = watching(folder, 'mine');
  expect(await watch.next()).toMatchObject({ type: 'ready' });
  const held = await acquireRunLock({
    holder: { pid: process.pid, user: 'ada', what: 'the run "long"' },
    ...{ name: home().replaceAll('/', '-'), share: { ...coreShare(), gpus: [] } },
  });
  const waits = new Promise<void>((resolve) => {
    app().onEvent((event) => {
      if (event.type === 'queue-changed' && event.queue.queued.length > 0) resolve();
    });
  });
  writeFileSync(join(folder, 'mine.c'), saxpySlow);
  await waits;
  held.release();
  expect(await watch.next()).toMatchObject({ type: 'verdict', variant: 'mine' });
  await watch.end();
});
