import { basename } from 'node:path';
import { z } from 'zod';
import { BreakevenError } from '../../contract/failure.ts';
import type { Scalar } from '../../contract/workload.ts';
import { axisId, type ForeignCase, type ForeignFormat, readForeignJson } from './foreign-run.ts';

const unitNs = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

const rowSchema = z.object({
  name: z.string().max(2000),
  /** Absent in files before 1.5. */
  run_name: z.string().max(2000).optional(),
  run_type: z.string().optional(),
  real_time: z.number().nullable().optional(),
  time_unit: z.enum(['ns', 'us', 'ms', 's']).default('ns'),
  error_occurred: z.boolean().optional(),
  error_message: z.string().max(2000).optional(),
});
const fileSchema = z.object({ context: z.looseObject({}), benchmarks: z.array(rowSchema) });

/** Google Benchmark's `--benchmark_out`: rows of one name are repetitions in one process, each a mean over iterations. */
export const google: ForeignFormat = {
  id: 'google',
  title: 'Google Benchmark',
  recognise: (document) => fileSchema.safeParse(document).success,
  read(path) {
    const name = basename(path);
    const parsed = fileSchema.safeParse(readForeignJson(path, name));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.') || 'it';
      throw new BreakevenError('bad-input', `${name} is no file of Google Benchmark: ${where}`);
    }
    const rows = parsed.data.benchmarks.filter(isIteration);
    const cases = [...Map.groupBy(rows, ({ name: own, run_name = own }) => run_name)].map(
      ([runName, own]): ForeignCase => {
        const times = own.flatMap(({ real_time: time, time_unit: unit }) =>
          time != null && time > 0 ? [time * unitNs[unit]] : [],
        );
        const failed = own.find(({ error_occurred: failed }) => failed === true);
        return {
          ...pointOf(runName),
          ...{ variant: null, device: 'cpu', scope: 'kernel', meanNs: null },
          timesNs: Float64Array.from(times),
          skipped: failed === undefined ? null : (failed.error_message ?? 'it reported an error'),
        };
      },
    );
    return { tool: 'google', cases };
  },
};

function isIteration({ name, run_type: type }: z.infer<typeof rowSchema>): boolean {
  return type === undefined ? !/_(?:mean|median|stddev|cv)$/.test(name) : type === 'iteration';
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
