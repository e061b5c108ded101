import type { Metric, StoredCase } from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';

/**
 * What a column holds, as the metadata file says it; `id` names the axis, attribute or statistic, `scope` the
 * timing scope.
 */
export type Column = {
  readonly name: string;
  readonly role: 'field' | 'axis' | 'metric' | 'answer' | 'attribute';
  readonly id: string;
  readonly scope?: string;
  /** `scalar`: number, flag or text, distinguished by how a cell is written. */
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
  ['scope', 'text', 'Timing scope of the columns without a prefix'],
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
  leftOut: { type: 'number', help: 'Samples of disturbed repetitions, which no statistic is of' },
  minNs: { type: 'number', help: 'Minimum', unit: 'ns' },
  q1Ns: { type: 'number', help: 'First quartile', unit: 'ns' },
  medianNs: { type: 'number', help: 'Location of the medians of processes', unit: 'ns' },
  q3Ns: { type: 'number', help: 'Third quartile', unit: 'ns' },
  p95Ns: { type: 'number', help: '95th percentile', unit: 'ns' },
  p99Ns: { type: 'number', help: '99th percentile; empty below 100 samples', unit: 'ns' },
  maxNs: { type: 'number', help: 'Maximum', unit: 'ns' },
  meanNs: { type: 'number', help: 'Arithmetic mean of the samples', unit: 'ns' },
  sdNs: { type: 'number', help: 'Standard deviation', unit: 'ns' },
  relativeIqr: { type: 'number', help: 'Interquartile range over median' },
  ci95LoNs: {
    type: 'number',
    help: 'Lower end of the 95 % confidence interval of the median in this run',
    unit: 'ns',
  },
  ci95HiNs: {
    type: 'number',
    help: 'Upper end of the 95 % confidence interval of the median in this run',
    unit: 'ns',
  },
  ci99LoNs: {
    type: 'number',
    help: 'Lower end of the 99 % confidence interval of the median',
    unit: 'ns',
  },
  ci99HiNs: {
    type: 'number',
    help: 'Upper end of the 99 % confidence interval of the median',
    unit: 'ns',
  },
  outliers: { type: 'number', help: 'Samples flagged as outliers; none is removed' },
  slowFirst: { type: 'flag', help: 'The first sample was slow' },
  lag1: { type: 'number', help: 'Lag-1 autocorrelation of the samples' },
  effectiveN: {
    type: 'number',
    help: 'Effective sample size: number of independent samples with the same precision',
  },
  correlated: { type: 'flag', help: 'The samples are significantly autocorrelated' },
  processes: { type: 'number', help: 'Number of processes (repetitions)' },
  processSd: {
    type: 'number',
    help: 'Standard deviation of the logarithms of the process medians',
  },
  runSd: {
    type: 'number',
    help: 'Standard deviation between runs on the same scale, assumed or learned',
  },
  repeat95LoNs: {
    type: 'number',
    help: 'Lower end of the repeatability interval: where the median of another run is expected in 95 % (seen: docs/method.md, 9)',
    unit: 'ns',
  },
  repeat95HiNs: {
    type: 'number',
    help: 'Upper end of the repeatability interval',
    unit: 'ns',
  },
};

const derived: readonly Named[] = [
  ['throughput_gb_per_s', 'number', 'Bytes moved over the median', 'GB/s'],
  ['operations_per_s', 'number', 'Operations over the median', '1/s'],
  [
    'percent_of_peak',
    'number',
    'Reached part of the measured peak that bounds the case; empty where none is measured',
    '%',
  ],
  ['speedup', 'number', 'Time of the baseline over that of the case; above 1 is faster'],
  ['speedup_ci95_lo', 'number', 'Lower end of the 95 % confidence interval of the speedup'],
  ['speedup_ci95_hi', 'number', 'Upper end of the 95 % confidence interval of the speedup'],
  ['ratio_to_baseline', 'number', 'Ratio of medians, contender over baseline; below 1 is faster'],
  ['ratio_ci95_lo', 'number', 'Lower end of the 95 % confidence interval of the ratio'],
  ['ratio_ci95_hi', 'number', 'Upper end of the 95 % confidence interval of the ratio'],
  ['verdict', 'text', 'faster, slower, equivalent, inconclusive or not comparable'],
  ['verdict_reason', 'text', 'Reason of the verdict'],
  ['baseline', 'text', 'The variant that it was compared with'],
];

const rest: readonly Named[] = [
  ['cold_start_ns', 'number', 'First launch in the process; not among the samples', 'ns'],
  ['stop_reason', 'text', 'Why sampling ended'],
  ['bytes_moved', 'number', 'Bytes moved by one execution', 'B'],
  ['operations', 'number', 'Operations of one execution'],
  ['operation_unit', 'text', 'Unit of the operations'],
  ['verified', 'flag', 'The answer is verified and correct'],
  ['verification_rule', 'text', 'How the answer is compared with the reference'],
  ['verification', 'text', 'Result of the verification'],
  ['max_error', 'number', 'Maximum error'],
  ['sha256', 'text', 'SHA-256 of the output, little-endian'],
  ['warnings', 'text', 'JSON list of sentences; empty where there are none'],
  ['finished_at', 'text', 'ISO 8601, UTC'],
];

const sampled: readonly Named[] = [
  [
    'scope',
    'text',
    'Timing scope; a device call that consists of the kernel alone is listed once, as kernel',
  ],
  ['repetition', 'number', 'Repetition (process) of the case, from 0'],
  ['sample', 'number', 'Index of the sample in its repetition, from 0'],
  ['time_ns', 'number', 'Time of one execution', 'ns'],
  ['clock_hz', 'number', 'SM clock during the sample; empty when not known', 'Hz'],
  ['cpu_ns', 'number', 'CPU time of the process during the sample', 'ns'],
  ['repeats', 'number', 'Executions in this sample; the time is that of one'],
  ['launch_included', 'flag', 'The time includes the launch latency'],
];

const field = ([id, type, help, unit]: Named): Column => ({
  name: id,
  role: 'field',
  id,
  type,
  ...(unit === undefined ? {} : { unit }),
  help,
});

/** `median_ns` of `medianNs`: columns are in snake_case. */
export function columnName(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function metricColumns(scope: string, prefix: string): readonly Column[] {
  return Object.entries(statistics).map(([id, { name, ...described }]) => ({
    name: prefix + (name ?? columnName(id)),
    role: 'metric' as const,
    id,
    scope,
    ...described,
  }));
}

function named(role: 'axis' | 'answer' | 'attribute', prefix: string, help: string) {
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
 * Columns of the summary, one row per case. Statistics of the headline timing scope have no prefix, those of every
 * other timing scope begin with its id; an axis whose name is taken begins with `axis_`.
 */
export function summaryColumns(cases: readonly StoredCase[]): readonly Column[] {
  const scopes = [...new Set(cases.flatMap((each) => besideHeadline(each)))];
  const answers = keysOf(cases.map((each) => each.answer?.attributes ?? {}));
  const attributes = keysOf(cases.map((each) => each.attributes));
  return distinct([
    ...[...identity, ...classification].map(field),
    ...axisColumns(cases),
    ...measured.map(field),
    ...metricColumns('', ''),
    ...[...derived, ...rest].map(field),
    ...scopes.flatMap((scope) => metricColumns(scope, `${scope}_`)),
    ...answers.map(named('answer', 'answer_', 'Attribute of the answer')),
    ...attributes.map(named('attribute', 'attribute_', 'Attribute of the case')),
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
  const scopes = Object.keys(metrics);
  const headline = headlineScope(scopes);
  return scopes.filter((scope) => scope !== headline);
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
