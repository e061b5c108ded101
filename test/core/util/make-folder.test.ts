import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../src-main/core/util/make-folder.ts';
import { prepareFolder } from '../../../src-main/hosts/cli/output-files.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it('makes a folder with those above it, and is content with one that is there', () => {
  const folder = path.join(temporaryFolder(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

it('refuses a place below a file, and a file itself', () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(path.join(file, 'below'))).toThrow(/ENOTDIR/);
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
});

// A loop without end stops this process: no time limit of a test would.
it.runIf(process.platform === 'linux')('ends where no folder can be made', async () => {
  expect(() => makeFolder('/proc/no-such-folder/deep')).toThrow(/takes no new folders/);
  await expect(prepareFolder('/', '/proc/no-such-folder')).rejects.toThrow(
    'cannot write to "/proc/no-such-folder": no folder can be made there',
  );
});
