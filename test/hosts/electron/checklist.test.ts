import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appConfiguration } from '../../../src-main/tools/app-config.ts';
import * as double from '../../helpers/electron-double.ts';
import { distFolder, nativeFolder, repositoryRoot } from '../../helpers/paths.ts';

const types = readFileSync(
  join(repositoryRoot, 'node_modules', 'electron', 'electron.d.ts'),
  'utf8',
);

/** Members of a class or an interface of Electron, those that it takes from another included. */
function membersOf(name: string): readonly string[] {
  const head = new RegExp(`^  (?:class|interface) ${name}(?: extends ([\\w.]+))? \\{$`, 'm').exec(
    types,
  );
  if (head === null) return [];
  const body = types.slice(head.index, types.indexOf('\n  }\n', head.index));
  const own = [...body.matchAll(/^ {4}(?:static |readonly |get |set )*(\w+)\??[(:<]/gm)];
  return [...own.map(([, member = '']) => member), ...membersOf(head[1] ?? 'nothing')];
}

/** Of Node, from which Electron's take these. */
const emitter = ['on', 'once', 'off', 'removeListener', 'removeAllListeners', 'emit'];

describe('the first start on a real Electron', () => {
  it.each<readonly [string, object]>([
    ['App', double.app],
    ['IpcMain', double.ipcMain],
    ['Dialog', double.dialog],
    ['Shell', double.shell],
    ['Session', double.session.defaultSession],
    ['Protocol', double.protocol],
    ['PowerSaveBlocker', double.powerSaveBlocker],
    ['ContextBridge', double.contextBridge],
    ['IpcRenderer', double.ipcRenderer],
    ['Screen', double.screen],
  ])('finds in %s all that the double plays', (name, played) => {
    const members = membersOf(name);
    expect(members.length).toBeGreaterThan(1);
    expect(Object.keys(played).length).toBeGreaterThan(0);
    const missing = Object.keys(played).filter((one) => ![...members, ...emitter].includes(one));
    expect(missing).toEqual([]);
  });

  it('is one exact version of Electron, of the major version that these types are of', () => {
    const read = (...path: readonly string[]) =>
      JSON.parse(readFileSync(join(repositoryRoot, ...path, 'package.json'), 'utf8'));
    const { electron } = read().devDependencies;
    expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(electron).toBe(read('node_modules', 'electron').version);
  });

  it('finds how engines are started and pages are answered', () => {
    expect(membersOf('UtilityProcess')).toEqual(
      expect.arrayContaining(['fork', 'postMessage', 'kill', 'pid']),
    );
    expect(membersOf('Protocol')).toEqual(
      expect.arrayContaining(['handle', 'registerSchemesAsPrivileged']),
    );
    expect(membersOf('nothing')).toEqual([]);
  });

  it('unpacks what a machine has to open, and has the addons outside of the archive', () => {
    const { asar, asarUnpack, extraResources } = appConfiguration('https://example.org');
    expect(asar).toEqual({ smartUnpack: false });
    expect(asarUnpack).toEqual(['**/*.node', 'resources/labs/**']);
    expect(extraResources).toContainEqual(expect.objectContaining({ to: 'native' }));
    // The folder of the addons is copied whole: OpenMP's runtime lies next to them.
    expect(existsSync(join(nativeFolder, 'libgomp.so.1'))).toBe(true);
  });

  describe('Node-API', () => {
    const text = (...path: readonly string[]) =>
      readFileSync(join(repositoryRoot, ...path), 'latin1');
    const versionsIn = (...path: readonly string[]) =>
      [...text(...path).matchAll(/NAPI_VERSION=(\d+)/g)].map(([, version]) => Number(version));
    const major = (version: string | undefined) => /\d+/.exec(version ?? '')?.[0];
    const own = versionsIn('native', 'CMakeLists.txt');

    it('is asked for in a version that the Node of this Electron has', () => {
      // Electron names the Node that it is built with by the types that it needs; the tests run on the same one.
      const electron = JSON.parse(text('node_modules', 'electron', 'package.json'));
      expect(major(electron.dependencies['@types/node'])).toBe(major(process.versions.node));
      const asked = [...own, ...versionsIn('node_modules', 'better-sqlite3', 'binding.gyp')];
      expect(asked.length).toBeGreaterThan(own.length);
      expect(own.length).toBeGreaterThan(0);
      expect(Math.max(...asked)).toBeLessThanOrEqual(Number(process.versions.napi));
    });

    it.each(readdirSync(nativeFolder).filter((name) => name.endsWith('.node')))(
      'has all that %s takes from it, in the version that it asks for',
      (name) => {
        const { symbols } = createRequire(import.meta.url)('node-api-headers');
        const { js_native_api_symbols: js, node_api_symbols: node } =
          symbols[`v${Math.max(...own)}`];
        const names = readFileSync(join(nativeFolder, name), 'latin1').matchAll(
          /(?<=\0)(?:napi|node_api)_\w+(?=\0)/g,
        );
        const given = ['napi_register_module_v1', 'node_api_module_get_api_version_v1'];
        const taken = [...names].map(([found]) => found).filter((found) => !given.includes(found));
        expect(taken).toContain('napi_create_function');
        expect(taken.filter((one) => ![...js, ...node].includes(one))).toEqual([]);
        // Electron's V8 allows no buffers of memory that is not its own.
        expect(taken.filter((one) => /external_(?:array)?buffer/.test(one))).toEqual([]);
      },
    );
  });
});

const preload = join(distFolder, 'preload', 'preload.cjs');
describe.skipIf(!existsSync(preload))('the bundles (skipped where they are not built)', () => {
  it('have a preload that a sandbox can load: one script that requires Electron alone', () => {
    const text = readFileSync(preload, 'utf8');
    const required = [...text.matchAll(/\brequire\((["'`])(.*?)\1\)/g)].map(([, , name]) => name);
    expect([...new Set(required)]).toEqual(['electron']);
    expect(text).not.toMatch(/^\s*(?:import|export)\s/m);
  });

  it('have an engine that speaks with Electron and with Node', () => {
    const text = readFileSync(join(distFolder, 'main', 'engine.js'), 'utf8');
    expect(text).toContain('parentPort');
    expect(readFileSync(join(distFolder, 'main', 'electron.js'), 'utf8')).toMatch(
      /from ?"electron"/,
    );
  });
});
