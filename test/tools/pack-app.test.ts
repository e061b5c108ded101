import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { build, Platform } from 'electron-builder';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { outsideArchive, resourcePath } from '../../src-main/core/util/paths.ts';
import { stageCommandLine } from '../../src-main/tools/app-command-line.ts';
import { appConfiguration, projectAddress } from '../../src-main/tools/app-config.ts';
import { drawIcons } from '../../src-main/tools/pack-app.ts';
import {
  cliPath,
  cudaAddonPath,
  nativeFolder,
  rendererFolder,
  repositoryRoot,
} from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { standInElectron } from './stand-in-electron.ts';

const built =
  process.platform === 'linux' &&
  [cliPath, join(nativeFolder, 'breakeven_cpu.node'), join(rendererFolder, 'index.html')].every(
    (path) => existsSync(path),
  );

const address = 'https://code.example.org/group/project';

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !statSync(join(folder, path)).isDirectory())
    .sort();
}

/** Packs with the real configuration; only Electron's own files are a stand-in. */
describe.skipIf(!built)('the desktop package (skipped where the app is not built)', () => {
  const folder = temporaryFolder();
  const parts = {
    native: nativeFolder,
    icons: join(folder, 'icons'),
    commandLine: join(folder, 'command-line'),
    output: join(folder, 'out'),
  };
  const unpacked = join(parts.output, 'linux-unpacked');
  const resources = join(unpacked, 'resources');
  const archive = join(resources, 'app.asar');
  /** The files of the archive, those that lie outside among them. */
  const contents = (): readonly string[] =>
    listPackage(archive, { isPack: false })
      .map((path) => path.slice(1))
      .filter((path) => !('files' in statFile(archive, path)));
  const isOutside = (path: string): boolean => {
    const entry = statFile(archive, path);
    return 'unpacked' in entry && entry.unpacked === true;
  };
  const pack = (more: object = {}): Promise<unknown> =>
    build({
      projectDir: repositoryRoot,
      targets: Platform.LINUX.createTarget('dir'),
      config: {
        ...appConfiguration(address, parts),
        electronDist: join(folder, 'electron'),
        ...more,
      },
    });

  beforeAll(async () => {
    standInElectron(join(folder, 'electron'));
    await drawIcons(parts.icons);
    stageCommandLine(parts.commandLine, parts.native);
    await pack();
  });

  it('holds the bundles, the resources and the modules that they load, and nothing else', () => {
    const files = contents();
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'LICENSE',
        'dist/main/electron.js',
        'dist/main/cli.js',
        'dist/main/engine.js',
        'dist/preload/preload.cjs',
        'dist/renderer/index.html',
        'resources/presets/quick.json',
        'docs/method.md',
        'node_modules/better-sqlite3/build/Release/better_sqlite3.node',
        'node_modules/@napi-rs/canvas/index.js',
      ]),
    );
    for (const kind of ['presets', 'published', 'fonts']) {
      const ours = readdirSync(join(repositoryRoot, 'resources', kind));
      expect(ours.length).toBeGreaterThan(0);
      expect(files).toEqual(
        expect.arrayContaining(ours.map((name) => `resources/${kind}/${name}`)),
      );
    }
    const expected =
      /^(package\.json|LICENSE|dist\/main\/[\w-]+\.js|dist\/preload\/preload\.cjs|dist\/renderer\/(index\.html|assets\/[\w-]+\.(js|css|svg|woff2?))|resources\/(presets|published|fonts|sample-results|labs)\/.+|docs\/[\w-]+\.(md|svg|1)|node_modules\/(better-sqlite3|bindings|@napi-rs\/canvas(-[\w-]+)?)\/.+)$/;
    expect(files.filter((path) => !expected.test(path))).toEqual([]);
    const sources = files.filter((path) => !path.startsWith('resources/labs/'));
    expect(sources.filter((path) => /\.(tsx?|cpp|cu|h|map)$|(^|\/)tests?\//.test(path))).toEqual(
      [],
    );
    // One platform's database and one platform's canvas.
    expect(files.filter((path) => path.endsWith('.node'))).toHaveLength(2);
  });

  it('has outside the archive what a machine or a plain Node must open: addons, Node, launcher', () => {
    const native = filesBelow(join(resources, 'native'));
    expect(native).toEqual([...filesBelow(nativeFolder)]);
    expect(native).toEqual(
      expect.arrayContaining([
        ...['breakeven_cpu.node', 'breakeven_system.node', 'libbreakeven_core.so', 'libgomp.so.1'],
      ]),
    );
    // Where a CUDA toolkit built it, as it must be for a package that is given away.
    expect(native.includes('breakeven_cuda.node')).toBe(existsSync(cudaAddonPath));
    const beside = filesBelow(resources).filter(
      (path) => !/^(native|app\.asar|command-line)/.test(path),
    );
    expect(beside).toEqual(['NOTICE', 'bin/node', 'breakeven']);
    const loose = filesBelow(`${archive}.unpacked`);
    expect(loose.filter((path) => path.endsWith('.node'))).toHaveLength(2);
    expect(loose.filter((path) => !/\.node$|^resources\/labs\//.test(path))).toEqual([]);
  });

  it('has outside what compilers and interpreters read, at the path that they are given', () => {
    const labs = outsideArchive(join(archive, 'resources', 'labs'));
    const ours = resourcePath('labs');
    expect(filesBelow(labs)).toEqual(filesBelow(ours));
    expect(filesBelow(labs)).toContain('sgemm/tiles.h');
    for (const name of filesBelow(ours)) {
      expect(readFileSync(join(labs, name)), name).toEqual(readFileSync(join(ours, name)));
    }
    // What is left inside is read by Electron alone.
    const inside = contents().filter((path) => !isOutside(path));
    const others = /\.(c|cc|cpp|cu|cuh|h|hpp|f90|py|sh|toml|so[\d.]*|node|npy|mtx)$/;
    expect(inside.filter((path) => others.test(path))).toEqual([]);
    expect(inside).toContain('resources/presets/quick.json');
  });

  it('makes labs of what lies outside, as its code inside finds it', () => {
    const layout = join(folder, 'layout');
    for (const path of contents()) {
      if (isOutside(path)) continue;
      const to = join(layout, 'app.asar', path);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, extractFile(archive, path));
    }
    cpSync(`${archive}.unpacked`, join(layout, 'app.asar.unpacked'), { recursive: true });
    const start = join(layout, 'app.asar', 'dist', 'main', 'cli.js');
    const made = join(folder, 'sgemm');
    execFileSync(process.execPath, [start, 'lab', 'new', made, '--from', 'sgemm'], {
      env: { PATH: '/usr/bin:/bin', BREAKEVEN_HOME: join(folder, 'home') },
    });
    expect(filesBelow(made)).toEqual(filesBelow(join(resourcePath('labs'), 'sgemm')));
  });

  it('has the code of the app in the archive alone: Electron loads none from elsewhere', () => {
    const inside = contents().filter((path) => /\.(c?js|html)$/.test(path));
    expect(inside).toEqual(
      expect.arrayContaining(['dist/main/electron.js', 'dist/main/engine.js']),
    );
    expect(inside.filter(isOutside)).toEqual([]);
    expect(filesBelow(join(resources, 'command-line'))).not.toContain('dist/main/electron.js');
  });

  it('carries a command line that needs nothing else', () => {
    const output = execFileSync(join(resources, 'breakeven'), ['list', '--json'], {
      env: { PATH: '/usr/bin:/bin', BREAKEVEN_HOME: join(folder, 'home') },
      encoding: 'utf8',
    });
    const { workloads } = JSON.parse(output) as { readonly workloads: readonly { id: string }[] };
    expect(workloads.map(({ id }) => id)).toContain('histogram');
  });

  it('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(join(unpacked, 'breakeven-desktop'));
    expect(wire.version).toBe(FuseVersion.V1);
    for (const fuse of [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ]) {
      expect(wire[fuse]).toBe(FuseState.DISABLE);
    }
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE);
    expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(FuseState.ENABLE);
  });

  it('has an icon in every size, of that size', () => {
    for (const name of readdirSync(parts.icons)) {
      const header = readFileSync(join(parts.icons, name)).subarray(16, 24);
      expect(`${header.readUInt32BE(0)}x${header.readUInt32BE(4)}.png`).toBe(name);
    }
    expect(readdirSync(parts.icons)).toContain('256x256.png');
  });

  it('becomes .deb, .rpm and AppImage as they are configured; the tools that write them are stand-ins', async () => {
    const tools = join(folder, 'tools');
    const called = (name: string): string => readFileSync(join(tools, name), 'utf8');
    mkdirSync(join(tools, 'runtimes'), { recursive: true });
    mkdirSync(join(tools, 'lib', process.arch), { recursive: true });
    writeFileSync(join(tools, 'runtimes', `runtime-${process.arch}`), 'runtime');
    const scripts = {
      fpm: `for kind; do case $last in -t) break;; esac; last=$kind; done
printf '%s\\n' "$@" >"${tools}/$kind"
while [ "$1" != --package ]; do shift; done; echo package >"$2"`,
      mksquashfs: `find "$1" >"${tools}/tree"; cat "$1"/*.desktop >"${tools}/entry"; echo runtime, image >"$2"`,
      'desktop-file-validate': 'exit 1',
    };
    for (const [name, text] of Object.entries(scripts)) {
      writeFileSync(join(tools, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    }
    vi.stubEnv('CUSTOM_FPM_PATH', join(tools, 'fpm'));
    vi.stubEnv('APPIMAGE_TOOLS_PATH', tools);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
      version: string;
    };
    const made = await build({
      projectDir: repositoryRoot,
      prepackaged: unpacked,
      targets: Platform.LINUX.createTarget(['deb', 'rpm', 'AppImage']),
      config: appConfiguration(address, parts),
    });
    const names = ['AppImage', 'deb', 'rpm'].map((suffix) =>
      made.find((path) => path.endsWith(suffix)),
    );
    expect(names.map((path) => basename(path ?? ''))).toEqual([
      expect.stringMatching(`^breakeven-${version}-linux-(x86_64|arm64)\\.AppImage$`),
      expect.stringMatching(`^breakeven-${version}-linux-(amd64|arm64)\\.deb$`),
      expect.stringMatching(`^breakeven-${version}-linux-(x86_64|aarch64)\\.rpm$`),
    ]);
    for (const kind of ['deb', 'rpm']) {
      const words = called(kind).split('\n');
      expect(words).toEqual(
        expect.arrayContaining([
          ...['--name', 'breakeven', '--version', version, '--url', address, '--license', 'MIT'],
          `${join(parts.commandLine, 'on-path')}=/usr/bin/breakeven`,
          `${unpacked}/=/opt/Breakeven`,
        ]),
      );
      expect(words.some((word) => word.endsWith('/apps/breakeven-desktop.png'))).toBe(true);
      expect(
        words.some((word) => word.endsWith('=/usr/share/applications/breakeven-desktop.desktop')),
      ).toBe(true);
    }
    const tree = called('tree');
    for (const path of [
      'AppRun',
      'breakeven-desktop',
      'resources/app.asar',
      'resources/native/breakeven_cpu.node',
    ]) {
      expect(tree).toMatch(new RegExp(`/${path}$`, 'm'));
    }
    // A window without the sandbox of Chromium would be open to what it shows.
    expect(called('entry')).toMatch(/^Exec=AppRun %U$/m);
  });

  it.each([
    ['https://code.example.org/group/project.git', address],
    ['git@code.example.org:group/project.git', address],
    ['ssh://git@code.example.org:2222/group/project', address],
    ['/srv/git/project', null],
    ['../project', null],
  ])('names the address of %s', async (remote, expected) => {
    const checkout = temporaryFolder();
    execFileSync('git', ['init', '-q', checkout]);
    execFileSync('git', ['-C', checkout, 'remote', 'add', 'origin', remote]);
    expect(await projectAddress(checkout)).toBe(expected);
  });
});
