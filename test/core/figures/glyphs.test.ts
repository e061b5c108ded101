import { expect, it } from 'vitest';
import { renderFigureFile } from '../../../src-main/core/figures/figure-file.ts';
import { fontFiles } from '../../../src-main/core/figures/fonts.ts';
import { codeRangesOf, glyphNote, standsIn } from '../../../src-main/core/figures/glyphs.ts';
import { line, scaling } from './specs.ts';

const spec = scaling({
  title: 'Times: µs, 3×3, λ → ≤ “quoted” … Ωмега ñ ő',
  series: [line('sequential', 'cpu', 0, [1e3, 1e6], (x) => x)],
});

it('reads the characters of each script from its own file', () => {
  const holds = (name: string, character: string): boolean => {
    const file = fontFiles().find((each) => each.name === `inter-${name}-400-normal.woff2`);
    if (file === undefined) throw new Error(`no file ${name}`);
    const code = character.codePointAt(0) ?? 0;
    return codeRangesOf(file.bytes).some(([first, last]) => code >= first && code <= last);
  };
  expect(['A', 'z', 'µ', '×', 'ü'].map((one) => holds('latin', one))).toEqual(Array(5).fill(true));
  expect(holds('latin', 'ж')).toBe(false);
  expect(holds('cyrillic', 'ж')).toBe(true);
  expect(holds('greek', 'λ')).toBe(true);
  expect(holds('latin-ext', 'ő')).toBe(true);
});

it('says nothing of what the font has', () => {
  expect(glyphNote({ ...spec, title: 'Times of λ, ж, ő: 3×3 µs\n' })).toBeNull();
});

it('names the characters that the font lacks, once each, of the parts that are drawn', () => {
  const foreign = { ...spec, title: '日本語 日本 \u0007', caption: 'caption 中' };
  const nowhere = () => false;
  expect(glyphNote(foreign, {}, nowhere)).toBe(
    'no font here has 日 (U+65E5), 本 (U+672C), 語 (U+8A9E), U+0007, 中 (U+4E2D): boxes replace them',
  );
  expect(glyphNote(foreign, { title: false }, nowhere)).toContain('here has 中 (U+4E2D): ');
  expect(glyphNote(foreign, { title: false, caption: false }, nowhere)).toBeNull();
  expect(glyphNote(foreign, {}, () => true)).toBeNull();
  const many = String.fromCodePoint(...Array.from({ length: 20 }, (_, i) => 0x4e00 + i));
  expect(glyphNote({ ...spec, title: many }, {}, nowhere)).toContain('and 8 more: ');
});

it('goes with a picture and not with a table', () => {
  const file = (format: 'svg' | 'csv', title: string) =>
    renderFigureFile({ ...spec, title }, 'run', { kind: 'scaling', format });
  // Of private use: no font has it.
  const unknown = '\u{10f8f0}';
  expect(standsIn(unknown)).toBe(false);
  expect(standsIn('A')).toBe(true);
  expect(file('svg', unknown).note).toContain('U+10F8F0');
  expect(file('csv', unknown)).not.toHaveProperty('note');
  expect(file('svg', 'plain')).not.toHaveProperty('note');
});
