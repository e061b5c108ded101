import type { RunDetail } from '../../src-main/contract/api.ts';
import type { Machine } from '../../src-main/contract/machine.ts';
import type { Metric, StoredCase } from '../../src-main/contract/run.ts';
import { format } from '../../src-main/contract/units.ts';

export type Difference = { readonly name: string; readonly values: readonly string[] };

function factsOf(machine: Machine): ReadonlyMap<string, string> {
  return new Map([
    ['Host', machine.hostname],
    ['Processor', machine.cpuModel],
    ['Cores', `${machine.physicalCores} physical, ${machine.logicalCores} logical`],
    ['Memory', format(machine.memoryBytes, 'bytes')],
    ['Operating system', machine.os],
    ['Kernel', machine.kernel],
    ['GPUs', machine.gpus.map(({ name }) => name).join(', ') || 'none'],
    ...Object.entries(machine.versions).map(([name, version]): [string, string] => [
      `Version: ${name}`,
      version,
    ]),
  ]);
}

/** The facts of the machines that are not the same in all runs. */
export function environmentDifferences(details: readonly RunDetail[]): readonly Difference[] {
  const facts = details.map(({ machine }) => factsOf(machine));
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))];
  return names.flatMap((name) => {
    const values = facts.map((each) => each.get(name) ?? 'not known');
    return new Set(values).size > 1 ? [{ name, values }] : [];
  });
}

export type Match = {
  readonly name: string;
  readonly stored: StoredCase;
  /** One entry a run; null where the run lacks the case, or it is not ok. */
  readonly metrics: readonly (Metric | null)[];
};

const identity = ({ workload, variant, values }: StoredCase) =>
  JSON.stringify([workload, variant, Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The cases that at least two of the runs measured alike, in the order of the first run that has each. */
export function matchedCases(details: readonly RunDetail[], span: string): readonly Match[] {
  const byRun = details.map(
    ({ cases }) => new Map(cases.map((stored) => [identity(stored), stored])),
  );
  const first = new Map<string, StoredCase>();
  for (const cases of byRun) {
    for (const [key, stored] of cases) if (!first.has(key)) first.set(key, stored);
  }
  return [...first].flatMap(([key, stored]) => {
    const metrics = byRun.map((cases) => {
      const found = cases.get(key);
      return found?.outcome === 'ok' ? (found.metrics[span] ?? null) : null;
    });
    const known = metrics.filter((metric) => metric !== null).length;
    return known < 2 ? [] : [{ name: `${stored.workload} ${stored.variant}`, stored, metrics }];
  });
}

/** Whether two 95 % intervals share no point; null where one of them does not exist. */
export function intervalsApart(a: Metric, b: Metric): boolean | null {
  if (a.ci95_lo_ns === null || a.ci95_hi_ns === null) return null;
  if (b.ci95_lo_ns === null || b.ci95_hi_ns === null) return null;
  return a.ci95_hi_ns < b.ci95_lo_ns || b.ci95_hi_ns < a.ci95_lo_ns;
}
