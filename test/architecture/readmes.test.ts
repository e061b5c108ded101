import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../helpers/paths.ts';
import { importsOf, sourceFiles } from './source-files.ts';

const core = 'src-main/core';
const folders = readdirSync(join(repositoryRoot, core), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Layers and folders of the core that files of a folder import, as its README names them. */
function importedBy(folder: string): readonly string[] {
  const files = sourceFiles(posix.join(core, folder)).filter(({ path }) => path.endsWith('.ts'));
  const names = files.flatMap(({ path, text }) =>
    importsOf(text).flatMap((name) => {
      if (!name.startsWith('.')) return [];
      const [top, layer, part] = posix.join(posix.dirname(path), name).split('/');
      if (top !== 'src-main' || layer === undefined) return [];
      const named = layer === 'core' ? part : layer;
      return named === undefined || named === folder ? [] : [named];
    }),
  );
  return [...new Set(names)].sort();
}

describe('the README of a folder of the core', () => {
  it.each(folders)('says what %s may import and where to begin, in about ten lines', (folder) => {
    const file = join(repositoryRoot, core, folder, 'README.md');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const listed = /^\*\*Imports\*\* ([^.]*)\.$/m.exec(text)?.[1]?.split(', ') ?? [];
    expect([...listed].sort()).toEqual(importedBy(folder));
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
    const begin = /^Begin with[\s\S]*?(?=\n\n)/m.exec(text)?.[0] ?? '';
    const named = [...begin.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
    const missing = named.filter(
      (name) =>
        !existsSync(join(repositoryRoot, core, folder, name)) && !/^src-|^[a-z-]+\/$/.test(name),
    );
    expect(named).not.toEqual([]);
    expect(missing).toEqual([]);
  });
});
