import { describe, expect, it } from 'vitest';
import { readBlock } from '../../../src-main/core/lab/block.ts';

const toml = 'title = "Four"\n[axes.k]\nvalues = [1, 2]';

describe('the block of a source file', () => {
  it('is read from comments of C and CUDA', () => {
    const text = `// ours\n/// breakeven\n${commented('// ')}\n///\nvoid f() {}\n`;
    for (const file of ['a.c', 'a.cpp', 'a.cu']) {
      expect(readBlock(text, file)).toEqual({ text: toml, firstLine: 3 });
    }
    const second = `// /// breakeven\n${commented('//')}\n// ///\n`;
    expect(readBlock(second, 'a.c')).toEqual({ text: toml, firstLine: 2 });
    const star = `/*\n * /// breakeven\n${commented(' * ')}\n * ///\n */\n`;
    expect(readBlock(star, 'a.c')?.text).toBe(toml);
  });

  it('is read from comments of Python and Fortran', () => {
    const python = `# /// breakeven\n${commented('# ')}\n# ///\nimport numpy\n`;
    expect(readBlock(python, 'a.py')).toEqual({ text: toml, firstLine: 2 });
    const fortran = `! /// breakeven\n${commented('! ')}\n! ///\n`;
    expect(readBlock(fortran, 'a.f90')?.text).toBe(toml);
  });

  it('is read where lines end with CR LF', () => {
    const text = `/// breakeven\n${commented('// ')}\n///\n`.replaceAll('\n', '\r\n');
    expect(readBlock(text, 'a.c')?.text).toBe(toml);
  });

  it('is absent in a file without one, and other blocks of PEP 723 are not ours', () => {
    expect(readBlock('void f() {}\n', 'a.c')).toBeNull();
    expect(readBlock('# /// script\n# dependencies = []\n# ///\n', 'a.py')).toBeNull();
  });

  it('is refused twice and unclosed, with its line', () => {
    const once = `/// breakeven\n// title = "a"\n///\n`;
    expect(() => readBlock(`${once}\n${once}`, 'a.c')).toThrow(
      'a.c:5: a second block "/// breakeven"; a file has one',
    );
    const open = 'a.c:1: the block "/// breakeven" is not closed; a comment line "///" ends it';
    expect(() => readBlock('/// breakeven\n// title = "a"\n', 'a.c')).toThrow(open);
    expect(() => readBlock('/// breakeven\n// title = "a"\nint x;\n///\n', 'a.c')).toThrow(open);
    expect(() => readBlock('/// breakeven\n/// breakeven\n///\n', 'a.c')).toThrow(open);
  });
});

function commented(mark: string): string {
  return toml
    .split('\n')
    .map((line) => mark + line)
    .join('\n');
}
