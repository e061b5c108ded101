import { brotliDecompressSync } from 'node:zlib';
import type { FigureOptions, FigureSpec } from '../../contract/figure.ts';
import { loadCanvas } from './canvas.ts';
import { figureFamily, fontFiles } from './fonts.ts';

/** First and last of code points that a font has glyphs for. */
export type CodeRange = readonly [number, number];

/** Place of a table's tag in the list of the format (W3C, WOFF File Format 2.0, 4.1). */
const tags = { cmap: 0, glyf: 10, loca: 11, other: 63 };
const headerBytes = 48;

/**
 * The code points of a WOFF2 file, from its table of characters (OpenType `cmap`, formats 4 and 12), which the format
 * only compresses.
 */
export function codeRangesOf(file: Buffer): readonly CodeRange[] {
  let at = headerBytes;
  const number128 = (): number => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at);
      at += 1;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let cmap: { readonly from: number; readonly bytes: number } | null = null;
  for (let i = 0; i < file.readUInt16BE(12); i += 1) {
    const flags = file.readUInt8(at);
    const tag = flags & 63;
    const transform = flags >> 6;
    at += tag === tags.other ? 5 : 1;
    const original = number128();
    // Outlines are transformed unless it says so, every other table only where it does.
    const outlines = tag === tags.glyf || tag === tags.loca;
    const bytes = (outlines ? transform !== 3 : transform !== 0) ? number128() : original;
    if (tag === tags.cmap) cmap = { from: offset, bytes };
    offset += bytes;
  }
  if (cmap === null) return [];
  const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  return rangesOf(tables.subarray(cmap.from, cmap.from + cmap.bytes));
}

function rangesOf(cmap: Buffer): readonly CodeRange[] {
  return Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => {
    const table = cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4));
    switch (table.readUInt16BE(0)) {
      case 4: {
        const segments = table.readUInt16BE(6) / 2;
        return Array.from({ length: segments }, (__, k): CodeRange => {
          const last = table.readUInt16BE(14 + k * 2);
          return [table.readUInt16BE(16 + segments * 2 + k * 2), last];
        }).filter(([first]) => first !== 0xffff);
      }
      case 12:
        return Array.from(
          { length: table.readUInt32BE(12) },
          (__, k): CodeRange => [
            table.readUInt32BE(16 + k * 12),
            table.readUInt32BE(16 + k * 12 + 4),
          ],
        );
      default:
        return [];
    }
  }).flat();
}

let known: readonly CodeRange[] | undefined;

function hasGlyph(character: string): boolean {
  known ??= fontFiles()
    .filter(({ weight }) => weight === 400)
    .flatMap(({ bytes }) => codeRangesOf(bytes));
  const code = character.codePointAt(0) ?? 0;
  return known.some(([first, last]) => code >= first && code <= last);
}

/** What no font has a glyph for. */
const noncharacter = '\u{10ffff}';

/** Whether another font of this machine stands in: then the character does not look like one that none has. */
export function standsIn(character: string): boolean {
  const side = 24;
  const picture = (text: string): Buffer => {
    const canvas = loadCanvas().createCanvas(side * 2, side * 2);
    const context = canvas.getContext('2d');
    context.font = `${side}px ${figureFamily}`;
    context.fillText(text, side / 2, side * 1.4);
    return canvas.data();
  };
  return !picture(character).equals(picture(noncharacter));
}

/** The texts that are drawn into the picture, or set next to it by a reader of its file. */
function textsOf(spec: FigureSpec, parts: Partial<FigureOptions>): readonly string[] {
  const { title = true, caption = true, legend = true } = parts;
  return [
    ...(title ? [spec.title] : []),
    ...(caption ? [spec.caption] : []),
    ...(legend ? spec.series.map(({ label }) => label) : []),
    ...[spec.x, spec.y].flatMap(({ label, categories = [] }) => [label, ...categories]),
    ...spec.bands.map(({ label }) => label),
  ];
}

const maxNamed = 12;

/**
 * Which characters of the figure neither its own font has nor another one of this machine, in one sentence; nothing where
 * all are drawn.
 */
export function glyphNote(
  spec: FigureSpec,
  parts: Partial<FigureOptions> = {},
  isElsewhere = standsIn,
): string | null {
  const characters = new Set(textsOf(spec, parts).flatMap((text) => [...text]));
  const missing = [...characters].filter(
    (one) => !/[\s\u200b]/.test(one) && !hasGlyph(one) && !isElsewhere(one),
  );
  if (missing.length === 0) return null;
  const names = missing.slice(0, maxNamed).map(nameOf).join(', ');
  const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
  return `no font here has ${names}${more}: boxes replace them`;
}

/** `語 (U+8A9E)`; the number alone of what does not stand by itself in a line of text. */
function nameOf(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `${character} (${code})` : code;
}
