import type { Metric, StoredCase } from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';

/** What a column holds, as the metadata file says it; `id` names the axis, fact or statistic, `span` the span. */
export type Column = {
  readonly name: string;
  readonly role: 'field' | 'axis' | 'metric' | 'answer' | 'fact';
  readonly id: string;
  readonly span?: string;
  /** `scalar`: number, flag or text, told apart by how a cell is written. */
  readonly type: 'text' | 'number' | 'flag' | 'scalar';
  readonly unit?: string;
  readonly help: string;
};

type Named = readonly [id: string, type: Column['type'], help: string, unit?: string];

const identity: readonly Named[] = [
  ['run', 'text', 'Id of the run'],
  ['case', 'number', 'Index of the case in the plan'],
  ['workload', 'text', 'What was computed'],
  ['variant', 'text', 'Which implementation computed it'],
];

const classification: readonly Named[] = [
  ['device', 'text', 'cpu, cuda or cpu+cuda'],
  ['kind', 'text', 'study, library or fast'],
  ['outcome', 'text', 'ok, skipped or failed'],
  ['reason', 'text', 'Why it was skipped or failed'],
];

const measured: readonly Named[] = [
  ['span', 'text', 'The span of the statistics whose columns have no prefix'],
];

type Statistic = {
  readonly type: 'number' | 'flag';
  readonly help: string;
  readonly unit?: string;
  /** Where the name in a table is another than in the contract. */
  readonly name?: string;
};

/** One column for each statistic that the contract knows; a new one there is a type error here. */
const statistics: { readonly [S in keyof Required<Metric>]: Statistic } = {
  // In a table, n is the size of the problem.
  n: { type: 'number', help: 'Number of samples', name: 'samples' },
  min_ns: { type: 'number', help: 'Smallest', unit: 'ns' },
  q1_ns: { type: 'number', help: 'First quartile', unit: 'ns' },
  median_ns: { type: 'number', help: 'Geometric mean of the medians of processes', unit: 'ns' },
  q3_ns: { type: 'number', help: 'Third quartile', unit: 'ns' },
  p95_ns: { type: 'number', help: '95th percentile', unit: 'ns' },
  p99_ns: { type: 'number', help: '99th percentile; empty below 100 samples', unit: 'ns' },
  max_ns: { type: 'number', help: 'Greatest', unit: 'ns' },
  mean_ns: { type: 'number', help: 'Arithmetic mean', unit: 'ns' },
  sd_ns: { type: 'number', help: 'Standard deviation', unit: 'ns' },
  relative_iqr: { type: 'number', help: 'Interquartile range over median' },
  ci95_lo_ns: {
    type: 'number',
    help: 'Lower end of the 95 % interval of the median, of this run',
    unit: 'ns',
  },
  ci95_hi_ns: {
    type: 'number',
    help: 'Upper end of the 95 % interval of the median, of this run',
    unit: 'ns',
  },
  ci99_lo_ns: { type: 'number', help: 'Lower end of the 99 % interval of the median', unit: 'ns' },
  ci99_hi_ns: { type: 'number', help: 'Upper end of the 99 % interval of the median', unit: 'ns' },
  outliers: { type: 'number', help: 'Samples flagged as outliers; none is removed' },
  slow_first: { type: 'flag', help: 'The first sample was slow' },
  lag1: { type: 'number', help: 'Correlation of neighbouring samples' },
  effective_n: { type: 'number', help: 'Independent samples that would know the median as well' },
  correlated: { type: 'flag', help: 'Neighbouring samples are alike beyond chance' },
  processes: { type: 'number', help: 'Processes that the median is of' },
  process_sd: { type: 'number', help: 'Standard deviation of the logarithms of their medians' },
  run_sd: { type: 'number', help: 'The same from run to run, assumed or learned' },
  repeat95_lo_ns: {
    type: 'number',
    help: 'Lower end of the 95 % interval of the median of another run',
    unit: 'ns',
  },
  repeat95_hi_ns: {
    type: 'number',
    help: 'Upper end of the 95 % interval of the median of another run',
    unit: 'ns',
  },
};

const derived: readonly Named[] = [
  ['throughput_gb_per_s', 'number', 'Bytes moved over the median', 'GB/s'],
  ['operations_per_s', 'number', 'Operations over the median', '1/s'],
  ['ratio_to_baseline', 'number', 'Ratio of medians; below 1 is faster'],
  ['ratio_ci95_lo', 'number', 'Lower end of the 95 % interval of the ratio'],
  ['ratio_ci95_hi', 'number', 'Upper end of the 95 % interval of the ratio'],
  ['verdict', 'text', 'What the ratio means'],
  ['verdict_reason', 'text', 'Why'],
  ['baseline', 'text', 'What it was compared with'],
];

const rest: readonly Named[] = [
  ['cold_start_ns', 'number', 'First launch in the process; not among the samples', 'ns'],
  ['stop_reason', 'text', 'Why sampling ended'],
  ['bytes_moved', 'number', 'By one run of the computation', 'B'],
  ['operations', 'number', 'By one run of the computation'],
  ['operation_unit', 'text', 'What an operation is'],
  ['verified', 'flag', 'The answer was checked and is right'],
  ['verification_rule', 'text', 'How answers are compared'],
  ['verification', 'text', 'What the check found'],
  ['max_error', 'number', 'Greatest error found'],
  ['sha256', 'text', 'Of the output, little-endian'],
  ['warnings', 'text', 'JSON list of sentences; empty when there are none'],
  ['finished_at', 'text', 'ISO 8601, UTC'],
];

const sampled: readonly Named[] = [
  ['span', 'text', 'What was timed; a call that is the kernel alone is listed once, as kernel'],
  ['round', 'number', 'Engine process of the case, from 0'],
  ['sample', 'number', 'Number of the sample in its round, from 0'],
  ['time_ns', 'number', 'Time of one run of the computation', 'ns'],
  ['clock_hz', 'number', 'SM clock during the sample; empty when not known', 'Hz'],
  ['cpu_ns', 'number', 'CPU time of the process during the sample', 'ns'],
  ['repeats', 'number', 'Runs of the computation in this sample; the time is of one'],
  ['launch_included', 'flag', 'The time includes the latency of the launch'],
];

const field = ([id, type, help, unit]: Named): Column => ({
  name: id,
  role: 'field',
  id,
  type,
  ...(unit === undefined ? {} : { unit }),
  help,
});

function metricColumns(span: string, prefix: string): readonly Column[] {
  return Object.entries(statistics).map(([id, { name, ...described }]) => ({
    name: prefix + (name ?? id),
    role: 'metric' as const,
    id,
    span,
    ...described,
  }));
}

function named(role: 'axis' | 'answer' | 'fact', prefix: string, help: string) {
  return (id: string): Column => ({ name: prefix + id, role, id, type: 'scalar', help });
}

/** Names that mean the same in every table of this product: an axis called so gets a prefix in all of them. */
const reserved: ReadonlySet<string> = new Set([
  ...[...identity, ...classification, ...measured, ...derived, ...rest, ...sampled].map(
    ([id]) => id,
  ),
  ...metricColumns('', '').map(({ name }) => name),
]);

/**
 * Columns of the summary, one row a case. Statistics of the headline span have no prefix, those of every other span begin
 * with its id; an axis whose name is taken begins with `axis_`.
 */
export function summaryColumns(cases: readonly StoredCase[]): readonly Column[] {
  const spans = [...new Set(cases.flatMap((each) => besideHeadline(each)))];
  const answers = keysOf(cases.map((each) => each.answer?.facts ?? {}));
  const facts = keysOf(cases.map((each) => each.facts));
  return distinct([
    ...[...identity, ...classification].map(field),
    ...axisColumns(cases),
    ...measured.map(field),
    ...metricColumns('', ''),
    ...[...derived, ...rest].map(field),
    ...spans.flatMap((span) => metricColumns(span, `${span}_`)),
    ...answers.map(named('answer', 'answer_', 'Fact of the answer')),
    ...facts.map(named('fact', 'fact_', 'Fact of the case')),
  ]);
}

/** Columns of the samples, one row a sample. */
export function sampleColumns(cases: readonly StoredCase[]): readonly Column[] {
  return distinct([...identity.map(field), ...axisColumns(cases), ...sampled.map(field)]);
}

function axisColumns(cases: readonly StoredCase[]): readonly Column[] {
  const help = 'Axis of the plan; empty where it does not apply';
  return keysOf(cases.map((each) => each.values)).map((axis) =>
    named('axis', reserved.has(axis.toLowerCase()) ? 'axis_' : '', help)(axis),
  );
}

function besideHeadline({ metrics }: StoredCase): readonly string[] {
  const spans = Object.keys(metrics);
  const headline = headlineScope(spans);
  return spans.filter((span) => span !== headline);
}

/** Keys in the order of their first appearance. */
function keysOf(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** Makes names differ, case aside, where ids of the catalog collide in spite of the prefixes. */
function distinct(columns: readonly Column[]): readonly Column[] {
  const seen = new Set<string>();
  return columns.map((column) => {
    let name = column.name;
    for (let i = 2; seen.has(name.toLowerCase()); i += 1) name = `${column.name}_${i}`;
    seen.add(name.toLowerCase());
    return name === column.name ? column : { ...column, name };
  });
}
