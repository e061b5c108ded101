import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findProgram } from '../../src-main/tools/paths.ts';
import { repositoryRoot } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const text = (...path: readonly string[]): string =>
  readFileSync(join(repositoryRoot, ...path), 'utf8');

it('names the integrity of every package in the lock file, those of other systems included', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const lacking = Object.entries(packages).filter(
    ([name, { integrity, link }]) =>
      name !== '' && link !== true && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(lacking.map(([name]) => name)).toEqual([]);
});

it('runs no script of a package when it is installed, whatever npm it is', () => {
  const asked = ['config', 'get', 'ignore-scripts'];
  const printed = execFileSync('npm', asked, { cwd: repositoryRoot, encoding: 'utf8' });
  expect(printed.trim()).toBe('true');
});

it('starts tools with the Node of the install where npm did not link it, and links it', () => {
  const root = temporaryFolder();
  const node = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  const start = join(root, 'src-main', 'tools', 'run.mjs');
  for (const folder of [dirname(node), join(root, 'node_modules', '.bin')]) {
    mkdirSync(folder, { recursive: true });
  }
  cpSync(join(repositoryRoot, 'src-main', 'tools'), dirname(start), { recursive: true });
  writeFileSync(node, '#!/bin/sh\necho "$@"\nexit 7\n', { mode: 0o755 });
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.18.3' })`;
  const refused = spawnSync(process.execPath, ['--import', `data:text/javascript,${older}`, start]);
  expect(refused.stderr.toString()).toMatch(
    /^npm ran on Node 20\.18\.3 and .* `npm ci` again\.\n$/,
  );
  expect(refused.status).toBe(3);
  const { status, stdout } = spawnSync(process.execPath, [start, 'build', '--cuda-arch', 'none']);
  expect(stdout.toString()).toBe(`${start} build --cuda-arch none\n`);
  expect(status).toBe(7);
  expect(existsSync(join(root, 'node_modules', '.bin', 'node'))).toBe(true);
});

it('looks for programs beyond folders of the PATH that cannot be read', () => {
  const folder = temporaryFolder();
  const [loop, program] = [join(folder, 'loop'), join(folder, 'measure')];
  symlinkSync(loop, loop);
  writeFileSync(program, '', { mode: 0o755 });
  vi.stubEnv('PATH', `${loop}:${folder}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(findProgram('measure')).toBe(program);
});
