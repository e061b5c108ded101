import type { RunDetail } from '../../../contract/api.ts';
import type { Decide } from '../../../contract/configuration.ts';
import { type Gate, gateOf, outcomeKind } from '../gate.ts';
import { type AbRow, pairsOf, tellsOf, undecided } from './text.ts';

/** What `--fail-on` finds in comparisons of two versions. One that could not be made is not passed over. */
export function gateOfRows(
  rows: readonly AbRow[],
  failOn: ReadonlySet<string>,
  { tell }: Decide,
): Gate {
  const judged = rows.map(({ head, view }) => ({
    kinds: [...outcomeKind(head.outcome), ...(view === null ? [] : [view.verdict])],
    ...(view === null ? { untold: head.outcome === 'ok' } : { comparison: view }),
    id: { case: head.index },
  }));
  return gateOf(judged, failOn, tell);
}

/** The document of comparisons of two versions. */
export function abJson(
  { run }: Pick<RunDetail, 'run'>,
  rows: readonly AbRow[],
  decide: Decide,
  scope: string,
) {
  const cellOf = ({ index, variant, outcome, reason, metrics }: AbRow['head']) => ({
    ...{ case: index, variant, outcome, reason, medianNs: metrics[scope]?.medianNs ?? null },
  });
  return {
    run,
    scope,
    decide,
    cases: rows.map(({ head, base, view }) => ({
      workload: head.workload,
      values: head.values,
      base: cellOf(base),
      head: cellOf(head),
      comparison: view,
    })),
    decided: rows.length > 0 && undecided(rows, decide).length === 0,
    pairs: pairsOf(rows),
    tells: tellsOf(rows),
  };
}
