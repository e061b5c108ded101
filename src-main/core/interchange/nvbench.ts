import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { BreakevenError } from '../../contract/failure.ts';
import type { Scalar } from '../../contract/workload.ts';
import { axisId, type ForeignCase, type ForeignFormat, readForeignJson } from './foreign-run.ts';

const dataSchema = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number()]).nullish(),
});
const summarySchema = z.object({ tag: z.string(), data: z.array(dataSchema).nullish() });
const axisSchema = z.object({
  name: z.string().max(500),
  type: z.string(),
  value: z.union([z.string(), z.number()]).nullish(),
  input_string: z.string().nullish(),
});
const stateSchema = z.object({
  name: z.string().max(2000),
  device: z.number().nullish(),
  axis_values: z.array(axisSchema).nullish(),
  summaries: z.array(summarySchema).nullish(),
  is_skipped: z.boolean().optional(),
  skip_reason: z.string().nullish(),
});
const fileSchema = z.object({
  meta: z.object({
    version: z.object({ json: z.object({ major: z.number(), string: z.string() }) }),
  }),
  devices: z.array(z.looseObject({})).nullish(),
  benchmarks: z.array(
    z.object({
      name: z.string().max(500),
      devices: z.array(z.number()).nullish(),
      states: z.array(stateSchema),
    }),
  ),
});
type State = z.infer<typeof stateSchema>;

const major = 1;
const sampleTag = 'nv/json/bin:nv/cold/sample_times';
const meanTag = 'nv/cold/time/gpu/mean';

/** nvbench's `--jsonbin`: times of isolated executions by events, as float32 seconds in files beside the JSON. */
export const nvbench: ForeignFormat = {
  id: 'nvbench',
  title: 'nvbench',
  recognise: (document) => fileSchema.safeParse(document).success,
  read(path) {
    const name = basename(path);
    const parsed = fileSchema.safeParse(readForeignJson(path, name));
    if (!parsed.success) {
      const where = parsed.error.issues[0]?.path.join('.') || 'it';
      throw new BreakevenError('bad-input', `${name} is no file of nvbench: ${where}`);
    }
    const { meta, benchmarks } = parsed.data;
    const { json } = meta.version;
    if (json.major !== major) {
      throw new BreakevenError(
        'bad-input',
        `${name} is recognised as nvbench ${json.string}: this version reads ${major}`,
      );
    }
    const missing: string[] = [];
    const cases = benchmarks.flatMap((benchmark) => {
      const several = (benchmark.devices ?? []).length > 1;
      return benchmark.states.map((state) => caseOf(benchmark.name, state, several, path, missing));
    });
    if (missing.length > 0) {
      throw new BreakevenError(
        'bad-input',
        `samples of ${missing.length} of ${cases.length} states are missing: ${missing[0]} is not beside ${name}`,
      );
    }
    return { tool: 'nvbench', cases };
  },
};

function caseOf(
  benchmark: string,
  state: State,
  several: boolean,
  path: string,
  missing: string[],
): ForeignCase {
  const types: string[] = [];
  const values: Record<string, Scalar> = {};
  for (const { name, type, value, input_string: input } of state.axis_values ?? []) {
    const text = String(value ?? input ?? '');
    if (type === 'type') types.push(input ?? text);
    else values[axisId(name)] = type === 'string' || text === '' ? text : Number(text);
  }
  if (several && state.device != null) values.device = state.device;
  const mean = Number(summaryValue(state, meanTag, 'value') ?? Number.NaN);
  const skipped = state.is_skipped === true ? (state.skip_reason ?? 'nvbench skipped it') : null;
  return {
    ...{ benchmark, variant: types.length === 0 ? null : types.join(' '), values },
    ...{ device: 'cuda', scope: 'kernel', skipped },
    timesNs: skipped === null ? samplesOf(state, path, missing) : new Float64Array(0),
    meanNs: Number.isFinite(mean) ? 1e9 * mean : null,
  };
}

function summaryValue({ summaries }: State, tag: string, name: string): string | number | null {
  const match = summaries?.find((summary) => summary.tag === tag);
  return match?.data?.find((one) => one.name === name)?.value ?? null;
}

/** The recorded path is relative to where the program ran: its last two parts are looked for beside the JSON. */
function samplesOf(state: State, path: string, missing: string[]): Float64Array {
  const recorded = summaryValue(state, sampleTag, 'filename');
  if (typeof recorded !== 'string') return new Float64Array(0);
  const parts = recorded.split('/').slice(-2);
  const file = join(dirname(path), ...parts);
  if (parts.includes('..') || !existsSync(file) || !statSync(file).isFile()) {
    missing.push(parts.join('/'));
    return new Float64Array(0);
  }
  const bytes = readFileSync(file);
  const count = Number(summaryValue(state, sampleTag, 'size') ?? bytes.length / 4);
  if (bytes.length !== 4 * count) {
    throw new BreakevenError(
      'bad-input',
      `${parts.join('/')} has ${bytes.length} bytes; ${count} samples of 4 bytes are expected`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float64Array.from({ length: count }, (_, i) => 1e9 * view.getFloat32(4 * i, true));
}
