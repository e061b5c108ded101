import type { RunDetail } from '../../../contract/api.ts';
import { fullCaseName, shownAxes } from '../../../contract/case-names.ts';
import type { Decide } from '../../../contract/configuration.ts';
import type { StoredCase } from '../../../contract/run.ts';
import { format, missing } from '../../../contract/units.ts';
import {
  type ComparisonView,
  formatSpeedup,
  tellsText,
  warningsOfAll,
} from '../../../contract/verdict.ts';
import { versionOf } from '../../../contract/versions.ts';
import { comparedPairs } from '../../../core/analysis/compared-pairs.ts';
import { isAnswered } from '../../../core/analysis/gate-answer.ts';
import { type CliIo, paint } from '../io.ts';
import { sizeAxisOf } from '../run-summary.ts';
import { formatTable, left, right } from '../table.ts';

/** One comparison of a head with its base. */
export type AbRow = {
  readonly head: StoredCase;
  readonly base: StoredCase;
  /** Null where one of them was not measured. */
  readonly view: ComparisonView | null;
};

export function abRows({ cases, comparisons }: RunDetail): readonly AbRow[] {
  const byWorkload = [...Map.groupBy(cases, ({ workload }) => workload).values()];
  return byWorkload
    .flatMap((own) => comparedPairs(own, ''))
    .map(({ contender, baseline }) => ({
      head: contender,
      base: baseline,
      view: comparisons[String(contender.index)] ?? null,
    }));
}

/** The largest number of pairs that a comparison of it has. */
export function pairsOf(rows: readonly AbRow[]): number {
  return rows.reduce((most, { view }) => Math.max(most, view?.repetitions?.[0] ?? 0), 0);
}

export function undecided(rows: readonly AbRow[], decide: Decide): readonly AbRow[] {
  return rows.filter(({ view }) => view === null || !isAnswered(view, decide));
}

/** What all of them tell: the least that the worst of them could have established, percent; null where one has none. */
export function tellsOf(rows: readonly AbRow[]): number | null {
  const all = rows.map(({ view }) => view?.tells);
  const known = all.flatMap((tells) => tells ?? []);
  return known.length === 0 || known.length < all.length ? null : Math.max(...known);
}

export function abText(
  io: CliIo,
  detail: RunDetail,
  rows: readonly AbRow[],
  { scope, decide }: { readonly scope: string; readonly decide: Decide },
): string {
  const cells = rows.map(({ head, base, view }) => {
    const axes = shownAxes(
      detail.cases.filter(({ workload }) => workload === head.workload),
      sizeAxisOf(detail, head.workload),
    );
    const [one, other] = [base, head].map(({ metrics }) => metrics[scope]?.medianNs ?? null);
    return [
      fullCaseName({ ...head, variant: versionName(base, head) }, axes),
      format(one ?? null, 'duration'),
      format(other ?? null, 'duration'),
      view === null ? missing : formatSpeedup(view),
      verdictText(io, head, base, view),
    ];
  });
  const open = undecided(rows, decide).length;
  const pairs = pairsOf(rows);
  const decided = `Decided after ${pairs} of ${decide.pairs} pairs.`;
  const undone = `${open} of ${rows.length} undecided after ${pairs} of ${decide.pairs} pairs.`;
  const tells = tellsOf(rows);
  return [
    formatTable(
      [left('case'), right('base'), right('head'), right('speedup'), left('verdict')],
      cells,
      io.outColumns,
    ),
    `\n${open === 0 ? decided : undone}\n`,
    ...warningsOfAll(rows.map(({ view }) => view)).map(
      (warning) => `${paint(io, 'yellow', 'warning')} ${warning}\n`,
    ),
    `${tells === null ? 'tells nothing yet: an interval needs 5 pairs that do not drift' : tellsText(tells)}\n`,
  ].join('');
}

/** `omp`, or `cub -> cuda-fast` where they are two variants. */
export function versionName(base: StoredCase, head: StoredCase): string {
  const [one, other] = [base, head].map(({ variant }) => versionOf(variant)?.id ?? variant);
  return one === other ? `${one}` : `${one} -> ${other}`;
}

function verdictText(
  io: CliIo,
  head: StoredCase,
  base: StoredCase,
  view: ComparisonView | null,
): string {
  for (const one of [head, base]) {
    if (one.outcome !== 'ok') return paint(io, 'red', `${one.outcome}: ${one.reason ?? ''}`);
  }
  if (view === null) return missing;
  const { verdict } = view;
  if (verdict === 'inconclusive') return paint(io, 'yellow', 'undecided');
  return verdict === 'faster' || verdict === 'slower'
    ? paint(io, verdict === 'faster' ? 'green' : 'red', verdict)
    : verdict;
}
