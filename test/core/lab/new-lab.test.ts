import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { labStarts, newLab } from '../../../src-main/core/lab/new-lab.ts';
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

it('names the nearest start where there is none of that name', () => {
  expect(() => newLab(folder(), 'pyton')).toThrow(
    'a lab cannot begin with "pyton"; did you mean "python"?',
  );
});
