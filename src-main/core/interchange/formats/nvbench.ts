import { z } from 'zod';
import { badInput } from '../../../contract/failure.ts';
import type { Scalar } from '../../../contract/workload.ts';
import {
  axisId,
  checkedDocument,
  type ForeignCase,
  type ForeignFormat,
  type ForeignSource,
  timesOf,
} from '../foreign-run.ts';

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
const versionSchema = z.object({
  meta: z.object({
    version: z.object({ json: z.object({ major: z.number(), string: z.string() }) }),
  }),
});
const fileSchema = z.object({
  devices: z.array(z.looseObject({ name: z.string().max(300).optional() })).nullish(),
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
export const format: ForeignFormat = {
  id: 'nvbench',
  title: 'nvbench',
  process: 'file',
  samplesBy: 'run nvbench with --jsonbin',
  warning: 'nvbench times by events what is enqueued: launch and copies are not in its times',
  recognise: (document) => versionSchema.safeParse(document).success,
  read(source) {
    const version = versionSchema.safeParse(source.document);
    const { json } = version.success ? version.data.meta.version : { json: null };
    if (json !== null && json.major !== major) {
      throw badInput(
        `${source.name} is recognised as nvbench ${json.string.slice(0, 40)}: this version reads ${major}`,
      );
    }
    const { devices, benchmarks } = checkedDocument(fileSchema, source, 'nvbench');
    const missing: string[] = [];
    const cases = benchmarks.flatMap((benchmark) => {
      const several = (benchmark.devices ?? []).length > 1;
      return benchmark.states.map((state) =>
        caseOf(benchmark.name, state, several, source, missing),
      );
    });
    if (missing.length > 0) {
      throw badInput(
        `samples of ${missing.length} of ${cases.length} states are missing: ${missing[0]} is not beside ${source.name}`,
      );
    }
    const gpus = (devices ?? []).flatMap(({ name }) => name ?? []);
    return { tool: 'nvbench', date: null, machine: { gpus }, cases };
  },
};

function caseOf(
  benchmark: string,
  state: State,
  several: boolean,
  source: ForeignSource,
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
    ...{ device: 'cuda', scope: 'kernel', alsoScopes: ['call'], skipped },
    timesNs: skipped === null ? samplesOf(state, source, missing) : new Float64Array(0),
    meanNs: Number.isFinite(mean) ? 1e9 * mean : null,
  };
}

function summaryValue({ summaries }: State, tag: string, name: string): string | number | null {
  const match = summaries?.find((summary) => summary.tag === tag);
  return match?.data?.find((one) => one.name === name)?.value ?? null;
}

/** The recorded path is relative to where the program ran: its last two parts are looked for beside the JSON. */
function samplesOf(
  state: State,
  { sidecar }: ForeignSource,
  missing: string[],
): Float64Array<ArrayBuffer> {
  const recorded = summaryValue(state, sampleTag, 'filename');
  if (typeof recorded !== 'string') return new Float64Array(0);
  const parts = recorded.split('/').slice(-2);
  const bytes = parts.includes('..') ? null : sidecar(parts);
  if (bytes === null) {
    missing.push(parts.join('/').slice(0, 200));
    return new Float64Array(0);
  }
  const count = Number(summaryValue(state, sampleTag, 'size') ?? bytes.length / 4);
  if (bytes.length !== 4 * count) {
    throw badInput(
      `${parts.join('/')} has ${bytes.length} bytes; ${count} samples of 4 bytes are expected`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const seconds = Array.from({ length: count }, (_, i) => view.getFloat32(4 * i, true));
  return timesOf(
    seconds.map((time) => (Number.isFinite(time) ? time : null)),
    1e9,
  );
}
