/** A cell of a Markdown table: nothing in it ends the cell, is markup, or names an address that a page fetches. */
export function markdownCell(text: string): string {
  return text
    .replaceAll(/[\\`*_|<>#]/g, '\\$&')
    .replaceAll('](', ']\\(')
    .replaceAll(/\s*\n\s*/g, ' ');
}
