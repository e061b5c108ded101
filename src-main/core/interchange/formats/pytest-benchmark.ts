import { z } from 'zod';
import type { Scalar } from '../../../contract/workload.ts';
import {
  axisId,
  checkedDocument,
  type ForeignCase,
  type ForeignFormat,
  hasMembers,
  timeSchema,
  timesOf,
} from '../foreign-run.ts';

const benchmarkSchema = z.object({
  name: z.string().max(2000),
  fullname: z.string().max(4000).nullish(),
  params: z.record(z.string().max(200), z.unknown()).nullish(),
  stats: z.object({
    mean: z.number().nullish(),
    iterations: z.number().int().min(1).nullish(),
    /** With `--benchmark-save-data` alone. */
    data: timeSchema.nullish(),
  }),
});
const fileSchema = z.object({
  machine_info: z.looseObject({
    node: z.string().max(300).nullish(),
    cpu: z
      .looseObject({
        brand_raw: z.string().max(300).nullish(),
        /** Before version 3.3. */
        brand: z.string().max(300).nullish(),
        count: z.number().nullish(),
      })
      .nullish(),
  }),
  datetime: z.string().max(100).nullish(),
  benchmarks: z.array(benchmarkSchema),
});

/** pytest-benchmark's `--benchmark-json`: calls of Python functions in one process. Times are in seconds a call. */
export const format: ForeignFormat = {
  id: 'pytest-benchmark',
  title: 'pytest-benchmark',
  process: 'file',
  samplesBy: 'run pytest with --benchmark-save-data',
  warning: null,
  recognise: (document) => hasMembers(document, 'machine_info', 'benchmarks'),
  read(source) {
    const file = checkedDocument(fileSchema, source, 'pytest-benchmark');
    const { machine_info: machine, benchmarks } = file;
    const names = new Map<string, Set<string>>();
    for (const one of benchmarks) {
      const paths = names.get(functionOf(one.name)) ?? new Set();
      names.set(functionOf(one.name), paths.add(functionOf(one.fullname ?? one.name)));
    }
    return {
      tool: 'pytest-benchmark',
      date: file.datetime ?? null,
      machine: {
        host: machine.node ?? undefined,
        cpu: machine.cpu?.brand_raw ?? machine.cpu?.brand ?? undefined,
        cores: machine.cpu?.count ?? undefined,
        gpus: [],
      },
      cases: benchmarks.map(({ name, fullname, params, stats }): ForeignCase => {
        const several = (names.get(functionOf(name))?.size ?? 1) > 1;
        return {
          benchmark: functionOf(several ? (fullname ?? name) : name),
          variant: null,
          values: Object.fromEntries(
            Object.entries(params ?? {}).map(([key, value]) => [axisId(key), scalarOf(value)]),
          ),
          ...{ device: 'cpu', scope: 'kernel', alsoScopes: ['call', 'total'], skipped: null },
          timesNs: timesOf(stats.data ?? [], 1e9),
          meanNs: stats.mean == null ? null : 1e9 * stats.mean,
          repeats: stats.iterations ?? 1,
        };
      }),
    };
  },
};

/** `test_sum` of `test_sum[loop-10]`. */
const functionOf = (name: string): string => name.replace(/\[.*\]$/s, '');

function scalarOf(value: unknown): Scalar {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
    return value;
  }
  return JSON.stringify(value ?? null).slice(0, 200);
}
