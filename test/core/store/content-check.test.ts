import { expect, it } from 'vitest';
import { createApp } from '../../../src-main/core/app.ts';
import { databaseFile } from '../../../src-main/core/store/backup-files.ts';
import { createIdleCheck } from '../../../src-main/core/store/idle-check.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { finished, newRun, planned } from './fixtures.ts';
import { execRaw } from './raw.ts';

function homeWithRun(sql?: string): string {
  const home = temporaryFolder();
  const store = openStore(home);
  store.createRun(newRun([planned(0)], { id: 'one', title: 'First night' }));
  store.createRun(newRun([planned(0)], { id: 'two', title: 'Second night' }));
  store.saveCase('one', finished(0));
  store.finishRun('one', 'complete');
  store.finishRun('two', 'complete');
  store.trash('two');
  store.tag('one', 'kept');
  store.close();
  if (sql !== undefined) {
    execRaw(databaseFile(home), sql);
  }
  return home;
}

async function verified(home: string): Promise<{ code: number; content: unknown }> {
  const app = createApp({ home, forkEngine: createScriptedEngines().fork });
  const { code, stdout } = await cliSession(app, ['doctor', '--verify', '--json']);
  await app.close();
  const checks: { id: string }[] = JSON.parse(stdout).checks;
  return { code, content: checks.find(({ id }) => id === 'content') };
}

it('doctor --verify finds a store as it was stored, and keeps the date', async () => {
  const home = homeWithRun();
  const { content } = await verified(home);
  expect(content).toMatchObject({ status: 'ok' });
  const store = openStore(home);
  const kept = store.lastContentCheck();
  store.close();
  expect(kept?.faults).toEqual([]);
  expect(kept?.samples).toBeGreaterThan(0);
  expect(content).toHaveProperty(
    'found',
    expect.stringMatching(/^checked on .*: as they were stored$/),
  );
});

it.each([
  [
    'a changed sample',
    'UPDATE samples SET times = zeroblob(8 * n)',
    'the samples differ from their digest',
  ],
  [
    'a changed median',
    'UPDATE process SET median_ns = median_ns * 1.5',
    'the stored median is not that of the samples',
  ],
  [
    'a changed title',
    "UPDATE run SET title = 'Another' WHERE id = 'one'",
    'The search index differs from the texts of 1 run',
  ],
])('doctor --verify tells %s, with exit status 3', async (_what, sql, sentence) => {
  const { code, content } = await verified(homeWithRun(sql));
  expect(code).toBe(3);
  expect(content).toMatchObject({ status: 'missing', found: expect.stringContaining(sentence) });
});

it('is made once a week while nothing is measured, and told where something differs', async () => {
  const store = openStore(homeWithRun('UPDATE samples SET times = zeroblob(8 * n)'));
  const told: string[] = [];
  let [measuring, now] = [true, Date.now()];
  const check = createIdleCheck(
    async () => store,
    () => measuring,
    (fault) => told.push(fault),
    () => now,
  );
  expect(await check.look()).toBe(false);
  measuring = false;
  expect(await check.look()).toBe(true);
  expect(told[0]).toContain('differ from their digest');
  expect(await check.look()).toBe(false);
  now += 8 * 24 * 3_600_000;
  expect(await check.look()).toBe(true);
  now += 8 * 24 * 3_600_000;
  const stopped = check.look();
  await Promise.resolve();
  check.stop();
  expect(await stopped).toBe(false);
  store.close();
});
