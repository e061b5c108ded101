import type { Column } from '../../core/table/table.ts';
import { oneLine } from './terminal-text.ts';

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Prose in narrower columns is hard to read: below this other columns leave first, and only then it wraps further. */
const minProse = 24;
const narrowestProse = 10;
/** No line of prose is broken below this. */
const minLine = 40;
const gap = 2;

type More = Omit<Partial<Column>, 'title' | 'align'>;

export const left = (title: string, more: More = {}): Column => ({ title, align: 'left', ...more });
export const right = (title: string, more: More = {}): Column => ({
  ...{ title, align: 'right', ...more },
});
/** Whose cells may be broken into lines. */
export const prose = (title: string): Column => left(title, { wraps: true });

/**
 * Aligned columns two spaces apart, a rule under the header. Cells may hold colour codes; those take no width.
 *
 * @param room width of the terminal that shows the table. Prose wraps first, then columns leave in their order and are
 *   named below the table unless `names` is false. Absent (a pipe, a file): the table is as wide as its cells.
 */
export function formatTable(
  columns: readonly Column[],
  given: readonly (readonly string[])[],
  room?: number | undefined,
  {
    rule: isRuled = true,
    names = true,
  }: { readonly rule?: boolean; readonly names?: boolean } = {},
): string {
  const rows = given.map((row) => row.map(oneLine));
  const natural = columns.map((column, i) =>
    Math.max(width(column.title), ...rows.map((row) => width(row[i] ?? ''))),
  );
  const { kept, widths } = fitted(columns, natural, room ?? Number.POSITIVE_INFINITY);
  const line = (cells: readonly string[]): string =>
    kept
      .map((i, at) => pad(cells[i] ?? '', widths[at] ?? 0, columns[i]?.align ?? 'left'))
      .join(' '.repeat(gap))
      .trimEnd();
  const head = line(columns.map((column) => column.title));
  const rule = widths.map((it) => '-'.repeat(it)).join(' '.repeat(gap));
  const broken = (cells: readonly string[]): readonly string[] => {
    const parts = cells.map((cell, i) => {
      const at = kept.indexOf(i);
      const max = widths[at] ?? 0;
      return at >= 0 && width(cell) > max ? linesOf(cell, max) : [cell];
    });
    const height = Math.max(1, ...parts.map(({ length }) => length));
    return Array.from({ length: height }, (_, n) => line(parts.map((part) => part[n] ?? '')));
  };
  const gone = columns.filter((_, i) => !kept.includes(i)).map(({ title }) => title);
  const named = `not shown at this width: ${gone.join(', ')}`;
  const note = gone.length === 0 || !names ? [] : [wrap(named, Math.max(minLine, room ?? 0), 0)];
  return `${[head, ...(isRuled ? [rule] : []), ...rows.flatMap(broken), ...note].join('\n')}\n`;
}

type Fit = { readonly kept: readonly number[]; readonly widths: readonly number[] };

/** The columns that stay, with their widths: at their natural ones as far as there is room. */
function fitted(columns: readonly Column[], natural: readonly number[], room: number): Fit {
  let kept = columns.map((_, i) => i);
  const leaving = kept
    .filter((i) => columns[i]?.drop !== undefined)
    .sort((a, b) => (columns[a]?.drop ?? 0) - (columns[b]?.drop ?? 0));
  for (;;) {
    const widths = wrapped(kept, columns, natural, { room, minimum: minProse });
    if (lineWidth(widths) <= room) return { kept, widths };
    const next = leaving.shift();
    if (next === undefined) {
      return { kept, widths: wrapped(kept, columns, natural, { room, minimum: narrowestProse }) };
    }
    kept = kept.filter((i) => i !== next);
  }
}

/** Widths with prose as narrow as it has to be: the widest gives way until all are equally wide. */
function wrapped(
  kept: readonly number[],
  columns: readonly Column[],
  natural: readonly number[],
  { room, minimum }: { readonly room: number; readonly minimum: number },
): readonly number[] {
  const widths = kept.map((i) => natural[i] ?? 0);
  for (;;) {
    const over = lineWidth(widths) - room;
    const prose = kept.flatMap((i, at) => {
      const now = widths[at] ?? 0;
      const min = Math.max(minimum, width(columns[i]?.title ?? ''));
      return columns[i]?.wraps === true && now > min ? [{ at, now, min }] : [];
    });
    const [widest, second] = prose.sort((a, b) => b.now - a.now);
    if (!(over > 0) || widest === undefined) return widths;
    const step = second === undefined || second.now === widest.now ? 1 : widest.now - second.now;
    const gives = second === undefined ? over : Math.min(over, step);
    widths[widest.at] = Math.max(widest.min, widest.now - gives);
  }
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, it) => sum + it, 0) + gap * Math.max(0, widths.length - 1);
}

/** A cell on several lines; a colour around all of it is around each. */
function linesOf(cell: string, max: number): readonly string[] {
  const codes = cell.match(escapes) ?? [];
  const [opening = ''] = codes;
  const closing = codes.at(-1) ?? '';
  const plain = cell.replaceAll(escapes, '');
  return wrap(plain, max, 0)
    .split('\n')
    .flatMap((text) => pieces(text, max))
    .map((text) => opening + text + closing);
}

/** A word that is longer than a line goes on in the next. */
function pieces(text: string, max: number): readonly string[] {
  const letters = [...text];
  const count = Math.max(1, Math.ceil(letters.length / max));
  return Array.from({ length: count }, (_, i) => letters.slice(i * max, (i + 1) * max).join(''));
}

/** Breaks text at spaces into lines of at most `width` characters, each after `indent` spaces. */
export function wrap(text: string, lineWidth: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > lineWidth - indent) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

function width(text: string): number {
  return [...text.replaceAll(escapes, '')].length;
}

function pad(text: string, to: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, to - width(text)));
  return align === 'left' ? text + space : space + text;
}
