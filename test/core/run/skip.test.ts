import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
beforeAll(() => {
  scripted = createMeasuringApp();
});
afterAll(async () => await scripted.close());

/** What an engine does for long without a sample is preparing and verifying: it hears nothing meanwhile. */
it('a case that gives no sample, as in its verification, is skipped at once and the run goes on', async () => {
  const silent = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<void>();
  scripted.app.onEvent((event) => {
    if (event.type !== 'progress') return;
    const { current, status } = event.progress;
    if (current?.variant === 'hang') silent.resolve(current.index);
    if (status !== 'running') ended.resolve();
  });
  const configuration = counted({ workload: 'trouble', variants: ['hang', 'good'], sweep: {} });
  const { runId } = await scripted.call('startRun', { configuration });
  const index = await silent.promise;
  expect(await scripted.call('skipCase', { runId, index })).toEqual({ skipped: true });
  await ended.promise;
  const { run, cases } = await scripted.call('run', { ref: runId });
  expect(run.status).toBe('complete');
  expect(cases.map(({ variant, outcome, reason }) => [variant, outcome, reason]).sort()).toEqual([
    ['good', 'ok', null],
    ['hang', 'skipped', 'skipped by the user'],
  ]);
});
