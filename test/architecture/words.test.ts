import { describe, expect, it } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';
import { visibleTexts } from './visible-text.ts';
import { type OldWord, oldWords } from './word-list.ts';

/** Files and folders whose texts are free of old words. The list grows; nothing leaves it. */
const clean = [
  'README.md',
  'docs/',
  'native/',
  'resources/presets/',
  'resources/published/',
  'resources/studies/',
  'src-main/charts/',
  'src-main/contract/',
  'src-main/core/',
  'src-main/engine/',
  'src-main/hosts/',
  'src-main/stats/',
  'src-main/tools/',
  'src-renderer/',
];

/** `README.md:12 says "span" (use timing scope): ...`, one for each old word in each text. */
function complaints(file: SourceFile): readonly string[] {
  return visibleTexts(file).flatMap(({ line, text }) =>
    oldWords.flatMap((word) => {
      const around = found(word, file.path, text);
      const { old, use } = word;
      return around === null ? [] : [`${file.path}:${line} says "${old}" (use ${use}): ${around}`];
    }),
  );
}

/** The old word with what stands around it; null where the text does not have it. */
function found({ pattern, except, only }: OldWord, path: string, text: string): string | null {
  if (only !== undefined && !only.test(path)) return null;
  const searched = except === undefined ? text : text.replaceAll(except, '');
  const at = pattern.exec(searched);
  return at === null ? null : searched.slice(Math.max(0, at.index - 40), at.index + 60);
}

const files = sourceFiles('.').filter(({ path }) => clean.some((start) => path.startsWith(start)));

describe('texts for users', () => {
  it('use the words of the field', () => {
    for (const start of clean) {
      expect(files.filter(({ path }) => path.startsWith(start)).length).toBeGreaterThan(0);
    }
    expect(files.flatMap(complaints)).toEqual([]);
  });
});

describe('the word list', () => {
  const places = {
    'docs/trends.md': (text: string) => `# Title\n\nFirst line,\n${text.replaceAll(' ', '\n')}\n`,
    'resources/presets/trends.json': (text: string) => JSON.stringify({ span: 1, title: text }),
    'src-main/hosts/cli/trends.ts': (text: string) =>
      `export const verb = { help: ${JSON.stringify(text)} };`,
    'src-renderer/views/trends.tsx': (text: string) =>
      `export const View = () => <p title="plain">{true && <b>${text}</b>}</p>;`,
    'native/workloads/trends/one.cpp': (text: string) =>
      `.help = "Plain words and "\n        ${JSON.stringify(text)},`,
  };

  it.each(oldWords.map(({ old, example }) => [old, example]))('finds "%s"', (old, example) => {
    for (const [path, written] of Object.entries(places)) {
      const told = complaints({ path, text: written(example) });
      expect([path, told.filter((text) => text.includes(`says "${old}" `))]).toEqual([
        path,
        [expect.any(String)],
      ]);
    }
  });

  it.each([
    ['docs/a.md', '```cpp\nint span;\n```\n'],
    ['src-main/a.ts', "import { x } from './a span.ts'; const span = 'span' in metrics;"],
    ['src-main/a.ts', '// the span of a round\nconst pattern = /a span/;'],
    ['src-renderer/a.tsx', 'export const A = () => <span class="a span">text</span>;'],
    ['native/a.cpp', '#include "a span.h"\n// the "span of a round"\nint x = 0;'],
    ['docs/a.md', 'Each answer is verified against the reference. It rounds up, in fact.'],
    ['docs/a.md', 'at least 10 samples and at most 20 seconds'],
    ['docs/a.md', 'levels of the matrix'],
    ['docs/a.md', 'The timing scope (`span` in files).'],
    ['docs/a.md', '<!-- made by npm run docs: x -->\n| a span |\n<!-- end -->\n'],
  ])('leaves other meanings, ids and code alone: %s %s', (path, text) => {
    expect(complaints({ path, text })).toEqual([]);
  });

  it.each([
    [`const a = \`\${n} rounds\`;`, 'rounds'],
    ["const a = n === 1 ? 'one round' : 'no';", 'rounds'],
    ["const a = { title: n === 1 ? 'round' : 'rounds' };", 'rounds'],
    ["const a = ['Spans', 'x'];", 'span'],
    ['export const A = () => <td aria-label="span">x</td>;', 'span'],
  ])('looks into expressions: %s', (text, old) => {
    expect(complaints({ path: 'src-renderer/a.tsx', text })[0]).toContain(`says "${old}"`);
  });

  it.each([['`show --span total`'], ['```sh\nbreakeven show --span total\n```']])(
    'looks into commands: %s',
    (text) => {
      expect(complaints({ path: 'docs/a.md', text })[0]).toContain('says "span"');
    },
  );
});
