import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstVersion } from '../../../src-main/core/util/programs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const log = join(folder, 'log');

/** A program that notes that it was started. */
function program(name: string, said: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho ${name} >> ${log}\n${said}\n`);
  chmodSync(path, 0o755);
  return path;
}

it('a version is asked of the first program that says it, once as long as its file is the same', async () => {
  const broken = program('broken', 'exit 1');
  const [first, second] = [program('first', 'echo 1.0; echo more'), program('second', 'echo 2.0')];
  const asked = [join(folder, 'missing'), broken, first, second];
  expect(await firstVersion(asked)).toBe('1.0');
  expect(await firstVersion([first, second])).toBe('1.0');
  expect(readFileSync(log, 'utf8')).toBe('broken\nfirst\n');
  program('first', 'echo 1.1');
  expect(await firstVersion([first])).toBe('1.1');
});
