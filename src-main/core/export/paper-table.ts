import { valueText } from '../../contract/axis-values.ts';
import { shownAxes } from '../../contract/case-names.ts';
import type { PercentOfPeak } from '../../contract/inspection.ts';
import { percentOfPeakText } from '../../contract/percent-of-peak-text.ts';
import type { StoredCase } from '../../contract/run.ts';
import { type Rate, rateOf, throughputText } from '../../contract/throughput.ts';
import { headlineScope, scopeName } from '../../contract/timing-scopes.ts';
import { formatWithInterval, missing } from '../../contract/units.ts';
import { formatSpeedup } from '../../contract/verdict.ts';
import type { Scalar } from '../../contract/workload.ts';
import type { Table } from '../table/table.ts';
import type { ExportSource } from './source.ts';

/** Tables for a paper or a page: one a workload, what a reader compares and nothing else. */
export function paperTables(source: ExportSource): readonly Table[] {
  const workloads = Map.groupBy(source.cases, ({ workload }) => workload);
  return [...workloads].map(([workload, cases]) => tableOf(source, workload, cases));
}

function tableOf(source: ExportSource, workload: string, cases: readonly StoredCase[]): Table {
  const measured = cases.filter(({ outcome }) => outcome === 'ok');
  const descriptor = source.descriptors.get(cases[0]?.index ?? -1)?.workload;
  const axes = shownAxes(measured, descriptor?.sizeAxis);
  const sorted = [...measured].sort((a, b) => byAxes(a, b, axes));
  const compared = sorted.some(({ index }) => source.comparisons?.[String(index)] !== undefined);
  const peaks = sorted.some(({ index }) => source.percentOfPeak?.[String(index)] !== undefined);
  const scopes = new Set(sorted.map((each) => headlineScope(Object.keys(each.metrics)) ?? ''));
  const rate = rateOf(measured) ?? undefined;
  return {
    title: descriptor?.title ?? workload,
    columns: [
      { title: 'Variant', align: 'left' },
      ...axes.map((title) => ({ title, align: 'right' as const })),
      { title: 'Samples', align: 'right' },
      { title: 'Median [95 % CI]', align: 'right' },
      { title: 'Throughput', align: 'right' },
      ...(peaks ? [{ title: '% of peak', align: 'right' as const }] : []),
      ...(compared
        ? [
            { title: 'Speedup [95 % CI]', align: 'right' as const },
            { title: 'Verdict', align: 'left' as const },
          ]
        : []),
    ],
    rows: sorted.map((each) => rowOf(source, each, axes, { compared, peaks }, rate)),
    notes: notesOf(source, cases, [...scopes].map(scopeName).join(', '), compared),
  };
}

function rowOf(
  { comparisons, percentOfPeak }: ExportSource,
  each: StoredCase,
  axes: readonly string[],
  { compared, peaks }: { readonly compared: boolean; readonly peaks: boolean },
  rate: Rate | undefined,
): readonly string[] {
  const metric = each.metrics[headlineScope(Object.keys(each.metrics)) ?? ''];
  const comparison = comparisons?.[String(each.index)];
  return [
    each.variant,
    ...axes.map((axis) => valueText(each.values[axis], missing)),
    metric === undefined ? missing : String(metric.n),
    metric === undefined
      ? missing
      : formatWithInterval(metric.medianNs, metric.ci95LoNs, metric.ci95HiNs, 'duration'),
    throughputText(each, metric?.medianNs, rate),
    ...(peaks ? [percentText(percentOfPeak?.[String(each.index)])] : []),
    ...(compared
      ? [
          comparison === undefined ? missing : formatSpeedup(comparison),
          comparison?.verdict ?? missing,
        ]
      : []),
  ];
}

function percentText(share: PercentOfPeak | undefined): string {
  return share === undefined ? missing : percentOfPeakText(share);
}

function notesOf(
  { run, machine, comparisons }: ExportSource,
  cases: readonly StoredCase[],
  scopes: string,
  compared: boolean,
): readonly string[] {
  const against = cases.map(({ index }) => comparisons?.[String(index)]?.against).find(Boolean);
  const constant = constants(cases);
  const missed = (['failed', 'skipped'] as const).flatMap((outcome) => {
    const count = cases.filter((each) => each.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  const devices = [machine.cpuModel, ...new Set(machine.gpus.map(({ name }) => name))];
  return [
    `Timing scope: ${scopes === '' ? 'as measured' : scopes}; median with its 95 % confidence interval.`,
    ...(compared && against !== undefined ? [`Speedup over ${against}; above 1 is faster.`] : []),
    ...(constant === '' ? [] : [`The same in all rows: ${constant}.`]),
    ...(missed.length === 0 ? [] : [`Not shown: ${missed.join(', ')}.`]),
    `Run ${run.id}, ${devices.join(', ')}.`,
  ];
}

function constants(cases: readonly StoredCase[]): string {
  const varied = new Set<string>();
  const first = new Map<string, Scalar>();
  for (const { values } of cases) {
    for (const [axis, value] of Object.entries(values)) {
      if (!first.has(axis)) first.set(axis, value);
      else if (first.get(axis) !== value) varied.add(axis);
    }
  }
  return [...first]
    .filter(([axis, value]) => !varied.has(axis) && value !== '')
    .map(([axis, value]) => `${axis} = ${value}`)
    .join(', ');
}

function byAxes(a: StoredCase, b: StoredCase, axes: readonly string[]): number {
  for (const axis of axes) {
    const [one, other] = [a.values[axis], b.values[axis]];
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : String(one ?? '').localeCompare(String(other ?? ''), 'en');
    if (order !== 0) return order;
  }
  return a.index - b.index;
}
