import { headlineScope } from '../../../contract/timing-scopes.ts';
import type { ExportFormat, FormatRequest } from '../format.ts';

export const format: ExportFormat = {
  id: 'google',
  title: 'Google Benchmark',
  suffix: 'Google Benchmark',
  help: 'google.json, which compare.py of Google Benchmark reads: a row a sample of the headline scope.',
  lost: 'which process a sample is of, the other timing scopes, verification, cases without a time',
  files: (request) => [
    { name: 'google.json', mime: 'application/json', pieces: () => document(request) },
  ],
};

/** A row a sample: the U test of `compare.py` needs repetitions. Cases without a time are left out. */
function* document({ store, source }: FormatRequest): Generator<string> {
  const { run, machine, cases } = source;
  const context = {
    date: run.createdAt,
    host_name: machine.hostname,
    executable: 'breakeven',
    num_cpus: machine.logicalCores,
    mhz_per_cpu: Math.round((machine.clockHz ?? 0) / 1e6),
    cpu_scaling_enabled: false,
    library_build_type: 'release',
    run: run.id,
  };
  yield `{\n"context": ${JSON.stringify(context)},\n"benchmarks": [`;
  let separator = '\n';
  let family = 0;
  for (const { index, workload, variant, values, metrics } of cases) {
    const scope = headlineScope(Object.keys(metrics));
    if (scope === null) continue;
    const axes = Object.entries(values).map(([axis, value]) => `${axis}:${value}`);
    const name = [workload, variant, ...axes].join('/');
    const parts = store.samples(run.id, index).filter((part) => part.scope === scope);
    const repetitions = parts.reduce((sum, { timesNs }) => sum + timesNs.length, 0);
    let repetition = 0;
    for (const { timesNs, cpuNs, repeats } of parts) {
      const rows: string[] = [];
      for (const [i, time] of timesNs.entries()) {
        const row = {
          ...{ name, family_index: family, per_family_instance_index: 0, run_name: name },
          ...{ run_type: 'iteration', repetitions, repetition_index: repetition, threads: 1 },
          ...{ iterations: repeats, real_time: time, cpu_time: cpuNs?.[i] ?? time },
          time_unit: 'ns',
        };
        rows.push(`${separator}${JSON.stringify(row)}`);
        separator = ',\n';
        repetition += 1;
      }
      yield rows.join('');
    }
    family += 1;
  }
  yield '\n]\n}\n';
}
