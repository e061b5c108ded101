import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import { caseLabels, reasonsAbove } from '../../../src-main/contract/case-labels.ts';
import { byValue, varyingAxes } from '../../../src-main/contract/case-names.ts';
import type { PercentOfPeak } from '../../../src-main/contract/inspection.ts';
import {
  percentOfPeakExplanation,
  percentOfPeakText,
} from '../../../src-main/contract/percent-of-peak-text.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import {
  type Rate,
  ratesOf,
  throughputOf,
  throughputText,
} from '../../../src-main/contract/throughput.ts';
import { formatRatio } from '../../../src-main/contract/units.ts';
import { sharedValues } from '../../state/run-attributes.ts';
import { OutcomeBadge, VerdictBadge } from '../../ui/badge.tsx';
import { nanosecondInterval, nanoseconds } from '../../ui/format.ts';
import { TableBox } from '../../ui/table-box.tsx';

type Sort = { readonly column: string; readonly down: boolean };

/**
 * The cases of a run with the figures of one timing scope. Wrong and skipped ones stand among them with their reason.
 */
export function CaseTable({ detail, span }: { readonly detail: RunDetail; readonly span: string }) {
  const [sort, setSort] = useState<Sort>({ column: 'case', down: false });
  const axes = varyingAxes(detail.cases).map(({ id }) => id);
  const several = new Set(detail.cases.map(({ workload }) => workload)).size > 1;
  const shared = sharedValues(detail.cases);
  const rates = ratesOf(detail.cases);
  const key = (one: StoredCase): SortKey => keyOf(one, sort.column, span, detail, rates);
  const rows = [...detail.cases].sort((a, b) => (sort.down ? -1 : 1) * byKey(key(a), key(b)));
  const head = (column: string, title: string, numeric = false) => (
    <th
      scope="col"
      class={numeric ? 'number' : ''}
      aria-sort={sort.column === column ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        class="sort"
        onClick={() => setSort({ column, down: sort.column === column && !sort.down })}
      >
        {title}
      </button>
    </th>
  );
  return (
    <>
      {shared.length === 0 ? null : (
        <p class="muted shared">
          All cases:{' '}
          {shared.map(([id, value]) => `${id} = ${valueText(value) || 'default'}`).join(', ')}.
        </p>
      )}
      <TableBox label="Cases">
        <table class="table">
          <thead>
            <tr>
              {several ? head('workload', 'Workload') : null}
              {head('variant', 'Variant')}
              {axes.map((id) => head(`axis ${id}`, id, true))}
              {head('samples', 'Samples', true)}
              {head('median', 'Median', true)}
              <th scope="col" class="number">
                95 % CI
              </th>
              {head('throughput', 'Throughput', true)}
              {detail.ceilings === undefined ? null : head('ceiling', '% of peak', true)}
              {head('ratio', 'Ratio', true)}
              <th scope="col">Verdict</th>
              {head('outcome', 'Outcome')}
            </tr>
          </thead>
          <tbody>
            {rows.map((stored) => (
              <CaseRow
                key={stored.index}
                stored={stored}
                detail={detail}
                span={span}
                axes={axes}
                several={several}
                rate={rates.get(stored.workload)}
              />
            ))}
          </tbody>
        </table>
      </TableBox>
      {reasonsAbove(detail.cases, detail.ceilings).map(({ reason, variants }) => (
        <p key={reason} class="note">
          * Above 100 %, {variants.join(', ')}: {reason}
        </p>
      ))}
    </>
  );
}

function CaseRow({
  stored,
  detail,
  span,
  axes,
  several,
  rate,
}: {
  readonly stored: StoredCase;
  readonly detail: RunDetail;
  readonly span: string;
  readonly axes: readonly string[];
  readonly several: boolean;
  readonly rate: Rate | undefined;
}) {
  const metric = stored.metrics[span];
  const comparison = detail.comparisons[String(stored.index)];
  const share = detail.ceilings?.[String(stored.index)];
  return (
    <tr class={stored.outcome}>
      {several ? <td>{stored.workload}</td> : null}
      <th scope="row">{stored.variant}</th>
      {axes.map((id) => (
        <td key={id} class="number">
          {valueText(stored.values[id])}
        </td>
      ))}
      {stored.outcome === 'ok' ? (
        <>
          <td class="number">{metric?.n ?? ''}</td>
          <td class="number strong">
            {nanoseconds(metric?.median_ns, metric?.ci95_lo_ns, metric?.ci95_hi_ns)}
          </td>
          <td
            class="number"
            title={metric?.ci95_lo_ns === null ? 'needs at least 6 samples' : undefined}
          >
            {nanosecondInterval(metric?.ci95_lo_ns, metric?.ci95_hi_ns)}
          </td>
          <td class="number">{throughputText(stored, metric?.median_ns, rate)}</td>
          {detail.ceilings === undefined ? null : <PeakCell share={share} />}
          <td
            class="number"
            title={comparison === undefined ? undefined : `over ${comparison.against}`}
          >
            {comparison === undefined ? '–' : formatRatio(comparison.ratio, comparison.ci95)}
          </td>
          <td>{comparison === undefined ? null : <VerdictBadge {...comparison} />}</td>
        </>
      ) : (
        <td colSpan={detail.ceilings === undefined ? 6 : 7} class="reason">
          {stored.reason ?? 'no reason is stored'}
        </td>
      )}
      <td>
        <OutcomeBadge outcome={stored.outcome} />
        {caseLabels(stored).map(({ text, meaning }) => (
          <span key={text} class="badge warn" title={meaning}>
            {text}
          </span>
        ))}
        {stored.warnings.length === 0 ? null : (
          <span class="badge warn" title={stored.warnings.join('\n')}>
            {stored.warnings.length} {stored.warnings.length === 1 ? 'warning' : 'warnings'}
          </span>
        )}
      </td>
    </tr>
  );
}

/** How near the case comes to what the device can do at all. */
function PeakCell({ share }: { readonly share: PercentOfPeak | undefined }) {
  if (share === undefined) return <td class="number">–</td>;
  return (
    <td class="number" title={percentOfPeakExplanation(share)}>
      {percentOfPeakText(share)}
    </td>
  );
}

type SortKey = number | string | boolean | null;

function keyOf(
  stored: StoredCase,
  column: string,
  span: string,
  detail: RunDetail,
  rates: ReadonlyMap<string, Rate>,
): SortKey {
  const metric = stored.metrics[span];
  switch (column) {
    case 'case':
      return stored.index;
    case 'workload':
      return stored.workload;
    case 'variant':
      return stored.variant;
    case 'samples':
      return metric?.n ?? null;
    case 'median':
      return metric?.median_ns ?? null;
    case 'throughput':
      return throughputOf(stored, metric?.median_ns, rates.get(stored.workload));
    case 'ceiling':
      return detail.ceilings?.[String(stored.index)]?.percent ?? null;
    case 'ratio':
      return detail.comparisons[String(stored.index)]?.ratio ?? null;
    case 'outcome':
      return stored.outcome;
    default:
      return stored.values[column.replace(/^axis /, '')] ?? null;
  }
}

/** Rows without a value come last when ascending. */
function byKey(a: SortKey, b: SortKey): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return byValue(a, b);
}
