import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolChecks } from '../../../src-main/core/machine/doctor.ts';
import {
  type Installation,
  installation,
  installationOf,
  wayToBuild,
  wayToCuda,
  wayToInstall,
  wayToStart,
} from '../../../src-main/core/util/installation.ts';
import { sourceFiles } from '../../architecture/source-files.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const installed: readonly Installation[] = ['archive', 'debian', 'app'];

/** A folder with a package.json of this text, and what else makes a kind of installation. */
function folderWith(text: string, ...parts: readonly string[]): string {
  const folder = join(temporaryFolder(), ...parts);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), text);
  return folder;
}

describe('an installation', () => {
  it('is known by what packing wrote, by the sources, or by the folder of an app', () => {
    expect(installation()).toBe('sources');
    expect(installationOf(folderWith('{"packedAs":"debian"}'), undefined)).toBe('debian');
    expect(installationOf(folderWith('{"packedAs":"archive"}'), undefined)).toBe('archive');
    for (const text of ['{"packedAs":"cake"}', '{', '{"version":"1"}']) {
      expect(installationOf(folderWith(text), undefined), text).toBe('archive');
    }
    expect(installationOf(folderWith('{"packedAs":"app"}'), undefined)).toBe('app');
    const resources = temporaryFolder();
    expect(installationOf(folderWith('{}'), resources)).toBe('archive');
    writeFileSync(join(resources, 'breakeven'), '');
    expect(installationOf(folderWith('{}'), resources)).toBe('app');
  });

  it.each(installed)('as %s is given no advice that takes npm or the sources', (kind) => {
    const ways = [wayToBuild(kind), wayToInstall(kind), wayToStart(kind), wayToCuda(true, kind)];
    expect(ways.join('; ')).not.toMatch(/\bnpm\b/);
    const none = { compiler: undefined, cmake: undefined, nvcc: undefined };
    const checks = toolChecks(none, kind);
    expect(checks.map(({ id }) => id)).toEqual(['compiler', 'nvcc']);
    for (const { status, fix } of checks) {
      expect([status, fix]).toEqual(['warning', expect.stringMatching(/^it is needed to compile/)]);
    }
  });

  it('of the sources is told to build and to install', () => {
    expect(wayToBuild('sources')).toBe('build it with `npm run build`');
    expect(wayToInstall('sources')).toBe('install it with `npm ci`');
    expect(wayToCuda(true, 'sources')).toBe('run `npm run build`');
    expect(wayToCuda(false, 'sources')).toMatch(/^install the CUDA toolkit/);
    const all = { compiler: 'g++ 12', cmake: '3.25', nvcc: undefined };
    expect(toolChecks(all, 'sources').map(({ id, status }) => `${id} ${status}`)).toEqual([
      'compiler ok',
      'cmake ok',
      'nvcc warning',
    ]);
  });
});

it('of another kind is found by no advice: npm is named in the sentences of one file alone', () => {
  const naming = sourceFiles('src-main', 'src-renderer')
    .filter(({ path }) => !path.startsWith('src-main/tools/'))
    .filter(({ text }) => /^(?!\s*(?:\*|\/\*|\/\/)).*\bnpm (?:ci|run|install)\b/m.test(text))
    .map(({ path }) => path);
  expect(naming).toEqual(['src-main/core/util/installation.ts']);
});
