/** Blanks together with the breaks of lines among them, as writing systems know them. */
const blanks = /[\s\u0085]+/g;
const breaks = /[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * The text with one blank in place of each break of lines and the blanks around it. Each run of blanks is looked at
 * once: a million of them, which an imported run may have, takes no longer than a million letters.
 */
export function withoutBreaks(text: string): string {
  return text.replaceAll(blanks, (run) => (breaks.test(run) ? ' ' : run));
}

/**
 * Control characters (C0 but for tab and newline, DEL, C1), marks that turn the direction of text, and the byte order
 * mark: they move a cursor, set the title of a terminal, or show something else than what is there.
 */
export const controls =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]';

const control = new RegExp(controls, 'g');

/** As one line of a document: an imported run may name its variants anything. */
export function documentLine(text: string): string {
  return withoutBreaks(text).replaceAll(control, '');
}
