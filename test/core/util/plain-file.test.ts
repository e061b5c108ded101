import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noSuchFile, plainFileFault } from '../../../src-main/core/util/plain-file.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it('says why a file is not read, whatever its name', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'a');
  writeFileSync(file, 'abc');
  expect([plainFileFault(file, 3), plainFileFault(file, 2)]).toEqual([
    null,
    'it has 3 bytes; at most 2 are read',
  ]);
  expect(plainFileFault(folder, 3)).toBe('it is a folder');
  for (const name of ['gone', 'x'.repeat(5000), 'a\0b', join('a', 'b')]) {
    expect(plainFileFault(join(folder, name), 3)).toBe(noSuchFile);
  }
});
