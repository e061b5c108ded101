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

const factors: Readonly<Record<string, number>> = {
  byte: 1,
  Kbyte: 1e3,
  Mbyte: 1e6,
  Gbyte: 1e9,
  nsecond: 1,
  usecond: 1e3,
  msecond: 1e6,
  second: 1e9,
  ns: 1,
  us: 1e3,
  ms: 1e6,
  s: 1e9,
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
        const value = Number((row[i] ?? '').replaceAll(',', ''));
        if (described.has(name) || row[i] === '' || !Number.isFinite(value)) return [];
        return [[name, value * factorOf(units[i] ?? '')]];
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
  const factor = factors[amount] ?? 1;
  return per === undefined
    ? factor
    : factor / ((factors[per] ?? 1) / (per.startsWith('s') ? 1e9 : 1));
}

/** RFC 4180; lines without a quote are what programs print between. */
function csvRows(text: string): readonly (readonly string[])[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('"'))
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, value = '']) =>
        value.replaceAll('""', '"'),
      ),
    );
}
