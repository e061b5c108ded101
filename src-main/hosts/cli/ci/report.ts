import type { RunDetail } from '../../../contract/api.ts';
import { fullCaseName, shownAxes } from '../../../contract/case-names.ts';
import { secondsRange } from '../../../contract/expected-time.ts';
import { shortCommit } from '../../../contract/revision-text.ts';
import { format, isTooWide, missing } from '../../../contract/units.ts';
import {
  type BreakEvenView,
  formatSpeedup,
  pairOfView,
  tellsText,
} from '../../../contract/verdict.ts';
import { versionOf } from '../../../contract/versions.ts';
import { gateAnswer } from '../../../core/analysis/gate-answer.ts';
import { markdownCell, markdownTable } from '../../../core/table/markdown.ts';
import type { Table } from '../../../core/table/table.ts';
import { type AbRow, pairsOf, tellsOf, versionName } from '../ab/text.ts';
import type { CliIo } from '../io.ts';
import { proseLine } from '../prose-line.ts';
import { sizeAxisOf } from '../run-summary.ts';
import { formatTable, left, prose, right } from '../table.ts';
import type { CiOutcome } from './sides.ts';

/** What `ci` says, for a terminal and for a page. */
export type CiReport = {
  /** `saxpy, base 3f2a9c1 (origin/main), head 88d01e2, AMD EPYC, 2 cores, --tell 3%, 7 repetitions in 3 min 41 s` */
  readonly head: string;
  readonly table: Table;
  /** Those of base and head that differ, and those of which one has none. */
  readonly breakEvens: readonly ChangedBreakEven[];
  /** Why the head was measured alone; null where it was not. */
  readonly alone: string | null;
  /** `this runner tells changes from 6 % on`; null where nothing was compared. */
  readonly told: string | null;
  /** `after 5 min 3 of 12 pairs are undecided; ...`; null where none is. */
  readonly undecided: string | null;
  /** What the verdicts rest on. */
  readonly reasons: readonly string[];
};

export type ChangedBreakEven = {
  readonly scope: string;
  readonly pair: readonly [string, string];
  readonly base: BreakEvenView;
  readonly head: BreakEvenView;
  /** Whether the intervals leave no doubt that the head has a later one, or an earlier one. */
  readonly change: 'later' | 'earlier' | 'not distinguishable' | 'not known';
};

export function ciReport(
  { trees, compared, decide, unchanged, run }: CiOutcome,
  detail: RunDetail | null,
  rows: readonly AbRow[],
  scope: string,
): CiReport {
  const seconds = detail === null ? 0 : secondsOf(detail.run);
  const open = rows.filter(
    ({ head, view }) =>
      head.outcome === 'ok' && (view === null || gateAnswer(view, decide.tell) === 'untold'),
  );
  const tells = tellsOf(rows);
  const tell = `${Number((100 * decide.tell).toPrecision(3))}%`;
  const { base, head } = trees;
  const machine = detail?.machine;
  const parts = [
    compared.name,
    `base ${shortCommit(base.commit)} (${base.ref})`,
    `head ${shortCommit(head.commit)}`,
    ...(machine === undefined ? [] : [machine.cpuModel, `${machine.logicalCores} cores`]),
    ...(machine?.gpus.slice(0, 1).map(({ name }) => name) ?? []),
    `--tell ${tell}`,
    run === null
      ? 'nothing was measured'
      : `${pairsOf(rows)} repetitions in ${secondsRange([seconds, seconds])}`,
  ];
  const told =
    tells === null
      ? 'this runner tells nothing yet: an interval needs 5 pairs that do not drift'
      : `this runner ${tellsFrom(tells)}`;
  const cases = detail?.cases.length ?? 0;
  return {
    head: parts.join(', '),
    table: {
      title: `Breakeven: ${compared.name}`,
      columns: [left('case'), right('base'), right('head'), right('speedup'), prose('verdict')],
      rows:
        compared.alone === null
          ? [
              ...rows.map((row) => cellsOf(row, detail, decide.tell, scope)),
              ...unchanged.map(unchangedCells),
            ]
          : (detail?.cases ?? []).map((one) => [
              fullCaseName(one, axesOf(detail, one.workload)),
              missing,
              format(one.metrics[scope]?.medianNs ?? null, 'duration'),
              missing,
              one.outcome === 'ok' ? 'not comparable' : `${one.outcome}: ${one.reason ?? ''}`,
            ]),
      notes: [],
    },
    breakEvens: compared.alone === null ? changedBreakEvens(detail?.breakEvens ?? []) : [],
    alone: compared.alone?.(cases) ?? null,
    told: rows.length === 0 ? null : told,
    undecided:
      open.length === 0
        ? null
        : `after ${secondsRange([seconds, seconds])} ${open.length} of ${rows.length} pairs are undecided; ${told}, --tell asks for ${tell}: raise --time or use a quieter runner`,
    reasons: rows.flatMap(({ view, head: { variant } }) =>
      view === null ? [] : [`${versionOf(variant)?.id ?? variant}: ${view.reason}`],
    ),
  };
}

function secondsOf({ createdAt, finishedAt }: RunDetail['run']): number {
  return finishedAt === null ? 0 : (Date.parse(finishedAt) - Date.parse(createdAt)) / 1000;
}

/** `tells changes from 4 % on` */
const tellsFrom = (tells: number): string => tellsText(tells).replace(/ %$/, ' % on');

const percent = (value: number): string => `${Number(value.toPrecision(2))} %`;

function axesOf(detail: RunDetail | null, workload: string): readonly string[] {
  if (detail === null) return [];
  const cases = detail.cases.filter((one) => one.workload === workload);
  return shownAxes(cases, sizeAxisOf(detail, workload));
}

function cellsOf(
  row: AbRow,
  detail: RunDetail | null,
  tell: number,
  scope: string,
): readonly string[] {
  const { head, base, view } = row;
  const [one, other] = [base, head].map(({ metrics }) => metrics[scope]?.medianNs ?? null);
  return [
    fullCaseName({ ...head, variant: versionName(base, head) }, axesOf(detail, head.workload)),
    format(one ?? null, 'duration'),
    format(other ?? null, 'duration'),
    view === null ? missing : formatSpeedup(view),
    verdictOf(row, tell),
  ];
}

/** Of a gate: what the pair says to its one question where it has no verdict. */
function verdictOf({ head, base, view }: AbRow, tell: number): string {
  if (head.outcome !== 'ok') return `${head.outcome}: ${head.reason ?? ''}`;
  if (base.outcome !== 'ok') return `not comparable: base ${base.outcome}: ${base.reason ?? ''}`;
  if (view === null) return 'not comparable';
  const { verdict, tells } = view;
  if (verdict !== 'inconclusive') return verdict;
  if (gateAnswer(view, tell) === 'not slower') {
    return `not slower by ${percent(100 * tell)} or more`;
  }
  return tells === undefined || tells === null
    ? `inconclusive: ${view.reason}`
    : `inconclusive: this run ${tellsFrom(tells)}`;
}

const unchangedCells = (variant: string): readonly string[] => [
  variant,
  missing,
  missing,
  missing,
  'unchanged: same machine code',
];

/** Break-evens between the same two variants of both commits of which something changed, or may have. */
export function changedBreakEvens(views: readonly BreakEvenView[]): readonly ChangedBreakEven[] {
  const keyed = views.map((view) => {
    const versions = pairOfView(view).map((id) => versionOf(id));
    const heads = versions.some((version) => version?.side === 'head');
    const ids = versions.map((version, i) => version?.id ?? pairOfView(view)[i] ?? '').sort();
    return { view, heads, ids, key: JSON.stringify([view.workload, view.scope, view.values, ids]) };
  });
  return keyed.flatMap(({ view: base, heads, key, ids }) => {
    const head = heads ? undefined : keyed.find((one) => one.heads && one.key === key)?.view;
    if (head === undefined || (base.answer !== 'one' && base.answer === head.answer)) return [];
    const pair = [ids[0] ?? '', ids[1] ?? ''] as const;
    return [{ scope: base.scope, pair, base, head, change: changeOf(base, head) }];
  });
}

function changeOf(base: BreakEvenView, head: BreakEvenView): ChangedBreakEven['change'] {
  const [before, after] = [base.ci95, head.ci95];
  if (before === null || after === null) return 'not known';
  if (after[0] > before[1]) return 'later';
  return after[1] < before[0] ? 'earlier' : 'not distinguishable';
}

/** `break-even total, sequential / omp: 17,000 [12,000, 19,000] -> 24,000 [20,000, 31,000]: later` */
function breakEvenText({ scope, pair, base, head, change }: ChangedBreakEven): string {
  return `break-even ${scope}, ${pair.join(' / ')}: ${sizeText(base)} -> ${sizeText(head)}: ${change}`;
}

function sizeText({ at, ci95, answer }: BreakEvenView): string {
  if (at === null) return answer;
  const size = (value: number) => Number(value.toPrecision(3)).toLocaleString('en');
  if (ci95 === null) return size(at);
  const [low, high] = [size(ci95[0]), size(ci95[1])];
  return isTooWide(ci95) ? `between ${low} and ${high}` : `${size(at)} [${low}, ${high}]`;
}

export function reportText(io: CliIo, report: CiReport): string {
  const { head, table, breakEvens, told } = report;
  const rows = table.rows.map((row) => row.map((cell) => String(cell ?? '')));
  return [
    `${proseLine(io, `breakeven ci: ${head}`)}\n`,
    ...(rows.length === 0 ? [] : [formatTable(table.columns, rows, io.outColumns)]),
    ...breakEvens.map((one) => `${proseLine(io, breakEvenText(one))}\n`),
    told === null ? '' : `${told}\n`,
  ].join('');
}

/** One table, the machine, the break-evens, and the reasons folded: what a page of a pull request shows. */
export function reportMarkdown(report: CiReport): string {
  const { head, table, breakEvens, alone, told, undecided, reasons } = report;
  const sentences = [...breakEvens.map(breakEvenText), alone ?? '', undecided ?? told ?? ''].filter(
    (text) => text !== '',
  );
  const fold =
    reasons.length === 0
      ? []
      : [
          '<details><summary>Reasons</summary>',
          '',
          ...reasons.map((text) => `- ${markdownCell(text)}`),
          '',
          '</details>',
          '',
        ];
  return [
    markdownTable({ ...table, notes: [head] }),
    ...sentences.flatMap((text) => [markdownCell(text), '']),
    ...fold,
  ].join('\n');
}
