import type { RunDetail } from '../../contract/api.ts';
import { valueText } from '../../contract/axis-values.ts';
import { agree, byValue, caseName, shownAxes, varyingAxes } from '../../contract/case-names.ts';
import { secondsRange, takenSeconds } from '../../contract/expected-time.ts';
import type { Headline, HeadlineAnswer, WorkloadHeadline } from '../../contract/headline.ts';
import { mergedText } from '../../contract/machine-class.ts';
import { isNotVerified, notVerified, type StoredCase } from '../../contract/run.ts';
import { sameQuestion } from '../../contract/same-question.ts';
import { besideTexts, isDisturbed } from '../../contract/target.ts';
import { scopeName } from '../../contract/timing-scopes.ts';
import { formatEstimate, missing } from '../../contract/units.ts';
import type { Scalar } from '../../contract/workload.ts';
import type { Column } from '../../core/table/table.ts';
import { type CliIo, paint } from './io.ts';
import { markedLine, proseLine } from './prose-line.ts';
import { headline as headlineMetric, outcomes, sizeAxisOf } from './run-summary.ts';
import { formatTable, wrap } from './table.ts';

/** Where the text of an answer begins. */
const indent = 16;
/** A cell with this mark has fewer repetitions that count than others, or disturbed ones. */
const mark = "'";
/** Of several workloads, as many kinds of warnings are told. */
const maxKinds = 3;
const noCalls = 'no number of calls pays';

/**
 * The answer of a run on one screen: what wins, from which size, how sure; then one row a size and one column a variant.
 */
export function answerSummary(io: CliIo, detail: RunDetail, scope: string): string {
  const { headline } = detail;
  const workloads = [...new Set(detail.cases.map(({ workload }) => workload))].sort();
  const several = (headline?.workloads.length ?? 0) > 1;
  const marked = detail.cases.some(isMarked);
  return [
    heading(io, detail),
    ...(several && headline !== null
      ? [`\n${proseLine(io, `${headline.sentence} ${ofAllText(headline.workloads)}`)}\n`]
      : []),
    ...workloads.flatMap((workload) => blocks(io, detail, workload, scope)),
    outcomes(io, detail),
    nodesText(io, detail),
    state(io, detail),
    marked ? `  ${mark} disturbed, or fewer than 3 repetitions count\n` : '',
    `  breakeven show ${detail.run.id} --long${several ? ' (every column)' : ''} | --why | --scope ${scope === 'total' ? 'kernel' : 'total'}\n`,
  ].join('');
}

/** What holds for the lines of all workloads, said once. */
function ofAllText(workloads: readonly WorkloadHeadline[]): string {
  const isGpu = workloads.some(({ answers: [first] }) => (first?.calls.length ?? 0) > 0);
  const never = isNeverSaid(workloads)
    ? '; "at every size" without calls holds for any number'
    : '';
  const calls = isGpu ? `, calls with the input on the device${never}` : '';
  return `Speedups are at the largest size${calls}.`;
}

/** Whether a line without a number of calls is one that no number changes. */
function isNeverSaid(workloads: readonly WorkloadHeadline[]): boolean {
  const told = workloads.flatMap(({ answers: [first], bestKnown }) => [first, bestKnown]);
  return told.every((one) => {
    if (one?.answer !== 'never' || one.kind !== 'cpu-gpu') return true;
    const answers = new Set(one.calls.map(({ answer }) => answer));
    return answers.has('from') || (answers.has('never') && answers.size === 1);
  });
}

function heading(io: CliIo, { run, plan, machine, headline, cases }: RunDetail): string {
  const gpus = [...new Set(machine.gpus.map(({ name }) => name))];
  const gpuRan = run.device !== machine.cpuModel;
  const cores = machine.physicalCores > 0 ? ` (${machine.physicalCores} cores)` : '';
  const where = [`${machine.cpuModel}${cores}`, ...(gpuRan ? gpus : [])];
  const repetitions = plan.configuration.policy.repetitions;
  const seconds = takenSeconds(run, plan);
  const took = seconds === null ? null : secondsRange([seconds, seconds]);
  const title = run.workloads.length === 1 ? run.workloads[0] : run.title;
  const parts = [
    `${paint(io, 'bold', title ?? run.title)}`,
    `${run.cases} ${run.cases === 1 ? 'case' : 'cases'}`,
    `${repetitions} ${repetitions === 1 ? 'repetition' : 'repetitions'}`,
    ...(took === null ? [] : [took]),
    ...(cases.some(isNotVerified) ? [notVerified] : []),
  ];
  const quality = headline === null ? '' : `quality: ${headline.quality.text}`;
  const style = headline?.quality.level === 'repeat' ? 'yellow' : 'dim';
  return `${proseLine(io, `${parts.join(', ')} on ${where.join(' and ')}`)}\n${quality === '' ? '' : `${paint(io, style, proseLine(io, quality))}\n`}`;
}

/** The answers and the table of each combination of the values of the other axes. */
function blocks(io: CliIo, detail: RunDetail, workload: string, scope: string): string[] {
  const cases = detail.cases.filter((each) => each.workload === workload);
  const timed = cases.filter(({ outcome }) => outcome === 'ok');
  const size = sizeAxisOf(detail, workload);
  const known = detail.workloads?.find(({ id }) => id === workload);
  const shared = new Set((known?.axes ?? []).map(({ id }) => id));
  const other = varyingAxes(timed)
    .map(({ id }) => id)
    .filter((id) => id !== size && shared.has(id) && !isLinked(timed, id, size));
  const facets = Map.groupBy(timed, ({ values }) =>
    JSON.stringify(other.map((id) => values[id] ?? null)),
  );
  const one = (detail.headline?.workloads.length ?? 0) <= 1;
  return [...facets.values()].map((facet) => {
    const values = Object.fromEntries(
      other.flatMap((id) => {
        const value = facet[0]?.values[id];
        return value === undefined ? [] : [[id, value] as const];
      }),
    );
    const answers = detail.headline?.workloads.find(
      (each) => each.workload === workload && agree(each.values, values),
    );
    const name = [
      workload,
      ...Object.entries(values).map(([id, value]) => `${id}=${valueText(value)}`),
    ];
    const title = one && other.length === 0 ? '' : `${paint(io, 'bold', name.join(', '))}\n`;
    const answersText =
      answers === undefined ? '' : answerLines(io, answers, one ? null : detail.headline);
    const questions = sameQuestion(facet).map((sentence) => `${proseLine(io, sentence)}\n`);
    return `\n${title}${answersText}${answersText === '' || !one ? '' : '\n'}${table(io, detail, facet, { size, shared, scope, names: one })}${questions.join('')}`;
  });
}

const isLinked = (cases: readonly StoredCase[], axis: string, size: string | undefined): boolean =>
  size !== undefined && cases.every(({ values }) => values[axis] === values[size]);

/**
 * `  end to end    gpu is faster than split from n = …`, a line a scope; equal answers share one. Of one workload among several, only
 * what another scope or the best known variant adds to the first line.
 */
function answerLines(
  io: CliIo,
  { answers, bestKnown }: WorkloadHeadline,
  run: Headline | null,
): string {
  const isOneOfSeveral = run !== null;
  const [first] = answers;
  const shown = answers.filter(
    (one) =>
      one === first ||
      ((one.scope === 'call' || one.scope === 'setup') &&
        !(isOneOfSeveral && first !== undefined && saysTheSame(one, first))),
  );
  const textOf = (one: HeadlineAnswer): string =>
    isOneOfSeveral ? briefOf(one, one === first ? undefined : first) : one.text;
  const texts = Map.groupBy(shown, textOf);
  const addsNothing = isOneOfSeveral && bestKnown?.disturbed && first?.disturbed;
  const lines = [
    ...[...texts].map(([text, alike]) => ({ label: labelOf(alike), text })),
    ...(bestKnown === null || addsNothing
      ? []
      : [{ label: 'best known', text: textOf(bestKnown) }]),
  ];
  const said = new Set(run !== null && isNeverSaid(run.workloads) ? [noCalls] : []);
  return lines.map(({ label, text }) => answerLine(io, label, withoutRepeats(text, said))).join('');
}

/** The same kind of answer with the same winner; sizes and ratios may differ. */
const saysTheSame = (one: HeadlineAnswer, other: HeadlineAnswer): boolean =>
  one.answer === other.answer &&
  one.winner === other.winner &&
  one.disturbed === other.disturbed &&
  one.pair.join() === other.pair.join();

/**
 * `cpu-fast at every size, 1.59× [1.54, 1.64×]`: without what the table below has, its sizes, and without the other of the
 * pair where the line above names it. What would rest on disturbed cases is in the answer of one workload alone.
 */
function briefOf({ disturbed, pair, text }: HeadlineAnswer, above?: HeadlineAnswer): string {
  const [first, second] = pair;
  if (disturbed) return `inconclusive: disturbed (${second} and ${first})`;
  const [winner, loser] = text.startsWith(`${first} is`) ? pair : [second, first];
  const brief = text
    .replace(/, \S+ = [\d,]+ to [\d,]+(?=[,;]|$)/, '')
    .replace(/(×\]?|distinguishable) at \S+ = [\d,]+/, '$1')
    .replace(/a size between (\S+) =/, '$1 between')
    .replace(' if the input stays on the device', '');
  const known = above?.pair.includes(loser) === true;
  return (known ? brief.replace(`${winner} is faster than ${loser}`, winner) : brief).replaceAll(
    'is faster than',
    'beats',
  );
}

/**
 * What a line above has after its answer, such as `no number of calls pays`, holds for those below as well; not so where
 * the two of a line have no verdict.
 */
function withoutRepeats(text: string, said: Set<string>): string {
  const [answer = '', ...more] = text.split('; ');
  const fresh = more.filter(
    (clause) => !said.has(clause) || /not distinguishable|disturbed/.test(clause),
  );
  for (const clause of more) said.add(clause);
  return [answer, ...fresh].join('; ');
}

const labelOf = (alike: readonly HeadlineAnswer[]): string =>
  alike.length > 1 ? 'all scopes' : scopeName(alike[0]?.scope ?? '');

function answerLine(io: CliIo, label: string, text: string): string {
  const start = `  ${label}`.padEnd(indent);
  const width = io.outColumns;
  return `${start}${width === undefined ? text : wrap(text, Math.max(width, 60), indent)}\n`;
}

type Shape = {
  readonly size: string | undefined;
  readonly shared: ReadonlySet<string>;
  readonly scope: string;
  /** Whether the columns that have no room are named below it. */
  readonly names: boolean;
};

/** One row a size, one column a variant with each of its settings. */
function table(
  io: CliIo,
  detail: RunDetail,
  cases: readonly StoredCase[],
  { size, shared, scope, names }: Shape,
): string {
  const settings = new Map(
    [...Map.groupBy(cases, ({ variant }) => variant)].map(([variant, own]) => [
      variant,
      varyingAxes(own)
        .map(({ id }) => id)
        .filter((id) => id !== size && !shared.has(id)),
    ]),
  );
  const columnOf = (stored: StoredCase): string =>
    caseName(stored, settings.get(stored.variant) ?? []);
  const titles = [...new Set([...cases].sort((a, b) => a.index - b.index).map(columnOf))];
  const sizes = [
    ...new Set(cases.map(({ values }) => (size === undefined ? '' : (values[size] ?? '')))),
  ];
  const sizeOf = ({ values }: StoredCase): Scalar =>
    size === undefined ? '' : (values[size] ?? '');
  const rows = sizes.sort(byValue).map((at) => {
    const row = cases.filter((each) => sizeOf(each) === at);
    const cells = titles.map((title) => {
      const stored = row.find((each) => columnOf(each) === title);
      return stored === undefined ? missing : medianCell(io, stored, scope);
    });
    return [valueText(at), ...cells, best(detail, row, columnOf, scope)];
  });
  const slowest = slowestFirst(cases, titles, columnOf, scope);
  const columns: Column[] = [
    { title: size ?? '', align: 'right' },
    ...titles.map((title) => ({
      title,
      align: 'right' as const,
      drop: slowest.indexOf(title) + 1,
    })),
    { title: `speedup of the fastest (${scopeName(scope)})`, align: 'left' },
  ];
  return formatTable(columns, rows, io.outColumns, { rule: false, names });
}

function medianCell(io: CliIo, stored: StoredCase, scope: string): string {
  const metric = headlineMetric(stored, scope)?.metric;
  if (metric === undefined) return missing;
  const { medianNs, ci95LoNs, ci95HiNs } = metric;
  const text = formatEstimate(medianNs, ci95LoNs, ci95HiNs, 'duration');
  return isMarked(stored) ? paint(io, 'dim', `${text}${mark}`) : text;
}

function isMarked(stored: StoredCase): boolean {
  const metric = headlineMetric(stored, 'kernel')?.metric;
  return stored.outcome === 'ok' && (isDisturbed(stored) || (metric?.processes ?? 3) < 3);
}

const medianOf = (stored: StoredCase, scope: string): number =>
  headlineMetric(stored, scope)?.metric.medianNs ?? Number.POSITIVE_INFINITY;

/**
 * `17× cub-even`: the fastest of a row over the baseline; the baseline itself by its name alone. Where the variant with the
 * smallest median is not the faster one by pairs of repetitions, what the pairs say.
 */
function best(
  { comparisons, workloads = [] }: RunDetail,
  row: readonly StoredCase[],
  columnOf: (stored: StoredCase) => string,
  scope: string,
): string {
  const [fastest] = [...row].sort((a, b) => medianOf(a, scope) - medianOf(b, scope));
  if (fastest === undefined) return '';
  const view = comparisons[String(fastest.index)];
  const { ratio = null, ci95 = null, verdict, against, disturbed = false } = view ?? {};
  const variants = workloads.find(({ id }) => id === fastest.workload)?.variants ?? [];
  const isOurs = variants.some(({ id, kind }) => id === fastest.variant && kind === 'fast');
  const name = `${columnOf(fastest)}${isOurs ? ' (best known)' : ''}`;
  if (ratio === null || !(ratio > 0)) return name;
  if (verdict === 'slower' && against !== undefined) return against;
  if (ratio > 1 || (verdict !== 'faster' && !disturbed)) return 'not distinguishable';
  const [low, high] = ci95 === null ? [null, null] : [1 / ci95[1], 1 / ci95[0]];
  return `${formatEstimate(1 / ratio, low, high, 'ratio')}${disturbed ? mark : ''} ${name}`;
}

/** The columns that leave a narrow terminal first. */
function slowestFirst(
  cases: readonly StoredCase[],
  titles: readonly string[],
  columnOf: (stored: StoredCase) => string,
  scope: string,
): readonly string[] {
  const worst = (title: string): number =>
    Math.max(
      ...cases.filter((each) => columnOf(each) === title).map((each) => medianOf(each, scope)),
    );
  return [...titles].sort((a, b) => worst(b) - worst(a));
}

/** The class of machine that a merged run is of, the runs of its plan on other classes, and what was measured beside. */
function nodesText(io: CliIo, detail: RunDetail): string {
  const { nodes, repetitions, run } = detail;
  const merged = mergedText(detail);
  const lines = [
    ...(merged === null ? [] : [merged]),
    ...(nodes?.otherClasses ?? []).map(
      (other) =>
        `the same plan on ${other.machineClass}: breakeven break-even ${run.id} --by machine --with ${other.run}`,
    ),
    ...(repetitions === undefined ? [] : besideTexts(repetitions)),
  ];
  return lines.map((text) => `\n${proseLine(io, `  ${text}`)}\n`).join('');
}

/** What of the machine and of the cases can change a verdict; each warning names its first case. */
function state(io: CliIo, { machine, cases }: RunDetail): string {
  const checks = (machine.preflight ?? [])
    .filter(({ status }) => status !== 'ok')
    .map(({ title, found }) => `${title}: ${found}`);
  const warned = cases.flatMap((stored) => stored.warnings.map((text) => ({ text, stored })));
  // Those that differ in their numbers alone are one line: `show --long` has each.
  const kinds = Map.groupBy(warned, ({ text }) => text.replaceAll(/\d[\d.,]*/g, '#'));
  const several = new Set(cases.map(({ workload }) => workload)).size > 1;
  const warnings = [...kinds.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [`${first.stored.workload} ${named(first.stored, cases)}${more}: ${first.text}`];
  });
  const few = several && warnings.length > maxKinds + 1;
  const rest = `${warnings.length - maxKinds} kinds more: --long has each`;
  const shown = few ? [...warnings.slice(0, maxKinds), rest] : warnings;
  const lines = [...checks, ...shown].map((text) => markedLine(io, 'warning', text));
  return lines.length === 0 ? '\n' : `\n${lines.join('')}`;
}

function named(stored: StoredCase, cases: readonly StoredCase[]): string {
  const axes = shownAxes(cases.filter(({ workload }) => workload === stored.workload));
  return caseName(stored, axes);
}
