import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStaticFile, safeRelativePath } from '../../src-main/hosts/static-files.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

function site(): string {
  const folder = temporaryFolder();
  const root = join(folder, 'site');
  mkdirSync(join(root, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'site-other'));
  writeFileSync(join(root, 'index.html'), '<p>start</p>');
  writeFileSync(join(root, 'assets', 'app.js'), 'start()');
  writeFileSync(join(root, 'notes.md'), 'private');
  writeFileSync(join(root, '.env.json'), '{}');
  writeFileSync(join(folder, 'secret.json'), '"secret"');
  writeFileSync(join(folder, 'site-other', 'secret.json'), '"secret"');
  symlinkSync(join(folder, 'secret.json'), join(root, 'link.json'));
  symlinkSync(join(folder, 'site-other'), join(root, 'way-out'));
  symlinkSync(join(root, 'index.html'), join(root, 'same.html'));
  return root;
}

const textOf = async (root: string, path: string): Promise<string | null> => {
  const file = await readStaticFile(root, path);
  return file === null ? null : Buffer.from(file.bytes).toString();
};

describe('readStaticFile', () => {
  it('reads files of the site with their type', async () => {
    const root = site();
    expect(await textOf(root, '/')).toBe('<p>start</p>');
    expect(await textOf(root, '/assets/app.js')).toBe('start()');
    expect(await textOf(root, '/assets%2Fapp.js')).toBe('start()');
    expect(await textOf(root, '/same.html')).toBe('<p>start</p>');
    expect((await readStaticFile(root, '/assets/app.js'))?.mime).toBe(
      'text/javascript; charset=utf-8',
    );
  });

  it.each([
    '/../secret.json',
    '/assets/../../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/%2e%2e%2fsecret.json',
    '/%252e%252e/secret.json',
    '/..\\secret.json',
    '/..%5csecret.json',
    '//secret.json',
    '/C:/secret.json',
    '/secret.json%00.html',
    '/link.json',
    '/way-out/secret.json',
    '/../site-other/secret.json',
    '/.env.json',
    '/notes.md',
    '/assets',
    '/assets/',
    '/none.html',
    '/index.html/none.html',
    '/%',
    'index.html',
    '',
    `/${'a'.repeat(5000)}.html`,
  ])('has nothing at %j', async (path) => {
    expect(await textOf(site(), path)).toBeNull();
  });
});

describe('safeRelativePath', () => {
  it('never leaves the root', () => {
    for (const path of ['/a/../b', '/./a', '/..', '/a/..', '/...']) {
      expect(safeRelativePath(path)).toBeNull();
    }
    expect(safeRelativePath('/a/b.js')).toBe(join('a', 'b.js'));
  });
});
