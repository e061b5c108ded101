import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { registeredLabs } from '../../../src-main/core/lab/lab-registry.ts';
import { createOwnPresets } from '../../../src-main/core/plan/own-presets.ts';
import { readCalibrations } from '../../../src-main/core/store/calibrations.ts';
import { defaultSettings, readSettings } from '../../../src-main/core/store/settings.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const places = [
  'settings.json',
  'calibrations.json',
  'labs.json',
  'presets/odd.json',
  'sessions/odd.json',
  'backups/breakeven-20260101T000000000Z.db',
];

it.each<[string, (file: string) => void]>([
  ['folders', (file) => mkdirSync(file)],
  ['pipes, which nobody writes to', (file) => void spawnSync('mkfifo', [file])],
  ['endless devices', (file) => symlinkSync('/dev/zero', file)],
])('a home whose files are %s is opened as if they were not there', (_what, make) => {
  const home = temporaryFolder();
  openStore(home).close();
  for (const place of places) {
    const file = join(home, place);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
    make(file);
  }
  expect(readSettings(home)).toEqual(defaultSettings);
  expect(readCalibrations(home)).toEqual([]);
  expect(registeredLabs(home)).toEqual([]);
  expect(
    createOwnPresets(home)
      .all()
      .filter(({ own }) => own === true),
  ).toEqual([]);
  const store = openStore(home);
  expect(store.warnings).toEqual([]);
  expect(store.history({}).total).toBe(0);
  store.close();
});
