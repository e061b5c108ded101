import { badInput } from '../../contract/failure.ts';

/** TOML in the comments of a source file, with the number of its first line in that file. */
export type Block = { readonly text: string; readonly firstLine: number };

/** What a comment line begins with, by the language's family. */
const marks = { slash: /^\s*(?:\/\/|\*(?!\/))? ?/, hash: /^\s*#? ?/, bang: /^\s*!? ?/ } as const;
const begins = {
  slash: /^\s*(?:(?:\/\/|\*)\s*)?\/\/\/\s*breakeven\s*$/,
  hash: /^\s*#\s*\/\/\/\s*breakeven\s*$/,
  bang: /^\s*!\s*\/\/\/\s*breakeven\s*$/,
} as const;
const ends = {
  slash: /^\s*(?:(?:\/\/|\*)\s*)?\/\/\/\s*$/,
  hash: /^\s*#\s*\/\/\/\s*$/,
  bang: /^\s*!\s*\/\/\/\s*$/,
} as const;
const comments = { slash: /^\s*\/\//, hash: /^\s*#/, bang: /^\s*!/ } as const;

/** The family of comments of a file, by its name. */
export function commentFamily(file: string): keyof typeof marks {
  if (/\.py$/i.test(file)) return 'hash';
  return /\.(f|for|f90|f95|f03|f08)$/i.test(file) ? 'bang' : 'slash';
}

/**
 * The `/// breakeven` block of a source file: from a comment line `/// breakeven` to one `///`, as PEP 723 has it. Null where
 * there is none.
 *
 * @throws BreakevenError `bad-input` for a second block and for one that does not end.
 */
export function readBlock(source: string, file: string): Block | null {
  const family = commentFamily(file);
  const lines = source.split(/\r\n|\n|\r/);
  let found: Block | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    if (!begins[family].test(lines[at] ?? '')) continue;
    if (found !== null) {
      const sentence = `${file}:${at + 1}: a second block "/// breakeven"; a file has one`;
      throw badInput(sentence);
    }
    const end = endOf(lines, at, family);
    if (end === null) {
      const sentence = `${file}:${at + 1}: the block "/// breakeven" is not closed; a comment line "///" ends it`;
      throw badInput(sentence);
    }
    const text = lines.slice(at + 1, end).map((line) => line.replace(marks[family], ''));
    found = { text: text.join('\n'), firstLine: at + 2 };
    at = end;
  }
  return found;
}

/** The line that closes the block; null where a line that is no comment, or the end of the file, comes first. */
function endOf(lines: readonly string[], from: number, family: keyof typeof marks): number | null {
  const inside = family === 'slash' && isInComment(lines.slice(0, from).join('\n'));
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (ends[family].test(line)) return at;
    if (begins[family].test(line)) return null;
    if (inside ? line.includes('*/') : line.trim() !== '' && !comments[family].test(line)) {
      return null;
    }
  }
  return null;
}

function isInComment(before: string): boolean {
  return before.lastIndexOf('/*') > before.lastIndexOf('*/');
}
