import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { watchFiles } from '../../../src-main/core/run/watch-lab.ts';
import { labFolder, labInOneFile } from '../../helpers/lab-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

function watching(path: string) {
  const lab = readLab(path);
  let told = Promise.withResolvers<string | null>();
  const files = watchFiles(lab, (name) => told.resolve(name));
  return {
    ...files,
    follow: () => files.follow(lab, []),
    /** The first file that is told of when these are saved one after the other. */
    async firstOf(...saves: readonly (() => void)[]): Promise<string | null> {
      told = Promise.withResolvers();
      for (const save of saves) save();
      const name = await told.promise;
      // A watcher that is closed while it tells of something goes on until it has.
      await setImmediate();
      return name;
    },
  };
}

it('are one file and what it includes where a lab is one file, and nothing else of its folder', async () => {
  const home = temporaryFolder();
  const at = (name: string): string => join(home, name);
  const save = (name: string) => () => writeFileSync(at(name), labInOneFile('#include "a.h"\n'));
  mkdirSync(at('lib'));
  mkdirSync(at('mail'));
  const path = at('saxpy.c');
  writeFileSync(path, labInOneFile('#include "lib/a.h"\n'));
  writeFileSync(at('lib/a.h'), '#include "b.h"\n');
  writeFileSync(at('lib/b.h'), '');
  const other = [save('other.c'), save('mail/x.c'), save('lib/other.h')];
  // Each begins after what was saved before it.
  const first = watching(path);
  expect(await first.firstOf(...other, save('lib/b.h'), save('saxpy.c'))).toBe('saxpy.c');
  first.close();
  writeFileSync(path, labInOneFile('#include "lib/a.h"\n'));
  const included = watching(path);
  included.follow();
  expect(await included.firstOf(...other, save('lib/b.h'))).toBe('b.h');
  included.close();
  // Editors put a new file in the place of the old one.
  writeFileSync(at('new'), labInOneFile());
  const replaced = watching(path);
  expect(await replaced.firstOf(() => renameSync(at('new'), path))).toBe('saxpy.c');
  replaced.close();
});

it('are the whole folder of a lab that is one', async () => {
  const folder = labFolder({ 'inc/a.h': '' });
  const watched = watching(folder);
  const name = await watched.firstOf(() => writeFileSync(join(folder, 'inc', 'a.h'), 'x'));
  expect(name).toBe(join('inc', 'a.h'));
  watched.close();
});
