import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBuildCache } from '../../../src-main/core/lab/build-cache.ts';
import { compile } from '../../../src-main/core/lab/compile.ts';
import { findCompiler } from '../../../src-main/core/lab/compilers.ts';
import { labStarts, newLab } from '../../../src-main/core/lab/new-lab.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { shippedLabs } from '../../../src-main/core/util/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const folder = (): string => join(temporaryFolder(), 'mine');

it('offers every shipped lab, by what its own file says of it', () => {
  const shipped = readdirSync(shippedLabs()).sort();
  expect(shipped.length).toBeGreaterThanOrEqual(3);
  const titles = new Map(labStarts().map(({ id, title }) => [id, title]));
  expect([...titles.keys()].slice(-shipped.length)).toEqual(shipped);
  expect(titles.get('sgemm')).toBe('all of sgemm: C = A B of square matrices in single precision');
});

it('makes each of them, and begins with C', () => {
  expect(labStarts()[0]?.id).toBe('c');
  for (const { id } of labStarts()) {
    const path = folder();
    expect([...newLab(path, id)].sort()).toEqual(readdirSync(path).sort());
  }
});

it.each(['cpp', 'fortran'] as const)(
  'of %s has code that is compiled as it stands',
  { timeout: 60_000 },
  async (id) => {
    const path = join(temporaryFolder(), 'mine');
    newLab(path, id);
    const lab = readLab(path);
    const source = [...lab.sources.values()].find(({ language }) => language === id);
    if (source === undefined) throw new Error(`there is no ${id} file`);
    const cache = createBuildCache(temporaryFolder());
    const built = await compile({ lab, source, role: 'variant', macros: {} }, { cache });
    if (typeof findCompiler(id) === 'string')
      expect(built).toMatchObject({ ok: false, missing: true });
    else expect(built).toMatchObject({ ok: true });
    const bound = { cpp: 'extern "C" void saxpy(', fortran: 'bind(C, name="saxpy")' };
    expect(readFileSync(source.path, 'utf8')).toContain(bound[id]);
  },
);

it('names the nearest start where there is none of that name', () => {
  expect(() => newLab(folder(), 'pyton')).toThrow(
    'a lab cannot begin with "pyton"; did you mean "python"?',
  );
});
