import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../helpers/paths.ts';

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');

/** What is wrong with the tests that a page of promises names: each row names one, by file and title. */
function missingTests(page: string): readonly string[] {
  const tables = page.split(/^\| promise \| test \|\n\|---\|---\|\n/m).slice(1);
  return tables.flatMap((table) =>
    (table.split(/\n(?!\|)/)[0] ?? '').split('\n').flatMap((row) => {
      const [, promise = '', file = '', name = ''] =
        /^\| (.+?) \| `([^`]+)`: (.+) \|$/.exec(row) ?? [];
      if (promise === '') return row === '' ? [] : [`no test: ${row}`];
      if (!existsSync(join(repositoryRoot, file))) return [`no such file: ${file}`];
      return read(file).includes(`'${name}'`) ? [] : [`no such test: ${file}: ${name}`];
    }),
  );
}

describe('the promises of docs/security.md', () => {
  const page = read('docs/security.md');

  it('name a test each, which is there', () => {
    expect(page.split('| promise | test |').length).toBeGreaterThan(4);
    expect(missingTests(page)).toEqual([]);
  });

  it('are missed where the test, its file or its name is gone', () => {
    const head = '| promise | test |\n|---|---|\n';
    const file = 'test/hosts/http/server.test.ts';
    expect(missingTests(`${head}| A. | none |\n`)).toEqual(['no test: | A. | none |']);
    expect(missingTests(`${head}| A. | \`test/gone.test.ts\`: x |\n`)).toHaveLength(1);
    expect(missingTests(`${head}| A. | \`${file}\`: is not its name |\n`)).toHaveLength(1);
    expect(missingTests(`${head}| A. | \`${file}\`: is bound on loopback alone |\n`)).toEqual([]);
  });
});

describe('docs/dependencies.md', () => {
  const rows = [
    ...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \| [^|]+ \|$/gm),
  ];

  it('has every package of package.json, and no other', () => {
    const all = JSON.parse(read('package.json'));
    const wanted = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.keys(all[kind]),
    );
    expect(rows.map(([, name]) => name).sort()).toEqual(wanted.sort());
  });

  it('states the licence that each package states', () => {
    const differing = rows.flatMap(([, name = '', licence = '']) => {
      const file = join('node_modules', name, 'package.json');
      // A package for another machine is not here.
      if (!existsSync(join(repositoryRoot, file))) return [];
      const stated = JSON.parse(read(file)).license;
      return stated === licence ? [] : [`${name}: ${licence}, states ${stated}`];
    });
    expect(differing).toEqual([]);
  });
});
