import type { Draw2D } from './draw.ts';

export type Measure = (text: string) => number;

/** Measures in the given font and leaves the context's own font alone. */
export function measureIn(context: Draw2D, font: string): Measure {
  return (text) => {
    const before = context.font;
    context.font = font;
    const { width } = context.measureText(text);
    context.font = before;
    return width;
  };
}

/** The text cut to `width` with an ellipsis in its middle, so that a common prefix does not hide the difference. */
export function ellipsis(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) {
    return text;
  }
  const characters = [...text];
  const cut = (kept: number): string => {
    const head = Math.ceil(kept * 0.6);
    const start = characters.slice(0, head).join('').trimEnd();
    const end = characters.slice(characters.length - (kept - head)).join('');
    return kept === head ? `${start}…` : `${start}…${end.trimStart()}`;
  };
  return cut(longest(characters.length - 1, (kept) => measure(cut(kept)) <= width));
}

/** The largest count up to `most` that fits, where what does not fit never fits with more; 0 when none does. */
function longest(max: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/** `n = 40` and `95 %` stay on one line. */
const glued = (text: string): string =>
  text.replaceAll(' = ', '\u00a0=\u00a0').replaceAll(' %', '\u00a0%');

/** Where a long word is broken rather than between two letters: after what joins its parts. */
const joints = /[-\u00a0_=:;,./*+]/;

/** A word in pieces of at most `width` and at least one character. */
function piecesOf(word: string, width: number, measure: Measure): readonly string[] {
  const pieces: string[] = [];
  let left = [...word];
  while (left.length > 1 && measure(left.join('')) > width) {
    const all = left;
    const max = longest(all.length - 1, (count) => measure(all.slice(0, count).join('')) <= width);
    const joint = all.slice(0, max).findLastIndex((character) => joints.test(character)) + 1;
    const count = Math.max(1, joint > 0 ? joint : max);
    pieces.push(all.slice(0, count).join('').trim());
    left = all.slice(count);
  }
  return [...pieces, left.join('').trim()].filter((piece) => piece !== '');
}

/**
 * Lines of at most `width`, broken at spaces, and inside a word longer than a line; the last line ends with … if text
 * is left.
 */
export function wrapText(
  text: string,
  width: number,
  measure: Measure,
  maxLines = Number.POSITIVE_INFINITY,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of glued(text)
    .split(/[ \t\n]+/)
    .filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') {
      lines.push(line);
    }
    const pieces = piecesOf(word, width, measure);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  if (line !== '') {
    lines.push(line);
  }
  if (lines.length <= maxLines) {
    return lines;
  }
  const kept = lines.slice(0, maxLines);
  const rest = lines.slice(maxLines - 1).join(' ');
  const cut = (count: number) => `${rest.slice(0, count).trimEnd()}…`;
  kept[maxLines - 1] = cut(longest(rest.length, (count) => measure(cut(count)) <= width));
  return kept;
}
