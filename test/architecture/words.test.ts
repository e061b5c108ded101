import { describe, expect, it } from 'vitest';
import { commentsOf } from './comments.ts';
import { identifiersOf, wordsOf } from './identifiers.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';
import { lineAt, type VisibleText, visibleTexts } from './visible-text.ts';
import { type OldWord, oldNames, oldWords, otherNames, storedIds } from './word-list.ts';

/** Files and folders whose texts are free of old words. The list grows; nothing leaves it. */
const clean = [
  'README.md',
  'docs/',
  'native/',
  'resources/presets/',
  'resources/published/',
  'src-main/charts/',
  'src-main/contract/',
  'src-main/core/',
  'src-main/engine/',
  'src-main/hosts/',
  'src-main/stats/',
  'src-main/tools/',
  'src-renderer/',
];

/** Files with a comment in which an old word is right, because it is the field's word for something else. */
const exempt: ReadonlyMap<string, readonly string[]> = new Map([
  ['native/core/lab/element-type.h', ['tied axes']],
  ['native/core/lab/fill-elements.cpp', ['rounds']],
  ['native/core/sha256.cpp', ['rounds']],
  ['native/workloads/mandelbrot/exact-steps.cuh', ['rounds']],
  ['src-main/stats/learn-priors.ts', ['moment']],
  ['src-main/stats/random.ts', ['rounds']],
]);

function complaints(file: SourceFile): readonly string[] {
  return complaintsOf(file.path, visibleTexts(file), oldWords);
}

/** Of comments: words that are right in code, and those that an exemption names, are left alone. */
function commentComplaints(file: SourceFile): readonly string[] {
  const right = exempt.get(file.path) ?? [];
  const words = oldWords.filter(({ old, inCode }) => inCode !== true && !right.includes(old));
  return complaintsOf(file.path, commentsOf(file), words);
}

/** Of names in code: members that documents have are called as they are there, in the files that declare them. */
function nameComplaints(file: SourceFile): readonly string[] {
  return identifiersOf(file).flatMap(({ at, name, kind }) => {
    const words = wordsOf(name).filter((word) => oldNames.has(word));
    if (words.length === 0 || otherNames.test(name)) return [];
    const declaring = storedIds.get(name);
    if (declaring !== undefined && kind === 'used') return [];
    if (declaring?.test(file.path) === true && kind === 'declared') return [];
    const line = lineAt(file.text, at);
    return words.map(
      (word) => `${file.path}:${line} calls it "${name}" (use ${oldNames.get(word)})`,
    );
  });
}

/** `README.md:12 says "span" (use timing scope): ...`, one for each old word in each text. */
function complaintsOf(
  path: string,
  texts: readonly VisibleText[],
  words: readonly OldWord[],
): readonly string[] {
  return texts.flatMap(({ line, text }) =>
    words.flatMap((word) => {
      const around = found(word, path, text);
      const { old, use } = word;
      return around === null ? [] : [`${path}:${line} says "${old}" (use ${use}): ${around}`];
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

describe('comments', () => {
  const commented = files.filter(({ path }) => /^(?:native|src-main|src-renderer)\//.test(path));

  it('use the words of the field', () => {
    expect(commented.filter((file) => commentsOf(file).length > 0).length).toBeGreaterThan(500);
    expect(commented.flatMap(commentComplaints)).toEqual([]);
  });

  it.each([...exempt])('need the exemption of %s', (path, words) => {
    const file = commented.find((one) => one.path === path);
    const told = file === undefined ? [] : complaintsOf(path, commentsOf(file), oldWords);
    for (const word of words) expect(told.join()).toContain(`says "${word}"`);
  });

  it.each([
    ['src-main/a.ts', "const a = '// no comment'; // the span of it"],
    ['src-main/a.ts', 'const a = /"/;\n/** The\n * span of it. */'],
    ['src-renderer/a.tsx', "export const A = () => <b>don't</b>; // the span of it"],
    ['src-renderer/a.css', '/* the span of it */'],
    ['native/a.cu', "int a = '\"';\n/// The\n/// span of it"],
  ])('are found in %s: %s', (path, text) => {
    expect(commentComplaints({ path, text })).toHaveLength(1);
  });

  it.each([
    ['src-main/a.ts', "const a = '// the span of it'; const b = `/* a span */`;"],
    ['src-main/a.ts', '// Stored as `span`.\nconst span = 1;'],
    ['native/a.cpp', 'const char* a = "// the span of it"; int span = 0;'],
  ])('leave ids, texts and code alone: %s %s', (path, text) => {
    expect(commentComplaints({ path, text })).toEqual([]);
  });
});

describe('names in code', () => {
  const named = files.filter(({ path }) => /^(?:native|src-main|src-renderer)\//.test(path));

  it('use the words of the field', () => {
    expect(named.length).toBeGreaterThan(900);
    expect(named.flatMap(nameComplaints)).toEqual([]);
  });

  it.each([
    ['src-main/a.ts', 'const round = 1;'],
    ['src-main/a.ts', 'function maxRoundsOf() {}'],
    ['src-main/a.ts', 'export type SpanSelect = { readonly id: string };'],
    ['src-main/a.ts', 'const f = ({ span }) => 1;'],
    ['src-main/a.ts', 'const f = (facts: readonly string[]) => 1;'],
    ['src-main/a.ts', 'type A = { readonly span: string };'],
    ['src-main/a.ts', 'const a = b.leastRows;'],
    ['src-renderer/a.tsx', 'export const A = () => <B mostRows={1} />;'],
    ['native/a.h', 'int least_ns = 0;'],
    ['native/a.cu', 'constexpr int kMostBlocks = 4;'],
  ])('are found in %s: %s', (path, text) => {
    expect(nameComplaints({ path, text })).toHaveLength(1);
  });

  it.each([
    [
      'src-main/a.ts',
      "const a = 'span'; // the round of it\nconst b = stored.span + Math.round(rounded);",
    ],
    ['src-main/a.ts', 'const f = ({ span: scope }) => ({ rounds: scope });'],
    ['src-main/core/store/a.ts', 'type Row = { readonly facts: string };'],
    ['src-renderer/a.tsx', 'export const A = () => <span class="tie">round</span>;'],
    [
      'native/a.cpp',
      'void f(std::span<int> all); auto g = array.span(); double h = std::round(x);',
    ],
  ])('leave ids of stored things alone: %s %s', (path, text) => {
    expect(nameComplaints({ path, text })).toEqual([]);
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
