import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import {
  outsideArchive,
  packagedNode,
  resourcePath,
  shippedLabs,
} from '../../../src-main/core/util/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

afterEach(() => Reflect.deleteProperty(process, 'resourcesPath'));

it('gives other programs the path outside of the archive of a packaged app, and no other', () => {
  const app = '/opt/Breakeven/resources';
  expect(outsideArchive(`${app}/app.asar/resources/labs/sgemm/tiles.h`)).toBe(
    `${app}/app.asar.unpacked/resources/labs/sgemm/tiles.h`,
  );
  for (const plain of [
    `${app}/app.asar.unpacked/resources/labs`,
    `${app}/command-line/resources/labs`,
    '/home/ada/my-app.asar/resources/labs',
    '/home/ada/breakeven/resources/labs',
  ]) {
    expect(outsideArchive(plain)).toBe(plain);
  }
});

it('has the shipped labs among the resources where nothing is packed', () => {
  expect(shippedLabs()).toBe(resourcePath('labs'));
  expect(existsSync(join(shippedLabs(), 'sgemm', 'workload.toml'))).toBe(true);
});

it('has the Node of a packaged app, which lies where the packager puts it', () => {
  expect(packagedNode()).toBeUndefined();
  const resources = temporaryFolder();
  Reflect.set(process, 'resourcesPath', resources);
  expect(packagedNode()).toBeUndefined();
  mkdirSync(join(resources, 'bin'));
  writeFileSync(join(resources, 'bin', 'node'), '');
  expect(packagedNode()).toBe(join(resources, 'bin', 'node'));
});
