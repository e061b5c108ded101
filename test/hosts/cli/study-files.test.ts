import { describe, expect, it } from 'vitest';
import { slug } from '../../../src-main/hosts/cli/study/files.ts';
import { splitAssignment } from '../../../src-main/hosts/cli/sweeps.ts';

describe('names of the files of a study', () => {
  it('keep words with accents whole', () => {
    expect(slug('Claims of Universidad de la República, 2024')).toBe(
      'claims-of-universidad-de-la-republica-2024',
    );
    expect(slug('IME, Universidade de São Paulo')).toBe('ime-universidade-de-sao-paulo');
  });
});

describe('two sides of a flag', () => {
  it('say what stands on each when one is missing', () => {
    expect(() => splitAssignment('link', 'yres')).toThrow('write it as axis=axis');
    expect(() => splitAssignment('set', 'n')).toThrow('write it as axis=value');
  });
});
