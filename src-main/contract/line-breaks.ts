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
