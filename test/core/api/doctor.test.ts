import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ApiEvent } from '../../../src-main/contract/api.ts';
import { createApp } from '../../../src-main/core/app.ts';
import { databaseFile, listBackups } from '../../../src-main/core/store/backup-files.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { finished, newRun, planned } from '../store/fixtures.ts';
import { execRaw } from '../store/raw.ts';
import { scratchTable } from '../store/scratch.ts';

async function damagedHome(): Promise<string> {
  const home = temporaryFolder();
  const store = openStore(home);
  store.createRun(newRun([planned(0)], { id: 'old' }));
  store.saveCase('old', finished(0));
  store.finishRun('old', 'complete');
  await store.backup();
  store.close();
  scratchTable(databaseFile(home), 'samples');
  return home;
}

it('finds a database damaged that opens well, and does not back it up', async () => {
  const home = await damagedHome();
  const taken = listBackups(home)[0]?.takenAt;
  const before = readdirSync(join(home, 'backups'));
  const app = createApp({ home, forkEngine: createScriptedEngines().fork });
  const { code, stdout } = await cliSession(app, ['doctor', '--json']);
  await app.close();
  expect(code).toBe(3);
  const checks: { id: string }[] = JSON.parse(stdout).checks;
  expect(checks.find(({ id }) => id === 'store')).toEqual({
    id: 'store',
    title: 'Store',
    status: 'missing',
    found: `The database ${databaseFile(home)} is damaged`,
    fix: `\`breakeven doctor --restore-backup\` restores the backup of ${taken} with 1 run and keeps the damaged file`,
  });
  expect(checks.find(({ id }) => id === 'backup')).toMatchObject({
    status: 'ok',
    found: `${taken} (1 run)`,
  });
  expect(readdirSync(join(home, 'backups'))).toEqual(before);
});

it('says that the last backup is damaged, and which one is not', async () => {
  const home = await damagedHome();
  const taken = listBackups(home)[0]?.takenAt;
  const bad = join(home, 'backups', 'breakeven-20990101T000000000Z.db');
  writeFileSync(bad, 'noise');
  const app = createApp({ home, forkEngine: createScriptedEngines().fork });
  const { checks } = await app.api.doctor({});
  await app.close();
  expect(checks.find(({ id }) => id === 'backup')).toMatchObject({
    status: 'warning',
    found: '2099-01-01T00:00:00.000Z (damaged)',
    fix: `move ${bad} away; the one of ${taken} is valid`,
  });
});

it('says what a backup that it went back to holds and lacks', async () => {
  const home = await damagedHome();
  const app = createApp({ home, forkEngine: createScriptedEngines().fork });
  const { code, stdout } = await cliSession(app, ['doctor', '--restore-backup', '--home', home]);
  await app.close();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^The backup of \S+ is in place; it holds 1 run\.\nThe damaged database lists no run that the backup lacks\. The damaged file is kept as \S+damaged-\S+\.\n$/,
  );
});

it('looks all of the store through once, for each new backup, and when asked again', async () => {
  const home = await damagedHome();
  const app = createApp({ home, forkEngine: createScriptedEngines().fork });
  const found = async (input: { again?: boolean }) => {
    const { checks } = await app.api.doctor(input);
    return ['store', 'backup'].map((id) => checks.find((check) => check.id === id)?.status);
  };
  expect(await found({})).toEqual(['missing', 'ok']);
  for (const { file } of listBackups(home)) writeFileSync(file, 'noise');
  expect(await found({})).toEqual(['missing', 'ok']);
  expect(await found({ again: true })).toEqual(['missing', 'warning']);
  const whole = openStore(temporaryFolder());
  await whole.backup(join(home, 'backups', 'breakeven-20990101T000000000Z.db'));
  whole.close();
  expect(await found({})).toEqual(['missing', 'ok']);
  await app.close();
});

/** A store that is checked in the background when it is opened, since a process that had it open was killed. */
function homeAfterUncleanStop(): string {
  const home = temporaryFolder();
  openStore(home).close();
  execRaw(
    databaseFile(home),
    `INSERT INTO source VALUES ('large', 0, randomblob(${33 * 2 ** 20}))`,
  );
  mkdirSync(join(home, 'sessions'), { recursive: true });
  writeFileSync(join(home, 'sessions', 'dead.json'), 'killed while it announced itself');
  return home;
}

it('tells hosts and windows of the check in the background, and how it ended', async () => {
  const home = homeAfterUncleanStop();
  const sentences: string[] = [];
  const app = createApp({
    ...{ home, forkEngine: createScriptedEngines().fork },
    onNotice: (sentence) => sentences.push(sentence),
  });
  const notices = (events: ApiEvent[]) => events.filter(({ type }) => type === 'notice');
  const events: ApiEvent[] = [];
  const later: ApiEvent[] = [];
  app.onEvent((event) => {
    // Before the thread that checks is heard of.
    if (events.length === 0) queueMicrotask(() => app.onEvent((each) => later.push(each)));
    events.push(event);
  });
  const text = expect.stringMatching(/^Breakeven ended .* \d+ MB are checked in the background/);
  const begun = { type: 'notice', text, bad: false };
  const { checks } = await app.api.doctor({ again: true });
  expect(checks.filter(({ title }) => title === 'Store')).toMatchObject([{ status: 'ok' }]);
  const end = 'The database was checked: no damage was found.';
  for (const heard of [events, later]) {
    expect(notices(heard)).toEqual([begun, { type: 'notice', text: end, bad: false }]);
  }
  expect(sentences).toEqual([text, end]);
  const after: ApiEvent[] = [];
  app.onEvent((event) => after.push(event));
  expect(after).toEqual([]);
  await app.close();
});
