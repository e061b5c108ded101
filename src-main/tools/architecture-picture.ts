import type { Arrow, Layer } from './layers.ts';

/** Layers that talk while the program runs; these are no imports. */
const messages: readonly (Arrow & { readonly label: string })[] = [
  { from: 'src-renderer', to: 'src-main/hosts', label: 'API calls' },
  { from: 'src-main/core', to: 'src-main/engine', label: 'messages' },
  { from: 'src-main/engine', to: 'native/addon', label: 'loads' },
];

type Box = Layer & {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const margin = 24;
const gap = 64;
/** Room for the title of a layer. */
const minWidth = 160;
const rowGap = 64;
const chipHeight = 22;
const chipGap = 6;
const padding = 14;
const lineHeight = 16;
/** The native side stands to the right of the rest, from here on. */
const main = { x: margin, width: 840 };
const native = { x: margin + 840 + gap, width: 400 };
const totalWidth = native.x + native.width + margin;

/** Font metrics are the viewer's: a generous width of a letter keeps text inside. */
const letter = { chip: 7, what: 6.2 };

/** The layers as boxes, the highest on top, with arrows for imports (solid) and messages (dashed). */
export function architecturePicture(layers: readonly Layer[], arrows: readonly Arrow[]): string {
  const { boxes, height } = placed(layers);
  const lines = [
    ...arrows.map((arrow) => line(boxes, arrow, '')),
    ...messages.map((arrow) => line(boxes, arrow, arrow.label)),
  ];
  const full = height + 34;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${totalWidth} ${full}" width="${totalWidth}" height="${full}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">`,
    '<title>Layers of Breakeven and the imports between them</title>',
    `<rect width="${totalWidth}" height="${full}" fill="#ffffff"/>`,
    ...boxes.map(drawn),
    ...lines,
    text(
      margin,
      full - 16,
      12,
      '#475569',
      'Solid: imports (those that follow from others are left out). Dashed: messages between processes, and what is loaded at run time.',
    ),
    '</svg>',
    '',
  ].join('\n');
}

function placed(layers: readonly Layer[]): {
  readonly boxes: readonly Box[];
  readonly height: number;
} {
  const ranks = [...new Set(layers.map(({ rank }) => rank))].sort((a, b) => b - a);
  const boxes: Box[] = [];
  let y = margin;
  for (const rank of ranks) {
    const row = [main, native].flatMap((area) => {
      const own = layers.filter((one) => one.rank === rank && isNative(one) === (area === native));
      const columns = sideBySide(own, area.x, area.width);
      const height = Math.max(...columns.map(heightOf));
      return columns.map((column) => ({ ...column, y, height }));
    });
    boxes.push(...row);
    y += Math.max(...row.map(({ height }) => height)) + rowGap;
  }
  return { boxes, height: y - rowGap };
}

function heightOf(column: Column): number {
  return headHeight(column) + chipRows(column).length * (chipHeight + chipGap) + 8;
}

function isNative({ path }: Layer): boolean {
  return path.startsWith('native/');
}

type Column = Layer & { readonly x: number; readonly width: number };

/** A layer with many folders is wider. */
function sideBySide(layers: readonly Layer[], start: number, width: number): readonly Column[] {
  const space = start === native.x ? 16 : gap;
  const room = width - space * (layers.length - 1) - minWidth * layers.length;
  const weight = ({ parts }: Layer): number => 1 + Math.min(parts.length, 9);
  const sum = layers.reduce((total, layer) => total + weight(layer), 0);
  let x = start;
  return layers.map((layer) => {
    const own = minWidth + Math.round((room * weight(layer)) / sum);
    const column = { ...layer, x, width: own };
    x += own + space;
    return column;
  });
}

/** The folders of a layer in lines that fit. */
function chipRows({ parts, width }: Column): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const own = chipWidth(part) + chipGap;
    if (used + own > width - 2 * padding + chipGap) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(part);
    used += own;
  }
  return rows;
}

/** What a layer is for, in lines that fit. */
function whatLines({ what, width }: Column): readonly string[] {
  const room = Math.floor((width - 2 * padding) / letter.what);
  const lines: string[] = [];
  for (const word of what.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function headHeight(column: Column): number {
  return 30 + whatLines(column).length * lineHeight;
}

function chipWidth(part: string): number {
  return Math.ceil(part.length * letter.chip) + 16;
}

function drawn(box: Box): string {
  const { path, x, y, width, height } = box;
  const tint = isNative(box) ? ['#fff7ed', '#fdba74'] : ['#eff6ff', '#93c5fd'];
  const [fill, stroke] = tint;
  const chips = chipRows(box).flatMap((row, i) => {
    let at = x + padding;
    return row.map((part) => {
      const chip = chipWidth(part);
      const top = y + headHeight(box) + i * (chipHeight + chipGap) - 2;
      const shape = `<rect x="${at}" y="${top}" width="${chip}" height="${chipHeight}" rx="5" fill="#ffffff" stroke="${stroke}"/>`;
      const label = text(at + 8, top + 15, 12, '#1e293b', part);
      at += chip + chipGap;
      return shape + label;
    });
  });
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/>`,
    text(x + padding, y + 20, 14, '#0f172a', path, 'font-weight="600"'),
    ...whatLines(box).map((part, i) =>
      text(x + padding, y + 38 + i * lineHeight, 12, '#475569', part),
    ),
    ...chips,
  ].join('\n');
}

/** From box to box: down where they stand above each other, across where they share a row, else aslant. */
function line(boxes: readonly Box[], { from, to }: Arrow, label: string): string {
  const a = boxes.find(({ path }) => path === from);
  const b = boxes.find(({ path }) => path === to);
  if (a === undefined || b === undefined) throw new Error(`${from} -> ${to}: no such layer`);
  const [x1, y1, x2, y2] = ends(a, b, label !== '');
  const style = label === '' ? '' : ' stroke-dasharray="5 4"';
  const stroke = `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#475569" stroke-width="1.5"${style}/>${head(x1, y1, x2, y2)}`;
  if (label === '') return stroke;
  const level = y1 === y2;
  const at = level ? (x1 + x2) / 2 - label.length * 3 : (x1 + x2) / 2 + 8;
  return (
    stroke +
    text(Math.round(at), Math.round((y1 + y2) / 2) - (level ? 6 : -4), 11, '#475569', label)
  );
}

/** The head of an arrow as a triangle of its own: not every viewer draws markers. */
function head(x1: number, y1: number, x2: number, y2: number): string {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const corner = (turn: number): string => {
    const [x, y] = [x2 - 10 * Math.cos(angle + turn), y2 - 10 * Math.sin(angle + turn)];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return `<path d="M${x2} ${y2} L${corner(0.42)} L${corner(-0.42)}z" fill="#475569"/>`;
}

function ends(a: Box, b: Box, dashed: boolean): readonly [number, number, number, number] {
  if (a.y === b.y) {
    const y = a.y + Math.round(a.height / 2);
    return a.x < b.x ? [a.x + a.width, y, b.x, y] : [a.x, y, b.x + b.width, y];
  }
  const [y1, y2] = a.y < b.y ? [a.y + a.height, b.y] : [a.y, b.y + b.height];
  const low = Math.max(a.x, b.x);
  const high = Math.min(a.x + a.width, b.x + b.width);
  if (high - low > 40) {
    const x = Math.round((low + high) / 2) + (dashed ? 30 : 0);
    return [x, y1, x, y2];
  }
  const right = a.x < b.x;
  const inset = 36;
  return [
    right ? a.x + a.width - inset : a.x + inset,
    y1,
    right ? b.x + inset : b.x + b.width - inset,
    y2,
  ];
}

function text(
  x: number,
  y: number,
  size: number,
  fill: string,
  content: string,
  more = '',
): string {
  const safe = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more === '' ? '' : ` ${more}`}>${safe}</text>`;
}
