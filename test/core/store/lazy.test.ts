import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const root = path.join(import.meta.dirname, '../../..');

describe('the SQLite module', () => {
  it('is loaded by opening a store, not by importing one', () => {
    const home = temporaryFolder();
    const store = pathToFileURL(path.join(root, 'src-main/core/store/store.ts')).href;
    const script = `
      import { createRequire } from 'node:module';
      const loaded = () => Object.keys(createRequire(${JSON.stringify(store)}).cache).some((name) => name.includes('better-sqlite3'));
      const { openStore } = await import(${JSON.stringify(store)});
      const before = loaded();
      openStore(${JSON.stringify(home)}).close();
      console.log(before, loaded());`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(said.trim()).toBe('false true');
  });
});
