import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screens } from '../../src-main/contract/screens.ts';
import { verbLoaders } from '../../src-main/hosts/cli/verbs.ts';
import { repositoryRoot } from '../helpers/paths.ts';
import { sourceFiles } from './source-files.ts';

type Sizes = {
  readonly maxVerbs: number;
  readonly maxScreens: number;
  /** Most lines of code below each path; a path below another one is counted in both. */
  readonly lines: Readonly<Record<string, number>>;
};

const sizes: Sizes = JSON.parse(
  readFileSync(join(repositoryRoot, 'test', 'architecture', 'sizes.json'), 'utf8'),
);

function linesBelow(path: string): number {
  const code = sourceFiles(path).filter(({ path: file }) =>
    /\.(?:[cm]?[jt]sx?|css|c|cpp|cu|cuh|h|py|sh)$/.test(file),
  );
  return code.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

/** A commit that needs more raises the number in the same commit and says why; one that needs less may lower it. */
describe('sizes.json', () => {
  it.each(Object.entries(sizes.lines))('holds %s to %i lines', (path, most) => {
    const lines = linesBelow(path);
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThanOrEqual(most);
  });

  it('names every folder of the source', () => {
    const tops = ['src-main', 'src-renderer', 'native', 'test', 'research'];
    expect(Object.keys(sizes.lines)).toEqual(expect.arrayContaining(tops));
  });

  it('holds the verbs of the top help and the screens of the rail', () => {
    expect(Object.keys(verbLoaders).length).toBeLessThanOrEqual(sizes.maxVerbs);
    expect(screens.length).toBeLessThanOrEqual(sizes.maxScreens);
  });
});
