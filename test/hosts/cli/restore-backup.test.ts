import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src-main/core/store/store.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it('goes back to the last backup of a damaged database without opening it', async () => {
  const home = temporaryFolder();
  const store = openStore(home);
  await store.backup();
  const refused = await cliSession(createScriptedApp(), [
    'doctor',
    '--restore-backup',
    '--home',
    home,
  ]);
  expectEnd(refused, 3, 'is open in another process');
  store.close();
  writeFileSync(join(home, 'breakeven.db'), 'not a database at all'.repeat(1000));
  expect(() => openStore(home)).toThrow(/doctor --restore-backup/);

  const app = createScriptedApp();
  const words = ['doctor', '--restore-backup', '--home', home, '--json'];
  const { code, stdout } = await cliSession(app, words);
  expect(code).toBe(0);
  expect(app.calls).toEqual([]);
  const { restored } = JSON.parse(stdout);
  expect(existsSync(restored.keptAs)).toBe(true);
  openStore(home).close();
  expect(readdirSync(join(home, 'backups')).filter((name) => name.endsWith('.db'))).toHaveLength(1);

  const none = await cliSession(app, ['doctor', '--restore-backup', '--home', temporaryFolder()]);
  expectEnd(none, 3, 'no valid backup');
});
