import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openBrowser } from '../../../src-main/hosts/http/open-browser.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const url = 'http://127.0.0.1:4517/enter#token=secret';

/** Programs are looked for in one folder alone, which has this opener. */
function opener(script: string | null): { folder: string; said: string } {
  const folder = temporaryFolder();
  vi.stubEnv('HOME', folder);
  const programs = join(folder, 'bin');
  const said = join(folder, 'said');
  mkdirSync(programs);
  if (script !== null) {
    const path = join(programs, 'xdg-open');
    writeFileSync(path, `#!/bin/sh\nprintf '%s ' "$@" > ${said}\n${script}\n`);
    chmodSync(path, 0o755);
  }
  const before = process.env.PATH;
  process.env.PATH = programs;
  onTestFinished(() => {
    process.env.PATH = before;
    vi.unstubAllEnvs();
  });
  return { folder, said };
}

it('starts no program with the token among its words: all users of a machine can read them', async () => {
  const { folder, said } = opener('exit 0');
  const { problem, close } = await openBrowser(url, folder);
  expect(problem).toBeNull();
  const words = readFileSync(said, 'utf8').trim();
  expect(words).toBe(join(folder, 'serve-open.html'));
  expect(readFileSync(words, 'utf8')).toContain(`content="0; url=${url}"`);
  expect(statSync(words).mode & 0o777).toBe(0o600);
  close();
  expect(existsSync(words)).toBe(false);
});

it.each([
  ['in a hidden folder', (user: string) => join(user, '.local', 'share', 'breakeven')],
  ['outside of the folder of the user', () => temporaryFolder()],
])('leads over a folder that a confined browser reads where the store is %s', async (_, at) => {
  const { folder: user, said } = opener('exit 0');
  const home = at(user);
  mkdirSync(home, { recursive: true });
  const { close } = await openBrowser(url, home);
  const file = readFileSync(said, 'utf8').trim();
  expect(file).toBe(join(user, 'breakeven-open', 'serve-open.html'));
  expect(statSync(join(user, 'breakeven-open')).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(url);
  close();
  expect(existsSync(join(user, 'breakeven-open'))).toBe(false);
});

it('trusts no file that was there before', async () => {
  const { folder } = opener('exit 0');
  const file = join(folder, 'serve-open.html');
  writeFileSync(file, 'of somebody', { mode: 0o666 });
  await openBrowser(url, folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(url);
});

it.each([
  ['there is none', null],
  ['it fails', 'exit 3'],
])('says that the address is to be opened by hand where %s', async (_, script) => {
  const { folder } = opener(script);
  expect((await openBrowser(url, folder)).problem).toContain('open the printed address yourself');
});
