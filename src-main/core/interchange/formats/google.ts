import { z } from 'zod';
import type { Scalar } from '../../../contract/workload.ts';
import {
  axisId,
  checkedDocument,
  type ForeignCase,
  type ForeignFormat,
  hasMembers,
} from '../foreign-run.ts';

const unitNs = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

const rowSchema = z.object({
  name: z.string().max(2000),
  /** Absent in files before 1.5. */
  run_name: z.string().max(2000).optional(),
  run_type: z.string().optional(),
  aggregate_name: z.string().max(200).optional(),
  iterations: z.number().nullable().optional(),
  real_time: z.number().nullable().optional(),
  time_unit: z.enum(['ns', 'us', 'ms', 's']).default('ns'),
  error_occurred: z.boolean().optional(),
  error_message: z.string().max(2000).optional(),
});
const fileSchema = z.object({
  context: z.looseObject({
    date: z.string().max(100).optional(),
    host_name: z.string().max(300).optional(),
    num_cpus: z.number().optional(),
  }),
  benchmarks: z.array(rowSchema),
});
type Row = z.infer<typeof rowSchema>;

/** Google Benchmark's `--benchmark_out`: rows of one name are repetitions in one process, each a mean over iterations. */
export const format: ForeignFormat = {
  id: 'google',
  title: 'Google Benchmark',
  process: 'file',
  samplesBy: 'run it with --benchmark_report_aggregates_only=false',
  warning: null,
  recognise: (document) =>
    hasMembers(document, 'context', 'benchmarks') && !hasMembers(document, 'machine_info'),
  read(source) {
    const { context, benchmarks } = checkedDocument(fileSchema, source, 'Google Benchmark');
    return {
      tool: 'google',
      date: context.date ?? null,
      machine: { host: context.host_name, cores: context.num_cpus, gpus: [] },
      cases: [...Map.groupBy(benchmarks, nameOf)]
        .filter(([, rows]) => rows.some((row) => isIteration(row) || isMean(row)))
        .map(([name, rows]) => caseOf(name, rows)),
    };
  },
};

function nameOf({ name, run_name: own }: Row): string {
  return own ?? name.replace(aggregate, '');
}

function caseOf(name: string, rows: readonly Row[]): ForeignCase {
  const repetitions = rows.filter(isIteration);
  const times = repetitions.flatMap(({ real_time: time, time_unit: unit }) =>
    time == null ? [] : [time * unitNs[unit]],
  );
  const failed = repetitions.find(({ error_occurred: failed }) => failed === true);
  const mean = rows.find(isMean);
  const repeats = Math.min(...repetitions.map(({ iterations }) => iterations ?? 1));
  return {
    ...pointOf(name),
    ...{ variant: null, device: 'cpu', scope: 'kernel', alsoScopes: ['call', 'total'] },
    meanNs: mean?.real_time == null ? null : mean.real_time * unitNs[mean.time_unit],
    timesNs: Float64Array.from(times),
    repeats: Number.isSafeInteger(repeats) && repeats > 0 ? repeats : 1,
    skipped: failed === undefined ? null : (failed.error_message ?? 'it reported an error'),
    ...(failed === undefined ? {} : { failed: true }),
  };
}

/** Fits of a complexity and other aggregates are no times. */
function isMean({ name, aggregate_name: aggregate }: Row): boolean {
  return aggregate === 'mean' || /_mean$/.test(name);
}

/** How names of aggregates end in files before `run_type`. */
const aggregate = /_(?:mean|median|stddev|cv|BigO|RMS)$/;

function isIteration({ name, run_type: type }: Row): boolean {
  return type === undefined ? !aggregate.test(name) : type === 'iteration';
}

/** `BM_sort/1024/threads:2/real_time` is BM_sort at arg 1024 and threads 2. */
function pointOf(name: string): Pick<ForeignCase, 'benchmark' | 'values'> {
  const [first = name, ...parts] = name.split('/');
  const words = [first];
  const values: Record<string, Scalar> = {};
  for (const part of parts) {
    const [, key, text = part] = /^(\w+):(.+)$/.exec(part) ?? [];
    if (/^(?:real_time|manual_time|process_time)$/.test(part)) continue;
    if (/^(?:iterations|repeats|min_time|min_warmup_time)$/.test(key ?? '')) continue;
    const value = Number(text);
    if (key !== undefined) values[axisId(key)] = Number.isFinite(value) ? value : text;
    else if (Number.isFinite(value)) values[nextArgument(values)] = value;
    else words.push(part);
  }
  return { benchmark: words.join('/'), values };
}

/** Arguments without a name are counted. */
function nextArgument(values: Readonly<Record<string, Scalar>>): string {
  const count = Object.keys(values).filter((key) => /^arg\d*$/.test(key)).length;
  return count === 0 ? 'arg' : `arg${count + 1}`;
}
