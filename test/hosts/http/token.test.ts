import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../src-main/hosts/http/server.ts';
import { storeToken } from '../../../src-main/hosts/http/token.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it('lasts for a store, changes when asked, and is for its owner alone', () => {
  const home = temporaryFolder();
  const first = storeToken(home, false);
  expect(storeToken(home, false)).toBe(first);
  expect(statSync(join(home, 'serve-token')).mode & 0o777).toBe(0o600);
  const second = storeToken(home, true);
  expect(second).not.toBe(first);
  expect(storeToken(home, false)).toBe(second);
  writeFileSync(join(home, 'serve-token'), 'short\n');
  expect(storeToken(home, false)).toHaveLength(second.length);
  expect(readFileSync(join(home, 'serve-token'), 'utf8')).not.toContain('short');
});

it('is another one once others could read it', () => {
  const home = temporaryFolder();
  const file = join(home, 'serve-token');
  const first = storeToken(home, false);
  chmodSync(file, 0o640);
  const second = storeToken(home, false);
  expect(second).not.toBe(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(storeToken(home, false)).toBe(second);
});

it('is written over no file that a link names', () => {
  const home = temporaryFolder();
  const victim = join(home, 'victim');
  writeFileSync(victim, 'mine');
  symlinkSync(victim, join(home, 'serve-token'));
  const token = storeToken(home, false);
  expect(readFileSync(victim, 'utf8')).toBe('mine');
  expect(storeToken(home, false)).toBe(token);
});

it('lets a page that is open go on with the next server, and tells a person without it what to do', async () => {
  const token = storeToken(temporaryFolder(), false);
  const rendererRoot = temporaryFolder();
  writeFileSync(join(rendererRoot, 'index.html'), '<title>Breakeven</title>');
  const serve = async (port: number) => {
    const app = createScriptedApp();
    const server = await startServer({ app, port, rendererRoot, token });
    onTestFinished(() => server.close());
    return server;
  };
  const first = await serve(0);
  const opened = await fetch(`http://127.0.0.1:${first.port}/enter`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}` } },
  });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  await first.close();
  const next = await serve(first.port);
  const page = `http://127.0.0.1:${next.port}/`;
  expect((await fetch(page, { headers: { cookie } })).status).toBe(200);
  const unauthenticated = await fetch(page, { headers: { accept: 'text/html' } });
  expect(unauthenticated.status).toBe(401);
  expect(unauthenticated.headers.get('content-type')).toContain('text/html');
  expect(await unauthenticated.text()).toContain('Open the address that it printed');
  expect(await (await fetch(`${page}enter`)).text()).toContain('one that is not the current one');
  const program = await fetch(page, { headers: { accept: '*/*' } });
  expect(program.headers.get('content-type')).toContain('text/plain');
});
