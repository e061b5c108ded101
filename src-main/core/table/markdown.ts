import { withoutBreaks } from '../../contract/line-breaks.ts';

/** A cell of a Markdown table: nothing in it ends the cell, is markup, or names an address that a page fetches. */
export function markdownCell(text: string): string {
  return withoutBreaks(text.replaceAll(/[\\`*_|<>#]/g, '\\$&').replaceAll('](', ']\\('));
}
