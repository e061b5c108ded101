import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Progress } from '../../../src-main/contract/progress.ts';
import { type App, createApp } from '../../../src-main/core/app.ts';
import {
  requestCancel,
  requestProgress,
  watchRequests,
} from '../../../src-main/core/run/run-requests.ts';
import { counted } from '../../helpers/counted.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let home: string;
let apps: App[];

beforeEach(() => {
  home = temporaryFolder();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
});

function open(): App {
  const lockName = `cancel-${process.pid}`;
  const app = createApp({ home, forkEngine: createScriptedEngines().fork, lockName });
  apps.push(app);
  return app;
}

/** Two windows of the store, and a run of the first one in its second, endless case. */
async function runInSlowCase() {
  const [mine, other] = [open(), open()];
  const slow = Promise.withResolvers<void>();
  mine.onEvent((event) => {
    if (event.type === 'progress' && event.progress.current?.variant === 'slow') slow.resolve();
  });
  const configuration = counted({ workload: 'trouble', variants: ['good', 'slow'], sweep: {} });
  const { runId } = await mine.api.startRun({ configuration });
  await slow.promise;
  return { mine, other, runId };
}

it('a run is cancelled from another window of the same store, which keeps its finished cases', async () => {
  const { other, runId } = await runInSlowCase();
  expect(await other.api.cancelRun({ runId: 'nobody' })).toEqual({ cancelled: false });
  expect(await other.api.cancelRun({ runId })).toEqual({ cancelled: true });
  await expect.poll(async () => (await other.api.run({ ref: runId })).run.status).toBe('cancelled');
  expect((await other.api.run({ ref: runId })).cases.map(({ variant }) => variant)).toEqual([
    'good',
  ]);
  // The wish is gone with the run: it can be resumed.
  await expect.poll(() => readdirSync(join(home, 'requests'))).toEqual([]);
  expect(await other.api.cancelRun({ runId })).toEqual({ cancelled: false });
});

it('what was asked of a run before it was watched is not meant, and another run is none of its business', async () => {
  let asked = 0;
  requestCancel(home, 'a');
  const onCancel = () => {
    asked += 1;
  };
  const end = watchRequests(home, 'a', { onCancel, progress: () => null });
  const other = Promise.withResolvers<void>();
  watchRequests(home, 'b', { onCancel: other.resolve, progress: () => null });
  requestCancel(home, 'b');
  await other.promise;
  expect(asked).toBe(0);
  expect(existsSync(join(home, 'requests', 'cancel-a'))).toBe(false);
  requestCancel(home, 'a');
  await expect.poll(() => asked).toBe(1);
  requestCancel(home, 'a');
  end();
  expect([asked, readdirSync(join(home, 'requests'))]).toEqual([1, []]);
});

const far: Progress = {
  ...{ runId: 'a', status: 'running', done: 2, total: 9, current: null, samples: 40 },
  ...{ medianNs: 5, ci95LoNs: null, ci95HiNs: null, elapsedS: 3, etaS: null, failure: null },
};

it('a run tells how far it is when it is asked, writes nothing unasked and leaves no file', async () => {
  const folder = join(home, 'requests');
  expect(requestProgress(home, 'a')).toBeNull();
  let samples = 40;
  const end = watchRequests(home, 'a', {
    onCancel: () => {},
    progress: () => ({ ...far, samples }),
  });
  // What was asked before it was watched is not meant.
  expect(readdirSync(folder)).toEqual([]);
  await expect.poll(() => requestProgress(home, 'a')).toEqual(far);
  samples = 41;
  await expect.poll(() => requestProgress(home, 'a')?.samples).toBe(41);
  end();
  expect(readdirSync(folder)).toEqual([]);
});

it('an answer of long ago, of another run or that is none says nothing', () => {
  const file = join(home, 'requests', 'progress-a');
  requestProgress(home, 'a');
  writeFileSync(file, JSON.stringify(far));
  expect(requestProgress(home, 'a')).toEqual(far);
  utimesSync(file, 1000, 1000);
  expect(requestProgress(home, 'a')).toBeNull();
  expect(requestProgress(home, 'a', 1_005_000)).toEqual(far);
  writeFileSync(file, JSON.stringify({ ...far, runId: 'b' }));
  expect(requestProgress(home, 'a')).toBeNull();
  writeFileSync(file, '{');
  expect(requestProgress(home, 'a')).toBeNull();
});

it('progress inside a case is seen from another window of the same store', async () => {
  const { mine, other, runId } = await runInSlowCase();
  await expect
    .poll(async () => (await other.api.progress({ runId }))?.current?.variant)
    .toBe('slow');
  expect(await other.api.progress({ runId })).toMatchObject({ runId, done: 1, status: 'running' });
  expect([await other.api.progress({ runId: 'nobody' }), await other.api.progress({})]).toEqual([
    null,
    null,
  ]);
  await mine.api.cancelRun({ runId });
  await expect.poll(async () => (await other.api.run({ ref: runId })).run.status).toBe('cancelled');
  expect(await other.api.progress({ runId })).toBeNull();
});
