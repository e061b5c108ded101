import { comparisonSentence } from '../../contract/comparison-sentence.ts';
import type { RunsComparison } from '../../contract/procedures/compare.ts';
import {
  format,
  formatEstimate,
  formatInterval,
  isTooWide,
  missing,
} from '../../contract/units.ts';
import {
  speedupOf,
  tellsText,
  usuallyTells,
  verdictText,
  warningsOfAll,
} from '../../contract/verdict.ts';
import type { ComparedRow } from './compared-rows.ts';
import { type CliIo, paint } from './io.ts';
import { proseLine } from './prose-line.ts';
import { formatTable, left, prose, right } from './table.ts';
import { oneLine } from './terminal-text.ts';
import { whyText } from './why.ts';

type Side = RunsComparison['sides'][number];

/** A contender and its baseline, for people: what differs around them, then case by case, reasons where asked for. */
export function comparisonText(
  io: CliIo,
  found: RunsComparison,
  rows: readonly ComparedRow[],
  why: boolean,
): string {
  const { sides, environment, scope } = found;
  const [baseline, contender] = sides;
  const axes = [...new Set(rows.flatMap((row) => row.axes))];
  const columns = [
    ...[left('workload'), left('contender'), left('baseline')],
    ...axes.map((axis) => right(axisTitle(axis, rows))),
    ...[right('contender median', { drop: 2 }), right('baseline median', { drop: 3 })],
    ...[right('speedup'), right('95 % CI', { drop: 1 })],
    left('verdict'),
    ...(rows.some((row) => noteOf(row) !== '') ? [prose('note')] : []),
  ];
  return [
    `${proseLine(io, comparisonSentence(found.rows, 1))}\n\n`,
    `contender: ${sideText(contender)}\nbaseline: ${sideText(baseline)}\ntiming scope: ${scope}\n\n`,
    environment.length === 0
      ? 'The environments are the same.\n'
      : formatTable(
          ['differs', 'contender', 'baseline'].map(prose),
          environment.map(({ attribute, values: [one, other] }) => [
            attribute,
            other ?? missing,
            one ?? missing,
          ]),
          io.outColumns,
        ),
    ...environment.flatMap(({ sentence }) =>
      sentence === undefined
        ? []
        : [`${proseLine(io, `${paint(io, 'yellow', 'warning')} ${sentence}`)}\n`],
    ),
    '\n',
    formatTable(
      columns,
      rows.map((one) => cellsOf(io, one, axes)),
      io.outColumns,
    ),
    ...disturbances(rows).map((line) => `${proseLine(io, line)}\n`),
    found.baselineNote === undefined ? '' : `\n${proseLine(io, found.baselineNote)}\n`,
    ...(why ? ['\n', ...rows.map(reasonLine)] : []),
    unpairedText(found),
    ...warningsOfAll(rows.map(({ comparison }) => comparison)).map(
      (warning) => `${proseLine(io, `${paint(io, 'yellow', 'warning')} ${warning}`)}\n`,
    ),
  ].join('');
}

/** What these comparisons could have established, as the last line of all. */
export function tellsLine({ sides }: RunsComparison, rows: readonly ComparedRow[]): string {
  const usual = usuallyTells(rows.map(({ comparison }) => comparison));
  if (usual === null) return '';
  const { tells, cases } = usual;
  const apart = new Set(sides.map(({ run }) => run.id)).size > 1;
  const better = apart
    ? '; breakeven ab measures two versions side by side and tells 1 to 3 %'
    : '';
  return `\n${tellsText(tells)}${cases === 1 ? '' : ` (half of ${cases} cases)`}${better}\n`;
}

/** `histogram omp n=1000 threads=2`: by what distinguishes it. */
export function rowName({ workload, contender, baseline, axes }: ComparedRow): string {
  const values = { ...baseline.values, ...contender.values };
  return [
    workload,
    contender.variant,
    ...axes.flatMap((axis) => (axis in values ? [`${axis}=${values[axis]}`] : [])),
  ].join(' ');
}

function sideText(side: Side | undefined): string {
  if (side === undefined) return missing;
  const { run, variant } = side;
  const title = run.title === '' ? '' : ` (${oneLine(run.title)})`;
  return `${run.id}${variant === null ? '' : `:${variant}`}${title}`;
}

/** An axis that one side alone has is of that side. */
function axisTitle(axis: string, rows: readonly ComparedRow[]): string {
  const has = (side: 'contender' | 'baseline') => rows.some((row) => axis in row[side].values);
  if (!has('baseline')) return `${axis} (contender)`;
  return has('contender') ? axis : `${axis} (baseline)`;
}

function cellsOf(io: CliIo, row: ComparedRow, axes: readonly string[]): string[] {
  const { workload, contender, baseline, comparison, newlyFailed } = row;
  const values = { ...baseline.values, ...contender.values };
  const { verdict } = comparison;
  const { value, ci95 } = speedupOf(comparison);
  const shown = ci95 === null || !isTooWide(ci95);
  const colour = verdict === 'faster' ? 'green' : verdict === 'slower' ? 'red' : null;
  const verdictCell = colour === null ? verdictText(comparison) : paint(io, colour, verdict);
  return [
    workload,
    contender.variant,
    baseline.variant,
    ...axes.map((axis) => String(values[axis] ?? missing)),
    format(contender.medianNs, 'duration'),
    format(baseline.medianNs, 'duration'),
    shown ? formatEstimate(value, ci95?.[0], ci95?.[1], 'ratio') : missing,
    ci95 === null || !shown ? missing : formatInterval(...ci95, 'ratio'),
    newlyFailed ? paint(io, 'red', 'failed') : verdictCell,
    noteOf(row),
  ];
}

/** Which of the two was disturbed. */
function noteOf({ contender, baseline }: ComparedRow): string {
  const [one, other] = [contender.disturbed !== undefined, baseline.disturbed !== undefined];
  if (one && other) return 'both disturbed';
  return one ? 'contender disturbed' : other ? 'baseline disturbed' : '';
}

/** What disturbed the cases of contender and baseline; a case that stands in several rows counts once. */
function disturbances(rows: readonly ComparedRow[]): readonly string[] {
  return (['contender', 'baseline'] as const).flatMap((side) => {
    const cases = new Map(rows.map((row) => [row[side].caseIndex, row[side].disturbed]));
    const reasons = [...cases.values()].filter((reason) => reason !== undefined);
    return [...Map.groupBy(reasons, (reason) => reason)].map(
      ([reason, { length }]) =>
        `${side} disturbed: ${reason}${length === 1 ? '' : ` (${length} cases)`}`,
    );
  });
}

function reasonLine(row: ComparedRow): string {
  return `${oneLine(rowName(row))}: ${whyText(row.comparison)}\n`;
}

/** As many reasons as a reader takes in. */
const maxReasons = 5;

/** What stands in no row, by side and reason. */
function unpairedText({ unpaired }: RunsComparison): string {
  const [baseline = [], contender = []] = unpaired;
  const lines = [
    { side: 'contender', alone: contender },
    { side: 'baseline', alone: baseline },
  ].flatMap(({ side, alone }) => {
    const reasons = [...Map.groupBy(alone, ({ reason }) => reason)];
    const shown = reasons
      .slice(0, maxReasons)
      .map(([reason, { length }]) => `${length} ${length === 1 ? 'case' : 'cases'}: ${reason}`);
    const more = reasons.length - shown.length;
    return [...shown, ...(more > 0 ? [`${more} further reasons, see --json`] : [])].map(
      (text) => `Not compared, of the ${side}, ${oneLine(text)}\n`,
    );
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}
