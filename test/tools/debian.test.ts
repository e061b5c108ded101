import { hash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installationOf } from '../../src-main/core/util/installation.ts';
import { coversAll } from '../../src-main/tools/build.ts';
import { debianObstacle, makeDebian, packTree } from '../../src-main/tools/debian.ts';
import { makeAll } from '../../src-main/tools/dist.ts';
import { configuredArchitectures } from '../../src-main/tools/native-build.ts';
import { archiveObstacle, packArchive } from '../../src-main/tools/pack-cli.ts';
import { collect, StepFailed } from '../../src-main/tools/steps.ts';
import { nativeFolder } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe.skipIf(debianObstacle() !== null)('the Debian package of the command line', () => {
  it('gives `breakeven`, has no scripts and puts nothing outside of /usr', {
    timeout: 300_000,
  }, async () => {
    const folder = temporaryFolder();
    const native = join(folder, 'native');
    cpSync(nativeFolder, native, { recursive: true });
    chmodSync(join(native, 'breakeven_cpu.node'), 0o664);
    const file = await makeDebian({
      native,
      version: '1.2.3',
      work: join(folder, 'work'),
      out: folder,
      compression: 'gzip',
      date: 1_700_000_000,
    });
    expect(file).toMatch(/breakeven-cli_1\.2\.3_(amd64|arm64)\.deb$/);
    const about = await collect('dpkg-deb', ['--field', file, 'Package', 'Version', 'Depends']);
    expect(about.output).toMatch(/^Package: breakeven-cli\nVersion: 1\.2\.3\nDepends: libc6 /);
    const scripts = await collect('dpkg-deb', ['--ctrl-tarfile', file]);
    expect(scripts.output).not.toMatch(/postinst|prerm|postrm|preinst/);
    const contents = await collect('dpkg-deb', ['--contents', file]);
    expect(contents.output).not.toMatch(/^[-d].{4}w/m);
    const days = [...contents.output.matchAll(/ (\d{4}-\d\d-\d\d) /g)].map(([, day]) => day);
    expect(new Set(days)).toEqual(new Set(['2023-11-14']));
    const paths = [...contents.output.matchAll(/ (\.\/\S*)/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !/^\.\/($|usr\/)/.test(path))).toEqual([]);
    expect(paths).toContain('./usr/share/man/man1/breakeven.1.gz');
    expect(paths).toEqual(
      expect.arrayContaining([
        './usr/share/doc/breakeven-cli/copyright',
        './usr/share/bash-completion/completions/breakeven',
        './usr/share/zsh/vendor-completions/_breakeven',
        './usr/share/fish/vendor_completions.d/breakeven.fish',
      ]),
    );

    const installed = join(folder, 'installed');
    expect(await collect('dpkg-deb', ['-x', file, installed])).toMatchObject({ code: 0 });
    const command = join(installed, 'usr', 'bin', 'breakeven');
    expect(lstatSync(command).isSymbolicLink()).toBe(true);
    expect(readlinkSync(command)).toBe('../lib/breakeven-cli/breakeven');
    const home = join(folder, 'home');
    const { code, output } = await collect('env', [
      ...['-i', 'PATH=/usr/bin:/bin', `BREAKEVEN_HOME=${home}`, command, 'list'],
    ]);
    expect([code, output]).toEqual([0, expect.stringContaining('histogram')]);

    const program = join(installed, 'usr', 'lib', 'breakeven-cli');
    const documents = readdirSync(join(program, 'docs')).filter((name) => name.endsWith('.md'));
    expect(documents.length).toBeGreaterThan(8);
    for (const name of ['../README.md', ...documents]) {
      const text = readFileSync(join(program, 'docs', name), 'utf8');
      expect([name, /^.*\bnpm\b.*$/m.exec(text)?.[0]]).toEqual([name, undefined]);
    }
    expect(readFileSync(join(program, 'README.md'), 'utf8')).toContain(
      'keeps the stores of all users',
    );
    // Whoever installed it has neither the sources nor npm: no advice takes one of them.
    expect(installationOf(join(installed, 'usr', 'lib', 'breakeven-cli'))).toBe('debian');
    for (const native of [[], [`BREAKEVEN_NATIVE=${folder}`]]) {
      const bare = ['-i', 'PATH=/usr/bin:/bin', `BREAKEVEN_HOME=${home}`, ...native];
      const told = await collect('env', [...bare, command, 'doctor']);
      expect(told.output).toMatch(
        native.length > 0 ? /^Measuring engine +missing/m : /^Store +ok/m,
      );
      expect(told.output).not.toMatch(/npm|cmake/i);
    }
  });
});

describe.skipIf(debianObstacle() !== null || archiveObstacle() !== null)(
  'packages of two machines',
  () => {
    it('are the same bytes for the same files', async () => {
      const digests: string[][] = [];
      for (const { name, umask, time, reversed, sparse } of [
        { name: 'a', umask: 0o022, time: 1_900_000_000, reversed: false, sparse: false },
        { name: 'another folder', umask: 0o077, time: 1_000_000_000, reversed: true, sparse: true },
      ]) {
        const folder = join(temporaryFolder(), name);
        const before = process.umask(umask);
        try {
          const [work, out, date] = [join(folder, 'work'), join(folder, 'out'), 1_700_000_000];
          const names = ['usr/bin/breakeven', 'usr/lib/one', 'usr/lib/two', 'usr/share/doc/notice'];
          for (const file of reversed ? names.reverse() : names) {
            mkdirSync(join(work, dirname(file)), { recursive: true });
            writeFileSync(join(work, file), sparse ? '' : Buffer.alloc(1 << 20));
            truncateSync(join(work, file), 1 << 20);
            utimesSync(join(work, file), time, time);
          }
          chmodSync(join(work, 'usr', 'bin', 'breakeven'), 0o777 & ~umask);
          symlinkSync('one', join(work, 'usr', 'lib', 'link'));
          if (reversed) chmodSync(join(work, 'usr', 'lib'), 0o2775);
          mkdirSync(out, { recursive: true });
          const archive = join(out, 'archive.tar.xz');
          await packArchive({ archive, folder, name: 'work', level: 1, date });
          const of = { work, out, date, version: '1.2.3', architecture: 'amd64' };
          const file = await packTree({ ...of, compression: 'xz' });
          digests.push([archive, file].map((path) => hash('sha256', readFileSync(path))));
          const size = await collect('dpkg-deb', ['--field', file, 'Installed-Size']);
          expect(size.output).toBe('4103\n');
        } finally {
          process.umask(before);
        }
      }
      expect(digests[1]).toEqual(digests[0]);
    });
  },
);

describe('what can be made', () => {
  it('is for what the folder was configured for, unless a GPU here is not among it', () => {
    const folder = temporaryFolder();
    const cache = join(folder, 'CMakeCache.txt');
    expect(configuredArchitectures(folder)).toBeNull();
    writeFileSync(cache, 'BREAKEVEN_CUDA:STRING=OFF\nCMAKE_CUDA_ARCHITECTURES:STRING=80\n');
    expect(configuredArchitectures(folder)).toBeNull();
    writeFileSync(
      cache,
      'BREAKEVEN_CUDA:STRING=ON\nCMAKE_CUDA_ARCHITECTURES:STRING=80-real;90-real\n',
    );
    const kept = configuredArchitectures(folder) ?? '';
    expect(kept).toBe('80-real;90-real');
    expect([coversAll(kept, []), coversAll(kept, [90]), coversAll(kept, [90, 120])]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is made, and the rest is named with its reason', async () => {
    const said: string[] = [];
    const make = async () => '/release/a';
    const code = await makeAll(
      [
        { name: 'archive', obstacle: () => null, make },
        { name: 'app', obstacle: () => 'Electron is not here', make },
      ],
      (line) => said.push(line),
    );
    expect(code).toBe(0);
    expect(said).toEqual(['made: archive: /release/a', 'not made: app: Electron is not here']);
  });

  it('goes on after a failure, and ends with 1', async () => {
    const said: string[] = [];
    const fail = async () => {
      throw new StepFailed('no space');
    };
    const code = await makeAll(
      [
        { name: 'archive', obstacle: () => null, make: fail },
        { name: 'package', obstacle: () => null, make: async () => '/release/b' },
      ],
      (line) => said.push(line),
    );
    expect(code).toBe(1);
    expect(said).toEqual(['failed: archive: no space', 'made: package: /release/b']);
  });
});
