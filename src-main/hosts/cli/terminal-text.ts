import { withoutBreaks } from '../../contract/line-breaks.ts';

/** Colours that this program paints with; no other escape sequence leaves it. */
const paints = '\\[(?:0|1|2|31|32|33)m';

/**
 * Control characters (C0 but for tab and newline, DEL, C1), marks that turn the direction of text, and the byte order
 * mark: in a terminal they move the cursor, set its title, or show something else than what is there.
 */
const unsafe =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]';

const keepingPaint = new RegExp(`(\\u001b${paints}|\\r(?=\\n))|${unsafe}`, 'g');
const everything = new RegExp(`(\\r(?=\\n))|${unsafe}`, 'g');

/** The text with nothing in it that a terminal would act on, but for the program's own colours where it may paint. */
export function safeForTerminal(text: string, colors: boolean): string {
  return text.replaceAll(colors ? keepingPaint : everything, (_all, kept?: string) => kept ?? '');
}

/** As one line: what a table's cell or a heading can hold of text that anybody may have written. */
export function oneLine(text: string): string {
  return safeForTerminal(withoutBreaks(text), true);
}

/** JSON whose strings escape what a terminal would act on: the same document. */
export function safeJson(text: string): string {
  return text.replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
