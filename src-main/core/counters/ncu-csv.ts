import { badInput } from '../../contract/failure.ts';

/** One kernel launch, or one range of several, as Nsight Compute counted it, in base units: bytes, nanoseconds, percent, counts. */
export type Launch = {
  readonly kernel: string;
  readonly grid: string;
  readonly block: string;
  /** It was inside the range that a profiled execution is marked with. */
  readonly inRange: boolean;
  readonly metrics: Readonly<Record<string, number>>;
};

export type NcuFile = {
  readonly launches: readonly Launch[];
  /** Whether ncu held the clock at its base; null where what it printed is not in the file. */
  readonly clockLocked: boolean | null;
};

/** Amounts in bytes, times in nanoseconds; ncu has long and short names of times. */
const amounts: Readonly<Record<string, number>> = { byte: 1, Kbyte: 1e3, Mbyte: 1e6, Gbyte: 1e9 };
const times: Readonly<Record<string, number>> = {
  ...{ nsecond: 1, usecond: 1e3, msecond: 1e6, second: 1e9 },
  ...{ ns: 1, us: 1e3, ms: 1e6, s: 1e9 },
};

/** Columns that say which launch a row is of; all others of the page "raw" are metrics. */
const kernelColumn = 'Kernel Name';
const described = new Set([
  ...['ID', 'Process ID', 'Process Name', 'Host Name', kernelColumn, 'Context', 'Stream'],
  ...['Block Size', 'Grid Size', 'Device', 'CC', 'Section Name', 'Domain'],
]);
const rangeColumn = /Range:PL_Type/;
/** As these columns write the range that `profile` makes. */
const range = 'breakeven:execution:';

/** Attributes of the device and of the profiler that the page "raw" repeats for each launch: no counters. */
const attribute =
  /^(?:device__attribute|profiler|c2clink|nvlink|numa|pcie)_|^launch__(?:context|stream|device)_id|TriageCompute/;

/** What the sections of the page "details" call a metric, where it is not called by its name. */
const sectionNames: Readonly<Record<string, string>> = {
  Duration: 'gpu__time_duration.sum',
  'Achieved Occupancy': 'sm__warps_active.avg.pct_of_peak_sustained_active',
  'Registers Per Thread': 'launch__registers_per_thread',
  'DRAM Throughput': 'gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed',
  'L2 Hit Rate': 'lts__t_sector_hit_rate.pct',
  'Compute (SM) Throughput': 'sm__throughput.avg.pct_of_peak_sustained_elapsed',
};

/**
 * Reads what `ncu --csv` prints: the page "raw" (a header, a row of units, a row a launch) or "details" (a row a metric).
 * Lines of the profiled program and of ncu itself before the header are passed over.
 *
 * @throws BreakevenError `bad-input` for a text that is none.
 */
export function readNcuCsv(text: string): NcuFile {
  const rows = csvRows(text);
  const at = rows.findIndex((row) => row.includes(kernelColumn));
  const head = rows[at];
  if (head === undefined) {
    throw badInput(
      'counters: no column "Kernel Name" was found; export with `ncu --csv --page raw`',
    );
  }
  const body = rows.slice(at + 1).filter((row) => row.length === head.length);
  const launches = head.includes('Metric Name')
    ? detailsLaunches(head, body)
    : rawLaunches(head, body);
  if (launches.length === 0) {
    throw badInput('counters: the file has no kernel launch');
  }
  const printed = text.includes('==PROF==');
  return { launches, clockLocked: printed ? !text.includes('unmodified GPU clocks') : null };
}

function rawLaunches(
  head: readonly string[],
  body: readonly (readonly string[])[],
): readonly Launch[] {
  const [units = [], ...rows] = body;
  const kernelAt = head.indexOf(kernelColumn);
  return rows
    .filter((row) => row[kernelAt] !== '')
    .map((row) => {
      const metrics = head.flatMap((name, i): [string, number][] => {
        if (described.has(name) || rangeColumn.test(name)) return [];
        return metric(name, row[i] ?? '', units[i] ?? '');
      });
      return launchOf(head, row, metrics);
    });
}

/** Rows of one launch have one ID. */
function detailsLaunches(
  head: readonly string[],
  body: readonly (readonly string[])[],
): readonly Launch[] {
  const at = (name: string) => head.indexOf(name);
  const [id, name, unit, value] = [
    at('ID'),
    at('Metric Name'),
    at('Metric Unit'),
    at('Metric Value'),
  ];
  const kernelAt = at(kernelColumn);
  const named = body.filter((row) => row[kernelAt] !== '' && row[name] !== '');
  return [...Map.groupBy(named, (row) => row[id])].map(([, rows]) => {
    const metrics = rows.flatMap((row) => {
      const text = row[name] ?? '';
      const known = Object.hasOwn(sectionNames, text) ? sectionNames[text] : text;
      return metric(known ?? text, row[value] ?? '', row[unit] ?? '');
    });
    return launchOf(head, rows[0] ?? [], metrics);
  });
}

/** None for `n/a`, a word, and what is no counter. */
function metric(name: string, text: string, unit: string): [string, number][] {
  const value = text === '' ? Number.NaN : Number(text.replaceAll(',', '')) * factorOf(unit);
  return Number.isFinite(value) && !attribute.test(name) ? [[name, value]] : [];
}

function launchOf(
  head: readonly string[],
  row: readonly string[],
  metrics: readonly (readonly [string, number])[],
): Launch {
  const cell = (name: string) => row[head.indexOf(name)] ?? '';
  return {
    kernel: cell(kernelColumn),
    grid: cell('Grid Size'),
    block: cell('Block Size'),
    inRange: head.some((name, i) => rangeColumn.test(name) && row[i]?.includes(range) === true),
    metrics: Object.fromEntries(metrics),
  };
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
