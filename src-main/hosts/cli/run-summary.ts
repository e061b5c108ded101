import type { Api, RunDetail } from '../../contract/api.ts';
import { valueText } from '../../contract/axis-values.ts';
import { breakEvenGroups, shownBaselineNote } from '../../contract/break-even-groups.ts';
import { comparedScope, detailByScope } from '../../contract/by-scope.ts';
import { caseLabels, reasonsAbove } from '../../contract/case-labels.ts';
import { byValue, reasonTexts, shownAxes } from '../../contract/case-names.ts';
import { caseEnergy } from '../../contract/energy.ts';
import { percentOfPeakText } from '../../contract/percent-of-peak-text.ts';
import type { Metric, StoredCase } from '../../contract/run.ts';
import { sameQuestion } from '../../contract/same-question.ts';
import { besideTexts, disturbedRepetitionsText, isDisturbed } from '../../contract/target.ts';
import { type Rate, rateOf, throughputText } from '../../contract/throughput.ts';
import { headlineScope, scopeName, scopeNameWithId } from '../../contract/timing-scopes.ts';
import { format, formatEstimate, formatInterval, missing } from '../../contract/units.ts';
import {
  type BreakEvenView,
  type ComparisonView,
  verdictText as nameOfVerdict,
  pairOfView,
  speedupOf,
} from '../../contract/verdict.ts';
import { missedCasesText } from '../../contract/wide-intervals.ts';
import type { Column } from '../../core/table/table.ts';
import { reasonLines } from './case-names.ts';
import type { Flag } from './flags.ts';
import { type CliIo, paint, proseWidth } from './io.ts';
import { markedLine, proseLine } from './prose-line.ts';
import { formatTable, wrap } from './table.ts';

/** A run with the verdicts of one timing scope. */
export async function byScope(
  api: Pick<Api, 'verdicts'>,
  detail: RunDetail,
  scope: string,
  judging: { readonly allowDisturbed?: boolean } = {},
): Promise<RunDetail> {
  if (scope === comparedScope) return detail;
  return detailByScope(detail, await api.verdicts({ ref: detail.run.id, scope, ...judging }));
}

export const longFlag: Flag = {
  name: 'long',
  value: null,
  help: 'one row a case with interval, samples, throughput and verdict, and every break-even',
};

/** The table of a run for people: one block a workload, then what failed or was skipped, then break-evens. */
export function runSummary(io: CliIo, detail: RunDetail, scope: string): string {
  const workloads = [...new Set(detail.cases.map((it) => it.workload))].sort();
  const blocks = workloads.map((workload) => {
    const cases = detail.cases.filter((it) => it.workload === workload);
    return workloadBlock(io, detail, workload, cases, scope);
  });
  const baselines = baselineNotes(detail);
  const breakEvens = breakEvenText(io, detail, baselines);
  const section = breakEvens === '' ? '' : `\n${paint(io, 'bold', 'Break-even')}\n${breakEvens}`;
  return (
    blocks.join('\n') +
    outcomes(io, detail) +
    (baselines === '' ? '' : `\n${wrap(baselines, proseWidth(io), 0)}\n`) +
    section +
    qualityLines(io, detail) +
    warnings(io, detail) +
    `\n${paint(io, 'dim', 'breakeven help terms says what the columns are')}\n`
  );
}

/** What the baselines of the ratios are, said once below all tables; empty where nothing is known of them. */
function baselineNotes({ cases, comparisons, workloads = [] }: RunDetail): string {
  const notes = new Set(
    cases.flatMap(({ index, workload }) => {
      const against = comparisons[String(index)]?.against;
      const known = workloads.find(({ id }) => id === workload);
      return shownBaselineNote(known, (variant) => variant === against) || [];
    }),
  );
  return [...notes].join(' ');
}

/**
 * By groups, the headline first; one line for each answer, and timing scopes with the same answer share it.
 *
 * @param said notes on baselines that stand above
 */
function breakEvenText(io: CliIo, { breakEvens, workloads }: RunDetail, said: string): string {
  const blocks = breakEvenGroups(breakEvens, workloads).map(({ title, note, answers }) => {
    const heading = note === null || said.includes(note) ? title : `${title}. ${note}`;
    return `${paint(io, 'bold', heading)}\n${breakEvenLines(io, answers).join('')}`;
  });
  return blocks.join('');
}

function breakEvenLines(io: CliIo, breakEvens: readonly BreakEvenView[]): readonly string[] {
  const sentences = breakEvens.map((it) => ({
    ...it,
    text: `${pairOfView(it).join(' and ')}: ${it.sentence}`,
  }));
  const same = Map.groupBy(sentences, ({ workload, text }) => `${workload} ${text}`);
  return [...same.values()].flatMap((answers) => {
    const scopes = answers.map(({ scope }) => scopeName(scope)).join(' and ');
    return answers
      .slice(0, 1)
      .map(({ workload, text }) => `  ${proseLine(io, `${workload}, ${scopes}, ${text}`)}\n`);
  });
}

/** What a busy machine did to a run; empty where it did nothing. */
export function disturbedLine(cases: readonly StoredCase[]): string {
  const timed = cases.filter((it) => it.outcome === 'ok');
  const disturbed = timed.filter(isDisturbed).length;
  return disturbed === 0
    ? ''
    : `${disturbed} of ${timed.length} cases stayed disturbed by interference: measure again while the machine is idle.`;
}

/** How many cases are less certain than they should be. */
function qualityLines(io: CliIo, detail: RunDetail): string {
  const missed = missedCasesText(detail);
  const lines = [
    disturbedRepetitionsText(detail.repetitions),
    ...(detail.repetitions === undefined ? [] : besideTexts(detail.repetitions)),
    disturbedLine(detail.cases),
    missed === '' ? '' : `${missed} (--repetitions, --max-repetitions); --why names them.`,
  ].filter((line) => line !== '');
  return lines.length === 0 ? '' : `\n${lines.map((line) => proseLine(io, line)).join('\n')}\n`;
}

/** What the state of the machine and the cases speak against trusting the times; equal sentences once. */
function warnings(io: CliIo, { machine, cases }: RunDetail): string {
  const state = (machine.preflight ?? [])
    .filter(({ status }) => status !== 'ok')
    .map(({ title, found }) => `${title}: ${found}`);
  const byText = Map.groupBy(
    cases.flatMap((it) => it.warnings),
    (text) => text,
  );
  const counted = [...byText].map(([text, { length }]) =>
    length === 1 ? text : `${text} (${length} cases)`,
  );
  const lines = [...state, ...counted].map((text) => markedLine(io, 'warning', text));
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

/** The timing scope that tables show unless another is asked for: `kernel`, else the first that the case has. */
export function headline(it: StoredCase, scope: string): { scope: string; metric: Metric } | null {
  const name = scope in it.metrics ? scope : headlineScope(Object.keys(it.metrics));
  const metric = name === null ? undefined : it.metrics[name];
  return name === null || metric === undefined ? null : { scope: name, metric };
}

function workloadBlock(
  io: CliIo,
  detail: RunDetail,
  workload: string,
  cases: readonly StoredCase[],
  scope: string,
): string {
  const timed = cases.filter((it) => it.outcome === 'ok');
  const size = sizeAxisOf(detail, workload);
  const axes = shownAxes(timed, size);
  const rate = rateOf(timed) ?? undefined;
  const rows = sortCases(timed, axes).map((it) => caseRow(io, it, axes, detail, scope, rate));
  const columns: Column[] = [
    { title: 'variant', align: 'left' },
    ...axes.map((title) => ({ title, align: 'right' }) as const),
    { title: 'samples', align: 'right', drop: 1 },
    { title: 'median', align: 'right' },
    { title: '95 % CI', align: 'right', drop: 4 },
    { title: 'throughput', align: 'right', drop: 3 },
    ...(detail.percentOfPeak === undefined
      ? []
      : [{ title: '% of peak', align: 'right', drop: 2 } as const]),
    ...(hasEnergy(detail) ? [{ title: 'energy', align: 'right', drop: 5 } as const] : []),
    { title: 'speedup', align: 'right' },
    { title: 'verdict', align: 'left' },
    ...(timed.some((it) => labels(it) !== '')
      ? [{ title: 'note', align: 'left', wraps: true } as const]
      : []),
  ];
  const [against] = cases.flatMap(({ index }) => detail.comparisons[String(index)]?.against ?? []);
  const title = `${paint(io, 'bold', workload)} (timing scope: ${scopeNameWithId(scope)}${against === undefined ? '' : `; speedup over ${against}, above 1 is faster`})`;
  return [
    `${title}\n`,
    rows.length === 0 ? 'Nothing was timed.\n' : formatTable(columns, rows, io.outColumns),
    ...sameQuestion(timed).map((sentence) => `${proseLine(io, sentence)}\n`),
    ...aboveLines(io, timed, detail),
  ].join('');
}

function caseRow(
  io: CliIo,
  it: StoredCase,
  axes: readonly string[],
  detail: RunDetail,
  scope: string,
  rate: Rate | undefined,
): string[] {
  const comparison = detail.comparisons[String(it.index)];
  const speedup = comparison === undefined ? undefined : speedupOf(comparison);
  const share = detail.percentOfPeak?.[String(it.index)];
  const shown = headline(it, scope);
  const metric = shown?.metric;
  const other = shown !== null && shown.scope !== scope ? ` (${scopeName(shown.scope)})` : '';
  return [
    it.variant,
    ...axes.map((axis) => valueText(it.values[axis], missing)),
    metric === undefined ? missing : String(metric.n),
    formatEstimate(metric?.medianNs, metric?.ci95LoNs, metric?.ci95HiNs, 'duration') + other,
    formatInterval(metric?.ci95LoNs, metric?.ci95HiNs, 'duration'),
    throughputText(it, metric?.medianNs, rate),
    ...(detail.percentOfPeak === undefined
      ? []
      : [share === undefined ? missing : percentOfPeakText(share)]),
    ...(hasEnergy(detail) ? [format(caseEnergy(it.energy)?.joules, 'energy')] : []),
    formatEstimate(speedup?.value, speedup?.ci95?.[0], speedup?.ci95?.[1], 'ratio'),
    verdictText(io, comparison),
    labels(it),
  ];
}

const hasEnergy = ({ cases }: RunDetail): boolean =>
  cases.some(({ energy }) => energy !== undefined);

/** What the star after a percentage means. */
function aboveLines(
  io: CliIo,
  timed: readonly StoredCase[],
  { percentOfPeak: peaks }: RunDetail,
): readonly string[] {
  return reasonsAbove(timed, peaks).map(
    ({ reason, variants }) =>
      `${proseLine(io, `* above 100 %, ${variants.join(', ')}: ${reason}`)}\n`,
  );
}

function labels(it: StoredCase): string {
  return caseLabels(it)
    .map(({ text }) => text)
    .join(', ');
}

function verdictText(io: CliIo, comparison: ComparisonView | undefined): string {
  if (comparison === undefined) return missing;
  const text = nameOfVerdict(comparison);
  if (text === 'faster') return paint(io, 'green', text);
  return text === 'slower' ? paint(io, 'red', text) : text;
}

/** The axis that measures the size of a workload's problem, as far as a stored run tells. */
export function sizeAxisOf(detail: RunDetail, workload: string): string | undefined {
  const described = detail.workloads?.find(({ id }) => id === workload)?.sizeAxis;
  if (described !== undefined && described !== '') return described;
  const known = detail.breakEvens.find((it) => it.workload === workload)?.axis;
  if (known !== undefined) return known;
  const groups = detail.plan.configuration.groups.filter((it) => it.workload === workload);
  const swept = groups.flatMap((it) => Object.keys(it.sweep))[0];
  if (swept !== undefined) return swept;
  const values = detail.cases.find((it) => it.workload === workload)?.values ?? {};
  return 'n' in values ? 'n' : groups.flatMap((it) => Object.keys(it.set))[0];
}

/** By the shown axes, then in the order in which the configuration names them. */
function sortCases(cases: readonly StoredCase[], axes: readonly string[]): StoredCase[] {
  return [...cases].sort((a, b) => {
    for (const axis of axes) {
      const order = byValue(a.values[axis], b.values[axis]);
      if (order !== 0) return order;
    }
    return a.index - b.index;
  });
}

/** Failed cases by name, and skipped ones by reason, so that a missing GPU takes one line. */
export function outcomes(io: CliIo, detail: RunDetail): string {
  const failed = detail.cases.filter(({ outcome }) => outcome === 'failed');
  const failures = [...Map.groupBy(failed, ({ workload }) => workload)].flatMap(
    ([workload, own]) => {
      const axes = shownAxes(
        detail.cases.filter((each) => each.workload === workload),
        sizeAxisOf(detail, workload),
      );
      return reasonLines(own, axes).map((text) => markedLine(io, 'failed', `${workload} ${text}`));
    },
  );
  const skipped = detail.cases.filter(({ outcome }) => outcome === 'skipped');
  const skips = reasonTexts(skipped).map(({ count, text }) => {
    const line = `${count} ${count === 1 ? 'case' : 'cases'}: ${text}`;
    return markedLine(io, 'skipped', line);
  });
  const lines = [...failures, ...skips];
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}
