import type { StoredCase } from '../../../contract/run.ts';
import type { Scalar } from '../../../contract/workload.ts';
import { concatenate, mean, quantileSorted, sorted, variance } from '../../../stats/order.ts';
import { type ExportFormat, type FormatFile, type FormatRequest, jsonFile } from '../format.ts';

export const format: ExportFormat = {
  id: 'nvbench',
  title: 'nvbench',
  suffix: 'nvbench',
  help: '<run>-nvbench.json with float32 samples beside it, which the compare scripts of nvbench read: kernel time, all processes as one.',
  lost: 'which process a sample is of, the other timing scopes, verification',
  binary: true,
  files(request) {
    const { source } = request;
    const measured = source.cases.filter(({ metrics }) => 'kernel' in metrics);
    return [
      jsonFile(
        nameOf(source.run.id, 'nvbench.json'),
        () => `${JSON.stringify(document(request))}\n`,
      ),
      ...measured.map(
        ({ index }): FormatFile => ({
          name: sidecarOf(source.run.id, index),
          mime: 'application/octet-stream',
          pieces: () => [float32(seconds(request, index))],
        }),
      ),
    ];
  },
};

const nameOf = (runId: string, name: string): string => `${runId}-${name}`;
const sidecarOf = (runId: string, index: number): string => nameOf(runId, `nvbench-${index}.bin`);

function document(request: FormatRequest) {
  const { run, machine, cases } = request.source;
  const json = { major: 1, minor: 0, patch: 0, string: '1.0.0' };
  // The scripts print a column an axis: variants with other axes are a benchmark of the same name.
  const benchmarks = Map.groupBy(cases, ({ workload, values }) =>
    JSON.stringify([workload, Object.keys(values).toSorted()]),
  );
  return {
    meta: { argv: ['breakeven', 'export', run.id], version: { json } },
    devices: [{ id: 0, name: machine.gpus[0]?.name ?? machine.cpuModel }],
    benchmarks: [...benchmarks.values()].map((own, index) => ({
      ...{ name: own[0]?.workload, index, devices: [0] },
      axes: axesOf(own),
      states: own.map((each) => stateOf(request, each)),
    })),
  };
}

/** The variant is a type axis: nvbench has no other word for the code that is measured. */
const valuesOf = ({ variant, values }: StoredCase): [string, Scalar, string][] => [
  ['variant', variant, 'type'],
  ...Object.entries(values).map(([name, value]): [string, Scalar, string] => [
    ...([name, value, typeOf(value)] as const),
  ]),
];

function typeOf(value: Scalar): string {
  if (typeof value !== 'number') return 'string';
  return Number.isInteger(value) ? 'int64' : 'float64';
}

function axesOf(cases: readonly StoredCase[]) {
  const points = cases.flatMap(valuesOf);
  return [...Map.groupBy(points, ([name]) => name)].map(([name, all]) => ({
    name,
    type: all[0]?.[2],
    flags: '',
    values: [...new Set(all.map(([, value]) => value))].map((value) => ({
      ...{ input_string: String(value), description: '', is_active: true, value },
    })),
  }));
}

function stateOf(request: FormatRequest, each: StoredCase) {
  const { run } = request.source;
  const values = valuesOf(each).map(([name, value, type]) => ({
    ...{ name, type, value: String(value) },
    ...(type === 'type' ? { input_string: String(value) } : {}),
  }));
  const words = values.map(({ name, value }) => `${name}=${value}`);
  const state = {
    ...{ name: `Device=0 ${words.join(' ')}`, device: 0, type_config_index: 0 },
    axis_values: values,
  };
  if (!('kernel' in each.metrics)) {
    const skip_reason = each.outcome === 'ok' ? 'it has no kernel time' : (each.reason ?? '');
    return { ...state, summaries: null, is_skipped: true, skip_reason };
  }
  const times = seconds(request, each.index);
  return {
    ...state,
    summaries: summariesOf(times, sidecarOf(run.id, each.index)),
    is_skipped: false,
  };
}

/** Of all processes, one after the other. */
function seconds({ store, source }: FormatRequest, index: number): Float64Array {
  const parts = store.samples(source.run.id, index).filter(({ scope }) => scope === 'kernel');
  return concatenate(parts.map(({ timesNs }) => timesNs.map((ns) => ns / 1e9)));
}

function summariesOf(times: Float64Array, filename: string) {
  const ascending = sorted(times);
  const [low, q1, median, q3, high] = [0, 0.25, 0.5, 0.75, 1].map((p) =>
    quantileSorted(ascending, p),
  ) as [number, number, number, number, number];
  const center = mean(times);
  const deviation = Math.sqrt(variance(times));
  const numbers = {
    ...{ mean: center, min: low, q1, median, q3, max: high },
    ...{ 'stdev/absolute': deviation, 'stdev/relative': deviation / center },
    ...{ 'iqr/absolute': q3 - q1, 'iqr/relative': (q3 - q1) / median },
  };
  const summary = (
    tag: string,
    ...data: readonly [name: string, type: string, value: unknown][]
  ) => ({
    ...{ tag, name: tag },
    data: data.map(([name, type, value]) => ({ name, type, value: String(value) })),
  });
  return [
    summary('nv/cold/sample_size', ['value', 'int64', times.length]),
    ...Object.entries(numbers).map(([name, value]) =>
      summary(`nv/cold/time/gpu/${name}`, ['value', 'float64', value]),
    ),
    summary(
      'nv/json/bin:nv/cold/sample_times',
      ['filename', 'string', filename],
      ['size', 'int64', times.length],
    ),
  ];
}

function float32(times: Float64Array): Uint8Array {
  const bytes = Buffer.alloc(4 * times.length);
  times.forEach((time, i) => {
    bytes.writeFloatLE(time, 4 * i);
  });
  return bytes;
}
