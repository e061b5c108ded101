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

/** The greatest count up to `most` that fits, where what does not fit never fits with more; 0 when none does. */
function longest(most: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = most;
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

/** Lines of at most `width`, broken at spaces; a word longer than a line is cut; the last line ends with … if text is left. */
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
    line = ellipsis(word, width, measure);
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
