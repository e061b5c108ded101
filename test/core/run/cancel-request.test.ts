import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { requestCancel, watchForCancel } from '../../../src-main/core/run/cancel-request.ts';
import { forkScriptedEngine } from '../../helpers/scripted-engine.ts';
import { counted } from '../api/scripted-app.ts';

let home: string;
let apps: App[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cancel-'));
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(home, { recursive: true, force: true });
});

function open(): App {
  const lockName = `cancel-${process.pid}`;
  const app = createApp({ home, forkEngine: forkScriptedEngine, lockName });
  apps.push(app);
  return app;
}

it('a run is cancelled from another window of the same store, which keeps its finished cases', async () => {
  const [mine, other] = [open(), open()];
  const slow = Promise.withResolvers<void>();
  mine.onEvent((event) => {
    if (event.type === 'progress' && event.progress.current?.variant === 'slow') slow.resolve();
  });
  const configuration = counted({ workload: 'trouble', variants: ['good', 'slow'], sweep: {} });
  const { runId } = await mine.api.startRun({ configuration });
  await slow.promise;
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
  const end = watchForCancel(home, 'a', () => {
    asked += 1;
  });
  const other = Promise.withResolvers<void>();
  watchForCancel(home, 'b', other.resolve);
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
