import { BreakevenError } from './failure.ts';

/** One kernel launch as Nsight Compute counted it, in base units: bytes, nanoseconds, percent, counts. */
export type KernelCounters = {
  readonly kernel: string;
  readonly grid: string;
  readonly block: string;
  readonly metrics: Readonly<Record<string, number>>;
};

export type ImportedCounters = {
  /** Name of the file. */
  readonly name: string;
  readonly importedAt: string;
  readonly kernels: readonly KernelCounters[];
};

/** Amounts in bytes, times in nanoseconds; ncu has long and short names of times. */
const amounts: Readonly<Record<string, number>> = { byte: 1, Kbyte: 1e3, Mbyte: 1e6, Gbyte: 1e9 };
const times: Readonly<Record<string, number>> = {
  ...{ nsecond: 1, usecond: 1e3, msecond: 1e6, second: 1e9 },
  ...{ ns: 1, us: 1e3, ms: 1e6, s: 1e9 },
};

/** Columns that say which launch a row is of; all others are metrics. */
const kernelColumn = 'Kernel Name';
const described = new Set([
  ...['ID', 'Process ID', 'Process Name', 'Host Name', kernelColumn, 'Context', 'Stream'],
  ...['Block Size', 'Grid Size', 'Device', 'CC', 'Section Name', 'Domain'],
]);

/**
 * Reads what `ncu --csv --page raw` prints: a header, a row of units, a row a kernel launch. Lines of the profiled program
 * and of ncu itself before the header are passed over.
 *
 * @throws BreakevenError `bad-input` for a text that is none.
 */
export function readNcuCsv(text: string): readonly KernelCounters[] {
  const rows = csvRows(text);
  const at = rows.findIndex((row) => row.includes(kernelColumn));
  const head = rows[at];
  const units = rows[at + 1];
  if (head === undefined || units === undefined) {
    throw new BreakevenError(
      'bad-input',
      'counters: no column "Kernel Name" was found; export with `ncu --csv --page raw`',
    );
  }
  if (head.includes('Metric Name')) {
    throw new BreakevenError(
      'bad-input',
      'counters: this is the page "details" of ncu; export with `ncu --csv --page raw`',
    );
  }
  const cell = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? '';
  const kernels = rows
    .slice(at + 2)
    .filter((row) => row.length === head.length && cell(row, kernelColumn) !== '')
    .map((row): KernelCounters => {
      const metrics = head.flatMap((name, i): [string, number][] => {
        const value = Number((row[i] ?? '').replaceAll(',', '')) * factorOf(units[i] ?? '');
        if (described.has(name) || row[i] === '' || !Number.isFinite(value)) return [];
        return [[name, value]];
      });
      return {
        kernel: cell(row, kernelColumn),
        grid: cell(row, 'Grid Size'),
        block: cell(row, 'Block Size'),
        metrics: Object.fromEntries(metrics),
      };
    });
  if (kernels.length === 0) {
    throw new BreakevenError('bad-input', 'counters: the file has no kernel launch');
  }
  return kernels;
}

/** `Gbyte/second` is a rate: its base is bytes a second. */
function factorOf(unit: string): number {
  const [amount = '', per] = unit.split('/');
  const factor = known(amounts, amount) ?? known(times, amount) ?? 1;
  if (per === undefined) return factor;
  const perNs = known(times, per);
  return perNs === undefined ? factor / (known(amounts, per) ?? 1) : factor * (1e9 / perNs);
}

/** A unit of a file may be named like what every object has. */
const known = (table: Readonly<Record<string, number>>, name: string): number | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** RFC 4180; lines without a quote are what programs print between. */
function csvRows(text: string): readonly (readonly string[])[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('"'))
    .map(cellsOf);
}

/** The quoted cells at the beginning of a line, each character looked at once: others may have written the file. */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let from = 0;
  while (line[from] === '"') {
    const end = closingQuote(line, from + 1);
    if (end === line.length) return cells;
    cells.push(line.slice(from + 1, end).replaceAll('""', '"'));
    if (line[end + 1] !== ',') return cells;
    from = end + 2;
  }
  return cells;
}

const quote = 0x22;

/** Where the quote is that closes a cell, two in a row being one of its characters; the end of the line without one. */
function closingQuote(line: string, from: number): number {
  let at = from;
  while (at < line.length) {
    if (line.charCodeAt(at) === quote) {
      if (line.charCodeAt(at + 1) !== quote) return at;
      at += 1;
    }
    at += 1;
  }
  return line.length;
}
