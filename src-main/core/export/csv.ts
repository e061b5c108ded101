/**
 * RFC 4180 in UTF-8, as this product writes it: `.` decimals, shortest numbers that read back equal, an empty field for a
 * missing value, CRLF at the end of each row. A text that a spreadsheet would run as a formula gets a quote mark in front.
 */
export type Cell = string | number | boolean | null | undefined;

/** A field as it was read: an empty text is written in quotes and a missing value without. */
export type Field = { readonly text: string; readonly quoted: boolean };

const endOfRow = '\r\n';
const looksTyped = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|-?Infinity|true|false)$/;
const startsFormula = /^'*[=+\-@]/;

export function csvRow(cells: readonly Cell[]): string {
  return cells.map(csvField).join(',') + endOfRow;
}

/** One field; strings are text cells, and only they are protected against being taken for formulas. */
export function csvField(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'number') return csvNumber(cell);
  const text = startsFormula.test(cell) ? `'${cell}` : cell;
  // A text that reads like a number or a flag is told from one by its quotes.
  const needsQuotes =
    text === '' || looksTyped.test(text) || /[",\r\n]/.test(text) || text.trim() !== text;
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The shortest decimal that reads back as the same double; NaN is missing. */
export function csvNumber(value: number): string {
  if (Number.isNaN(value)) return '';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Inverse of `csvField` for a text cell; a missing value is null. */
export function textOf({ text, quoted }: Field): string | null {
  if (text === '' && !quoted) return null;
  return /^'+[=+\-@]/.test(text) ? text.slice(1) : text;
}

/** Inverse of `csvField` for a number; null for a missing value, undefined for what is no number. */
export function numberOf({ text }: Field): number | null | undefined {
  if (text === '') return null;
  if (!looksTyped.test(text) || text === 'true' || text === 'false') return undefined;
  return Number(text);
}

/** Inverse of `csvField` for a flag; null for a missing value, undefined for what is no flag. */
export function flagOf({ text }: Field): boolean | null | undefined {
  if (text === '') return null;
  const flags: Readonly<Record<string, boolean>> = {
    true: true,
    TRUE: true,
    false: false,
    FALSE: false,
  };
  return Object.hasOwn(flags, text) ? flags[text] : undefined;
}

/** Inverse of `csvField` where the kind of a cell is told by how it is written. */
export function cellOf(field: Field): string | number | boolean | null {
  if (field.quoted) return textOf(field);
  return numberOf(field) ?? flagOf(field) ?? textOf(field);
}

/**
 * Reads rows from pieces of text, wherever they are cut. Takes CRLF, LF and CR row ends, a byte order mark, and a last row
 * without its end.
 *
 * @throws Error when a quoted field is not closed.
 */
export function* readCsv(pieces: Iterable<string>): Generator<readonly Field[]> {
  const reader = createReader();
  for (const piece of pieces) yield* reader.read(piece);
  yield* reader.end();
}

type State = 'start' | 'plain' | 'quoted' | 'quote-in-quoted';

function createReader() {
  let state: State = 'start';
  let text = '';
  let quoted = false;
  let row: Field[] = [];
  let afterReturn = false;
  let first = true;

  const endField = (): void => {
    row.push({ text, quoted });
    text = '';
    quoted = false;
    state = 'start';
  };
  const endRow = (): readonly Field[] => {
    endField();
    const done = row;
    row = [];
    return done;
  };

  function* read(piece: string): Generator<readonly Field[]> {
    let at = 0;
    if (first && piece !== '') {
      first = false;
      if (piece.charCodeAt(0) === 0xfeff) at = 1;
    }
    while (at < piece.length) {
      const character = piece.charAt(at);
      if (afterReturn) {
        afterReturn = false;
        if (character === '\n') {
          at += 1;
          continue;
        }
      }
      if (state === 'quoted') {
        const close = piece.indexOf('"', at);
        text += piece.slice(at, close < 0 ? piece.length : close);
        if (close >= 0) state = 'quote-in-quoted';
        at = close < 0 ? piece.length : close + 1;
        continue;
      }
      at += 1;
      if (character === '"' && state === 'quote-in-quoted') {
        text += '"';
        state = 'quoted';
      } else if (character === '"' && state === 'start') {
        quoted = true;
        state = 'quoted';
      } else if (character === ',') {
        endField();
      } else if (character === '\n' || character === '\r') {
        afterReturn = character === '\r';
        yield endRow();
      } else {
        text += character;
        state = 'plain';
      }
    }
  }

  function* end(): Generator<readonly Field[]> {
    if (state === 'quoted') throw new Error('a quoted field is not closed');
    if (row.length > 0 || state !== 'start') yield endRow();
  }

  return { read, end };
}
