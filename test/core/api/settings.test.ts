import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src-main/core/app.ts';
import { keptCheck } from '../../../src-main/core/lab/lab-checks.ts';
import { registeredLabs, rememberLab } from '../../../src-main/core/lab/lab-registry.ts';
import { homePointer, resolveHome } from '../../../src-main/core/store/home.ts';
import { defaultSettings } from '../../../src-main/core/store/settings.ts';
import { storeToken } from '../../../src-main/hosts/http/token.ts';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let scripted: MeasuringApp;

beforeEach(() => {
  scripted = createMeasuringApp();
});

afterEach(async () => await scripted.close());

describe('settings', () => {
  it('are kept in the home folder, and only what is named changes', async () => {
    expect(await scripted.call('settings', {})).toEqual(defaultSettings);
    await scripted.call('saveSettings', { theme: 'dark' });
    await scripted.call('saveSettings', { columns: ['title'] });
    expect(await scripted.call('settings', {})).toEqual({
      ...defaultSettings,
      theme: 'dark',
      columns: ['title'],
    });
    await expect(
      scripted.call('saveSettings', { margins: { difference: 0.1, same: 0.05 } }),
    ).rejects.toThrow(/difference must be smaller than the equivalence margin \(same\)/);
  });

  it('that somebody has damaged are those of the product where they do not fit', async () => {
    const file = join(scripted.home, 'settings.json');
    mkdirSync(scripted.home, { recursive: true });
    writeFileSync(file, JSON.stringify({ theme: 'pink', density: 'compact', margins: 7 }));
    expect(await scripted.call('settings', {})).toEqual({ ...defaultSettings, density: 'compact' });
    writeFileSync(file, 'not JSON');
    expect(await scripted.call('settings', {})).toEqual(defaultSettings);
  });
});

describe('storage', () => {
  it('stays where --home put it, and says who has to move it', async () => {
    const { fixed } = await scripted.call('storage', {});
    expect(fixed).toContain('was given by --home or BREAKEVEN_HOME');
    await expect(scripted.call('moveStore', { folder: '/tmp/elsewhere' })).rejects.toMatchObject({
      code: 'bad-input',
      message: fixed,
    });
  });

  it('stays there when the folder that is used by itself was moved and is away', async () => {
    mkdirSync(dirname(homePointer()), { recursive: true });
    writeFileSync(homePointer(), JSON.stringify({ home: '/nowhere/at/all' }));
    const { fixed } = await scripted.call('storage', {});
    rmSync(homePointer());
    expect(fixed).toContain('was given by --home or BREAKEVEN_HOME');
  });

  it('does not change while a run is under way', async () => {
    const configuration = counted({ workload: 'trouble', variants: ['slow'], sweep: {} });
    const { runId } = await scripted.call('startRun', { configuration });
    await expect(scripted.call('compact', {})).rejects.toMatchObject({ code: 'busy' });
    await scripted.call('cancelRun', { runId });
  });
});

describe('moving the store', () => {
  it('takes runs, presets and settings along, and is remembered', async () => {
    const user = temporaryFolder();
    vi.stubEnv('XDG_DATA_HOME', user);
    vi.stubEnv('BREAKEVEN_HOME', undefined);
    const started = process.platform === 'linux';
    if (!started) return;
    const home = resolveHome();
    expect(home).toBe(join(user, 'breakeven'));
    const app = createApp({
      forkEngine: createScriptedEngines().fork,
      lockName: `move-${process.pid}`,
    });
    await app.api.savePreset({ title: 'Mine', summary: '', configuration: counted() });
    await app.api.saveSettings({ theme: 'dark' });
    await app.api.saveView({ name: 'v', query: 'tag:x' });
    await app.api.backUp({});
    const target = join(temporaryFolder(), 'new', 'place');
    for (const folder of ['relative', join(home, 'inside'), user]) {
      await expect(app.api.moveStore({ folder })).rejects.toMatchObject({ code: 'bad-input' });
    }
    expect(await app.api.moveStore({ folder: target })).toMatchObject({
      home: target,
      fixed: null,
    });
    expect((await app.api.savedViews({})).views).toEqual([{ name: 'v', query: 'tag:x' }]);
    expect((await app.api.presets({})).at(-1)?.id).toBe('mine');
    expect((await app.api.settings({})).theme).toBe('dark');
    await app.close();
    expect(readdirSync(home)).toEqual(['moved.json']);
    expect(resolveHome()).toBe(target);
    expect(JSON.parse(readFileSync(homePointer(), 'utf8'))).toEqual({ home: target });
    writeFileSync(homePointer(), JSON.stringify({ home: join(target, 'gone') }));
    expect(() => resolveHome()).toThrow(/was moved to .*gone, which is not there now/);
    vi.unstubAllEnvs();
  });

  it('takes along what stands next to the database: labs with their trust, the token', async () => {
    vi.stubEnv('XDG_DATA_HOME', temporaryFolder());
    vi.stubEnv('BREAKEVEN_HOME', undefined);
    const home = resolveHome();
    const target = join(temporaryFolder(), 'place');
    const app = createApp({
      forkEngine: createScriptedEngines().fork,
      lockName: `beside-${process.pid}`,
    });
    await app.api.storage({});
    rememberLab(home, 'mine', '/labs/mine', { trusted: 'a1', saved: false });
    const check = { path: '/labs/mine', at: '', fault: null, variants: [] };
    writeFileSync(join(home, 'lab-checks.json'), JSON.stringify({ mine: check }));
    const token = storeToken(home, false);
    mkdirSync(join(home, 'lab-cache'));
    await app.api.moveStore({ folder: target });
    await app.close();
    expect(registeredLabs(target)).toEqual([
      { id: 'mine', path: '/labs/mine', trusted: 'a1', saved: false },
    ]);
    expect(keptCheck(target, 'mine', '/labs/mine')).toEqual(check);
    expect(statSync(join(target, 'serve-token')).mode & 0o777).toBe(0o600);
    expect(storeToken(target, false)).toBe(token);
    expect(readdirSync(home)).toEqual(['moved.json']);
    vi.unstubAllEnvs();
  });
});
