import { valueText } from '../../contract/axis-values.ts';
import { reasonTexts, shownAxes, varyingAxes } from '../../contract/case-names.ts';
import type { ReaderLanguage } from '../../contract/figure.ts';
import { parseNumber } from '../../contract/numbers.ts';
import type { StoredCase } from '../../contract/run.ts';
import { sameQuestion } from '../../contract/same-question.ts';
import { disturbedText } from '../../contract/target.ts';
import { headlineScope, scopeName, scopeTime } from '../../contract/timing-scopes.ts';
import { formatSize, formatUncertain, isTooWide, missing } from '../../contract/units.ts';
import { type BreakEvenView, type ComparisonView, speedupOf } from '../../contract/verdict.ts';
import type { Scalar } from '../../contract/workload.ts';
import type { Comparer } from '../analysis/compare.ts';
import { sourceOf } from '../analysis/reports.ts';
import { compareByScope } from '../analysis/run-report.ts';
import { textInLanguage } from '../figures/languages.ts';
import type { Cell, Column, Table } from '../table/table.ts';
import type { Compared } from './compared.ts';
import type { ExportSource } from './source.ts';

/** With the times and ratios of the timing scope that the headline of each workload is of. */
export function ofHeadline(
  source: ExportSource,
  means: { store: Parameters<typeof sourceOf>[0]; comparer: Comparer } | undefined,
  headline: Compared['headline'],
): ExportSource {
  if (means === undefined) return source;
  const judged = sourceOf(means.store, means.comparer, source);
  const scopes = new Map(
    (headline?.workloads ?? []).flatMap(({ workload, answers: [answer] }) =>
      answer === undefined ? [] : [[workload, answer.scope] as const],
    ),
  );
  const byScope = new Map(
    [...new Set(scopes.values())].map((scope) => [scope, compareByScope(judged, scope)]),
  );
  const views = source.cases.flatMap(({ index, workload }) => {
    const view = byScope.get(scopes.get(workload) ?? '')?.[String(index)];
    return view === undefined ? [] : [[String(index), view] as const];
  });
  return {
    ...source,
    scopes,
    comparisons: { ...source.comparisons, ...Object.fromEntries(views) },
  };
}

/** The same in the language of their reader; names of variants, devices and versions stay, and quantities. */
export function tablesInLanguage(source: ExportSource, language: ReaderLanguage): readonly Table[] {
  const { cases, machine } = source;
  const kept = [
    ...cases.flatMap(({ variant, reason }) => [variant, reason ?? '']),
    ...namesOf(machine),
    ...buildsOf(cases, machine).keys(),
  ];
  const text = textInLanguage(language, [...new Set(kept)]);
  return paperTables(source).map(({ title, columns, rows, notes }) => ({
    rows: rows.map((row) =>
      row.map((cell, i) =>
        typeof cell !== 'string' || columns[i]?.quantity === true ? cell : text(cell),
      ),
    ),
    ...{ title: text(title), english: title, continued: text('continued') },
    columns: columns.map(({ group, ...column }) => ({
      ...{ ...column, title: text(column.title) },
      ...(group === undefined ? {} : { group: text(group) }),
    })),
    notes: notes.map(text),
  }));
}

/** Devices, and what their programs run on. */
function namesOf({ cpuModel, gpus, versions }: ExportSource['machine']): readonly string[] {
  const { cudaRuntime, driver } = versions;
  return [
    ...[cpuModel, ...new Set(gpus.map(({ name }) => name))],
    ...(gpus.length > 0 && cudaRuntime !== undefined ? [`CUDA ${cudaRuntime}`] : []),
    ...(gpus.length > 0 && driver !== undefined ? [`driver ${driver}`] : []),
  ];
}

/**
 * Compiler and flags with the variants that were built so: those of a lab each by its own, others with the engine. Macros
 * that differ between the cases of a variant are values of its axes, and are left out.
 */
function buildsOf(
  cases: readonly StoredCase[],
  { versions }: ExportSource['machine'],
): ReadonlyMap<string, readonly string[]> {
  const wordsOf = ({ attributes: { build, compiler, flags } }: StoredCase): readonly string[] =>
    (build === undefined ? [versions.compiler, versions.flags] : [compiler, flags])
      .filter((text) => text !== undefined)
      .flatMap((text) => String(text).split(' '));
  const variants = Map.groupBy(
    cases.filter(({ outcome }) => outcome === 'ok'),
    ({ variant }) => variant,
  );
  const texts = [...variants].map(([variant, own]): [string, string] => {
    const [first = [], ...others] = own.map(wordsOf);
    return [
      variant,
      first.filter((word) => others.every((words) => words.includes(word))).join(' '),
    ];
  });
  return new Map(
    [...Map.groupBy(texts, ([, text]) => text)].map(([text, named]) => [
      text,
      named.map(([variant]) => variant),
    ]),
  );
}

/**
 * Tables for a paper or a page, for each workload: one row a size and one group of columns a variant with its time and its
 * speedup over the baseline; then the break-evens of each timing scope.
 */
export function paperTables(source: ExportSource): readonly Table[] {
  const workloads = Map.groupBy(source.cases, ({ workload }) => workload);
  return [...workloads].flatMap(([workload, cases]) => {
    const views = (source.breakEvens ?? []).filter((each) => each.workload === workload);
    const title = titleOf(source, workload);
    return [
      timesTable(source, timesTitle(source, workload, title), cases),
      ...[...Map.groupBy(views, ({ scope }) => scope)].flatMap(([scope, own]) =>
        own.every(({ answer }) => answer !== 'one')
          ? []
          : breakEvenTable(`${title}: break-evens, ${scopeName(scope)}`, own, source.run.id),
      ),
    ];
  });
}

/** With the timing scope where it is that of a headline above. */
function timesTitle({ scopes }: ExportSource, workload: string, title: string): string {
  const scope = scopes?.get(workload);
  return scope === undefined ? title : `${title}: ${scopeTime(scope)}`;
}

const titleOf = ({ descriptors, cases }: ExportSource, workload: string): string =>
  descriptors.get(cases.find((each) => each.workload === workload)?.index ?? -1)?.workload.title ??
  workload;

/** A variant, with those of its own values that the run sweeps: `omp (threads=2)`. */
type Group = { readonly label: string; readonly cases: readonly StoredCase[] };

function timesTable(source: ExportSource, title: string, cases: readonly StoredCase[]): Table {
  const measured = cases.filter(({ outcome }) => outcome === 'ok');
  const descriptor = source.descriptors.get(cases[0]?.index ?? -1)?.workload;
  const shared = new Set(descriptor?.axes.map(({ id }) => id));
  const axes = shownAxes(measured, descriptor?.sizeAxis);
  const rowAxes = axes.filter(
    (axis) => shared.has(axis) || measured.every(({ values }) => axis in values),
  );
  const columnAxes = axes.filter((axis) => !rowAxes.includes(axis));
  const groups = groupsOf(measured, columnAxes);
  const keyOf = ({ values }: StoredCase): string =>
    JSON.stringify(rowAxes.map((axis) => values[axis]));
  const rows = [...Map.groupBy(measured, keyOf).values()]
    .map(([first]) => first)
    .filter((first) => first !== undefined)
    .sort((a, b) => byAxes(a, b, rowAxes));
  const compared = measured.some(({ index }) => source.comparisons?.[String(index)] !== undefined);
  const hasSpeedup = ({ cases: mine }: Group): boolean =>
    compared && mine.some(({ index }) => source.comparisons?.[String(index)] !== undefined);
  const columns = [
    ...rowAxes.map(
      (title): Column => ({
        ...{ title, align: 'right', quantity: true },
        shown: (cell) => valueText(cell as Scalar | undefined, missing),
      }),
    ),
    ...groups.flatMap((group): Column[] => {
      const one = { group: group.label, align: 'right', quantity: true } as const;
      return [
        { title: 'Time', ...one },
        ...(hasSpeedup(group) ? [{ title: 'Speedup', ...one }] : []),
      ];
    }),
  ];
  const cells = rows.map((row): readonly Cell[] => [
    ...rowAxes.map((axis) => row.values[axis]),
    ...groups.flatMap((group) => {
      const match = group.cases.find((each) => keyOf(each) === keyOf(row));
      const time = match === undefined ? missing : timeText(source, match);
      return hasSpeedup(group) ? [time, speedupText(source, match)] : [time];
    }),
  ]);
  return { title, columns, rows: cells, notes: notesOf(source, cases, cells.flat().join(' ')) };
}

function groupsOf(measured: readonly StoredCase[], own: readonly string[]): readonly Group[] {
  const variants = Map.groupBy(measured, ({ variant }) => variant);
  const labelOf = ({ variant, values }: StoredCase): string => {
    const varying = new Set(varyingAxes(variants.get(variant) ?? []).map(({ id }) => id));
    const settings = own
      .filter((axis) => varying.has(axis))
      .flatMap((axis) =>
        values[axis] === undefined ? [] : [`${axis}=${valueText(values[axis])}`],
      );
    return settings.length === 0 ? variant : `${variant} (${settings.join(', ')})`;
  };
  return [...Map.groupBy(measured, labelOf)].map(([label, cases]) => ({ label, cases }));
}

/** The timing scope of the headline where there is one and the case has it, else the first that it has. */
function scopeOf({ scopes }: ExportSource, { workload, metrics }: StoredCase): string {
  const asked = scopes?.get(workload);
  if (asked !== undefined && asked in metrics) return asked;
  return headlineScope(Object.keys(metrics)) ?? '';
}

const metricOf = (source: ExportSource, each: StoredCase) => each.metrics[scopeOf(source, each)];

/** Fewer processes have no interval of their variation. */
const minProcesses = 3;

function timeText(source: ExportSource, each: StoredCase): string {
  const metric = metricOf(source, each);
  if (metric === undefined) return missing;
  const { medianNs, ci95LoNs, ci95HiNs, processes } = metric;
  const partly = disturbedText(each) !== null || (processes ?? minProcesses) < minProcesses;
  const wide = ci95LoNs !== null && ci95HiNs !== null && isTooWide([ci95LoNs, ci95HiNs]);
  const text = wide ? missing : formatUncertain(medianNs, ci95LoNs, ci95HiNs, 'duration');
  return partly ? `${text}*` : text;
}

function speedupText({ comparisons }: ExportSource, each: StoredCase | undefined): string {
  const view = each === undefined ? undefined : comparisons?.[String(each.index)];
  const { value, ci95 } = view === undefined ? { value: null, ci95: null } : speedupOf(view);
  if (value === null || (ci95 !== null && isTooWide(ci95))) return missing;
  const text = formatUncertain(value, ci95?.[0], ci95?.[1], 'ratio').replaceAll('×', '');
  return `${text}${view === undefined ? '' : speedupMark(view)}`;
}

/** What a speedup without a verdict is marked with. An estimate without an interval distinguishes nothing. */
function speedupMark({ verdict, disturbed, ci95 }: ComparisonView): string {
  if (verdict === 'faster' || verdict === 'slower') return '';
  return disturbed === true ? '‡' : ci95 === null ? '§' : '†';
}

const footnotes = [
  ['†', 'not distinguishable from 1'],
  ['‡', 'disturbed: no verdict'],
  ['§', 'too few processes or samples: no verdict'],
  ['*', 'disturbed, or fewer than 3 processes'],
] as const;

function notesOf(
  source: ExportSource,
  cases: readonly StoredCase[],
  texts: string,
): readonly string[] {
  const { run, machine, comparisons } = source;
  const measured = cases.filter(({ outcome }) => outcome === 'ok');
  const scopes = new Set(measured.map((each) => scopeOf(source, each)));
  const against = cases.map(({ index }) => comparisons?.[String(index)]?.against).find(Boolean);
  const processes = measured.flatMap((each) => metricOf(source, each)?.processes ?? []);
  const [fewest, most] = [Math.min(...processes), Math.max(...processes)];
  const constant = constants(cases);
  const missed = (['failed', 'skipped'] as const).flatMap((outcome) =>
    reasonTexts(cases.filter((each) => each.outcome === outcome)).map(
      ({ count, text }) => `${count} ${outcome}: ${text}`,
    ),
  );
  const builds = [...buildsOf(cases, machine)].filter(([text]) => text !== '');
  const [all] = builds;
  const built =
    all?.[1].length === new Set(measured.map(({ variant }) => variant)).size
      ? [all[0]]
      : builds.map(([text, variants]) => `${variants.join(', ')}: ${text}`);
  return [
    `Median ${[...scopes].map(scopeName).join(', ')} time; in parentheses half of its 95 % confidence interval in the last digits${texts.includes('[') ? ', in brackets the whole interval' : ''}.`,
    ...(processes.length === 0
      ? []
      : [`${fewest === most ? fewest : `${fewest} to ${most}`} processes a value.`]),
    ...(against === undefined ? [] : [`Speedup over ${against}; above 1 is faster.`]),
    ...footnotes.flatMap(([mark, text]) => (texts.includes(mark) ? [`${mark} ${text}.`] : [])),
    ...sameQuestion(measured),
    ...(constant === '' ? [] : [`${constant}.`]),
    ...(missed.length === 0 ? [] : [`Not shown: ${missed.join('; ')}.`]),
    `${[namesOf(machine).join(', '), ...built, `run ${run.id}`].join('; ')}.`,
  ];
}

/** Values that are the same in all cases: numbers and words that say something of the problem or the threads. */
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
    .filter(
      ([axis, value]) => !varied.has(axis) && value !== '' && value !== false && axis !== 'seed',
    )
    .map(([axis, value]) => `${axis} = ${valueText(value)}`)
    .join(', ');
}

/** One row a pair that has one size from which on the other variant is faster; the others are counted below. */
function breakEvenTable(title: string, views: readonly BreakEvenView[], run: string): Table {
  const facets = varyingAxes(views.map(({ values = {} }) => ({ values }))).map(({ id }) => id);
  const left = (name: string): Column => ({ title: name, align: 'left' });
  const others = Map.groupBy(
    views.filter(({ answer }) => answer !== 'one'),
    ({ answer }) => answer,
  );
  return {
    title,
    columns: [
      ...facets.map(left),
      ...['Faster', 'than'].map(left),
      { title: `from ${views[0]?.axis ?? ''}`, align: 'right', quantity: true },
      left('95 % interval'),
    ],
    rows: views
      .filter(({ answer }) => answer === 'one')
      .map((view) => [
        ...facets.map((axis) => valueText(view.values?.[axis], missing)),
        ...[view.large, view.small, ...sizeTexts(view)],
      ]),
    notes: [
      ...[...others].map(([answer, { length }]) => otherTexts[answer](length)),
      `Run ${run}.`,
    ],
  };
}

const pairsText = (count: number): string => `${count} further ${count === 1 ? 'pair' : 'pairs'}`;

const otherTexts = {
  one: String,
  none: (count: number) => `${pairsText(count)} without one between the sizes measured.`,
  several: (count: number) => `${pairsText(count)} with several.`,
  inconclusive: (count: number) => `${pairsText(count)} of which none is established.`,
} as const;

function sizeTexts({ at, ci95 }: BreakEvenView): readonly [number | string, string] {
  if (at === null || ci95 === null) return [at ?? missing, missing];
  const [low, high] = ci95.map((end) => formatSize(end, ci95));
  return [isTooWide(ci95) ? missing : roundedSize(at, ci95), `${low} to ${high}`];
}

/** With the digits that its interval leaves. */
function roundedSize(at: number, ci95: readonly [number, number]): number {
  return parseNumber(formatSize(at, ci95).replaceAll(',', '')) ?? at;
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
