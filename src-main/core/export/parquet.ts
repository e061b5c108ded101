import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell } from '../table/table.ts';
import type { Column } from './columns.ts';

/** Rows that are encoded at once: large enough for dictionaries to pay, small enough for any number of samples. */
const groupRows = 100_000;

type Kind = 'STRING' | 'DOUBLE' | 'INT32' | 'BOOLEAN';
/** One array a column, all equally long. */
export type Columnar = readonly (readonly Cell[] | Float64Array)[];

/** Indexes: whole numbers below 2^31 in every run. */
const indexes: ReadonlySet<string> = new Set(['case', 'repetition', 'sample']);

/**
 * A table as one Parquet file, in pieces. What is not known is null: NaN is none of its values.
 *
 * @param groups parts of the rows, in order
 * @param kinds of columns whose cells may be of any type, by name
 */
export function* parquetTable(
  runId: string,
  columns: readonly Column[],
  groups: Iterable<Columnar>,
  kinds: ReadonlyMap<string, Kind> = new Map(),
): Generator<Uint8Array> {
  const typed = columns.map((column) => ({ name: column.name, kind: kindOf(column, kinds) }));
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'root', num_children: columns.length },
      ...typed.map(({ name, kind }) => ({
        name,
        type: kind === 'STRING' ? ('BYTE_ARRAY' as const) : kind,
        ...(kind === 'STRING' ? { converted_type: 'UTF8' as const } : {}),
        repetition_type: 'OPTIONAL' as const,
      })),
    ],
    createdBy: 'Breakeven',
    // Says which run it is, so that another run does not replace it.
    kvMetadata: [{ key: 'run', value: runId }],
  });
  const taken = (): Uint8Array => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  for (const group of gathered(groups)) {
    const columnData = typed.map(({ name, kind }, i) => ({
      name,
      data: Array.from(group[i] ?? [], (cell) => cellOf(cell, kind)),
    }));
    writer.write({ columnData, rowGroupSize: groupRows });
    yield taken();
  }
  writer.finish();
  yield taken();
}

/** The kind of each column whose cells may be of any type: numbers, flags, or else text. */
export function kindsOf(columns: readonly Column[], rows: readonly (readonly Cell[])[]) {
  return new Map(
    columns.flatMap(({ name, type }, i): (readonly [string, Kind])[] => {
      if (type !== 'scalar') return [];
      const types = new Set(rows.flatMap((row) => (row[i] == null ? [] : [typeof row[i]])));
      const [only] = types;
      if (types.size !== 1) return [[name, 'STRING']];
      return [[name, only === 'number' ? 'DOUBLE' : only === 'boolean' ? 'BOOLEAN' : 'STRING']];
    }),
  );
}

function kindOf({ name, type }: Column, kinds: ReadonlyMap<string, Kind>): Kind {
  switch (type) {
    case 'number':
      return indexes.has(name) ? 'INT32' : 'DOUBLE';
    case 'flag':
      return 'BOOLEAN';
    case 'scalar':
      return kinds.get(name) ?? 'STRING';
    default:
      return 'STRING';
  }
}

function cellOf(cell: Cell, kind: Kind): string | number | boolean | null {
  if (cell == null || (typeof cell === 'number' && Number.isNaN(cell))) return null;
  return kind === 'STRING' ? String(cell) : cell;
}

/** Small groups put together. */
function* gathered(groups: Iterable<Columnar>): Generator<Columnar> {
  let held: Cell[][] = [];
  for (const group of groups) {
    const length = group[0]?.length ?? 0;
    for (let from = 0; from < length; ) {
      const before = held[0]?.length ?? 0;
      const to = Math.min(length, from + groupRows - before);
      for (const [i, cells] of group.entries()) {
        const column = held[i] ?? [];
        held[i] = column;
        for (let at = from; at < to; at += 1) column.push(cells[at]);
      }
      from = to;
      if ((held[0]?.length ?? 0) >= groupRows) {
        yield held;
        held = [];
      }
    }
  }
  if ((held[0]?.length ?? 0) > 0) yield held;
}
