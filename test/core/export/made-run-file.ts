import { gunzipSync, gzipSync } from 'node:zlib';
import { sealed, unsealed } from '../../../src-main/core/export/run-file.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { metricsOf } from '../../../src-main/stats/case-metrics.ts';
import { configuration, finished, metric, newRun, planned, scope } from '../store/fixtures.ts';

/** A run with each kind of case. Returns its id. */
export function measuredRun(store: Store): string {
  const cases = [planned(0), planned(1, { variant: 'omp-private' }), planned(2)];
  const asked = configuration({
    tags: ['lab', 'night'],
    note: 'line one\nline two',
    preset: 'quick',
  });
  const revision = { repository: 'o', head: '88d01e2f', dirty: true };
  const { id } = store.createRun(
    newRun(cases, { configuration: asked, revision, title: 'Ärger, "quoted"' }),
  );
  const clocked = {
    ...scope('kernel', 1, [1.5, 2, 3]),
    clocksHz: Float64Array.from([1e9, Number.NaN, 2e9]),
    cpuNs: Float64Array.from([1, 2, 3]),
    repeats: 7,
    launchIncluded: true,
  };
  const first = finished(0, { result: { samples: [scope('kernel', 0, [10, 11]), clocked] } });
  store.saveCase(id, {
    ...first,
    metrics: {
      ...metricsOf(first.result, 'cpu', first.result.samples),
      total: { ...metric(20), sdNs: Number.NaN },
    },
  });
  const second = finished(1, { planned: { variant: 'omp-private' }, device: 'cpu' });
  const metrics = metricsOf(second.result, 'cpu', second.result.samples);
  store.saveCase(id, { ...second, metrics });
  store.saveCase(
    id,
    finished(2, { result: { outcome: 'failed', reason: 'bin 3 is 7', samples: [], answer: null } }),
  );
  store.log(id, { level: 'warning', text: 'the governor is powersave', caseIndex: 1 });
  store.log(id, { level: 'info', text: 'complete' });
  store.finishRun(id, 'partial');
  store.pin(id);
  return id;
}

export const linesOf = (bytes: Buffer): string[] =>
  gunzipSync(unsealed(bytes) ?? bytes)
    .toString()
    .trimEnd()
    .split('\n');
export const fileOf = (lines: readonly string[]): Buffer =>
  Buffer.concat([...sealed([gzipSync(`${lines.join('\n')}\n`)])]);

/** The file with something else in the line that `fits`. */
export function changed(
  bytes: Buffer,
  at: number,
  change: (line: Readonly<Record<string, unknown>>) => unknown,
): Buffer {
  const lines = linesOf(bytes);
  lines[at] = JSON.stringify(change(JSON.parse(lines[at] ?? '{}')));
  return fileOf(lines);
}

export type Json = Readonly<Record<string, unknown>>;

/** The first case with other fields. */
export function withCase(fields: Json): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 2, (line) => ({ ...line, case: { ...(line.case as object), ...fields } }));
}

/** The first case with other statistics of its kernel. */
export function withKernel(fields: Json): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 2, (line) => {
      const given = line.case as { metrics: { kernel: object } };
      const kernel = { ...given.metrics.kernel, ...fields };
      return { ...line, case: { ...given, metrics: { ...given.metrics, kernel } } };
    });
}

/** The first case with samples of another timing scope. */
export const withScope = (scope: string) => withSamples({ scope });
export const withTimes = (times: string) => withSamples({ times });

function withSamples(changes: Json): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 2, (line) => ({
      ...line,
      samples: (line.samples as object[]).map((part) => ({ ...part, ...changes })),
    }));
}

export function withAxis(axis: Json, value: unknown): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 2, (line) => {
      const { workload, variant } = line.descriptor as { workload: object; variant: object };
      const descriptor = { workload: { ...workload, axes: [axis] }, variant };
      const given = line.case as object;
      return { ...line, descriptor, case: { ...given, values: { [String(axis.id)]: value } } };
    });
}

/** The plan with other values of its first case, or another sweep. */
export function withPlan(values: Json, sweep: Json = {}): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 1, (line) => {
      const plan = line.plan as { cases: object[]; configuration: { groups: object[] } };
      const cases = plan.cases.map((one, i) => (i === 0 ? { ...one, values } : one));
      const groups = plan.configuration.groups.map((group) => ({ ...group, sweep }));
      const configuration = { ...plan.configuration, groups };
      return { ...line, plan: { ...plan, cases, configuration } };
    });
}

/** A case that was skipped for a value that its variant does not take. */
export function skippedBeyond(bytes: Buffer): Buffer {
  const skipped = withCase({ outcome: 'skipped', reason: 'n: too large', metrics: {} })(
    withAxis(sizeAxis, 1)(bytes),
  );
  return changed(skipped, 2, (line) => ({
    ...line,
    case: { ...(line.case as object), values: { n: 2e9 } },
  }));
}

export const sizeAxis = {
  ...{ id: 'n', title: 'Values', help: 'How many.', role: 'input', type: 'integer' },
  ...{ min: 0, max: 1e9, default: 10, scale: 'log' },
};
export const failed = { rule: 'exact', passed: false, message: 'bin 3 is 7', maxError: null };
