import { controls, withoutBreaks } from '../../contract/line-breaks.ts';

/** Colours that this program paints with; no other escape sequence leaves it. */
const paints = '\\[(?:0|1|2|31|32|33)m';

const keepingPaint = new RegExp(`(\\u001b${paints}|\\r(?=\\n))|${controls}`, 'g');
const everything = new RegExp(`(\\r(?=\\n))|${controls}`, 'g');

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
