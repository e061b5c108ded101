import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { caseLabels, reasonsAbove } from '../../../../src-main/contract/case-labels.ts';
import { byValue, varyingAxes } from '../../../../src-main/contract/case-names.ts';
import { caseEnergy, energyText } from '../../../../src-main/contract/energy.ts';
import {
  percentOfPeakExplanation,
  percentOfPeakText,
} from '../../../../src-main/contract/percent-of-peak-text.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import type { Missed } from '../../../../src-main/contract/target.ts';
import {
  type Rate,
  ratesOf,
  throughputOf,
  throughputText,
} from '../../../../src-main/contract/throughput.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { formatSpeedup, speedupOf } from '../../../../src-main/contract/verdict.ts';
import { missedByCase, wideIntervalText } from '../../../../src-main/contract/wide-intervals.ts';
import type { Scalar } from '../../../../src-main/contract/workload.ts';
import { sharedValues } from '../../../state/run-attributes.ts';
import { readZoom, useHidden, useView } from '../../../state/workspace.ts';
import { OutcomeBadge, VerdictBadge } from '../../../ui/badge.tsx';
import { Select } from '../../../ui/field.tsx';
import { nanosecondInterval, nanoseconds, plural } from '../../../ui/format.ts';
import { NameButton, TableBox } from '../../../ui/table-box.tsx';

type Sort = { readonly column: string; readonly down: boolean };

type Props = {
  readonly detail: RunDetail;
  readonly scope: string;
  readonly workload: string;
  readonly sizeAxis: string | undefined;
  /** The size that is marked. */
  readonly marked?: number | undefined;
};

/**
 * The cases of a workload with the figures of one timing scope, grouped by size unless sorted by a column; those that the
 * curve leaves out are left out. Wrong and skipped ones stand among them with their reason. Ratio and verdict stand before
 * what may be scrolled away.
 */
export function CaseTable({ detail, scope, workload, sizeAxis, marked }: Props) {
  const [sortText, setSortText] = useView('sort');
  const sort = readSort(sortText);
  const [filter, setFilter] = useView('filter', { quiet: true });
  const [verdict, setVerdict] = useView('verdict');
  const [, openCase] = useView('case');
  const [hidden] = useHidden();
  const [zoomed] = useView('zoom');
  const zoom = readZoom(zoomed);
  const cases = detail.cases.filter((one) => one.workload === workload);
  const axes = varyingAxes(cases).map(({ id }) => id);
  const shared = sharedValues(cases);
  const rate = ratesOf(cases).get(workload);
  const missed = missedByCase(detail);
  const key = (one: StoredCase): SortKey => keyOf(one, sort.column, scope, detail, rate);
  const isIn = (size: Scalar | undefined) =>
    zoom === null || typeof size !== 'number' || (size >= zoom.min && size <= zoom.max);
  const found = cases.filter(
    (one) =>
      !hidden.has(one.variant) &&
      isIn(one.values[sizeAxis ?? '']) &&
      rowText(one).includes(filter.toLowerCase()) &&
      (verdict === '' || detail.comparisons[String(one.index)]?.verdict === verdict),
  );
  const rows = [...found].sort((a, b) => (sort.down ? -1 : 1) * byKey(key(a), key(b)));
  const grouped = sort.column === 'case';
  const size = sizeAxis !== undefined && axes.includes(sizeAxis) ? sizeAxis : '';
  // The size stands in the heading of a group.
  const shownAxes = grouped ? axes.filter((id) => id !== size) : axes;
  const groups = grouped
    ? [...Map.groupBy(rows, (one) => one.values[size])].sort(([a], [b]) => byValue(a, b))
    : ([[undefined, rows]] as const);
  const hasEnergy = cases.some(({ energy }) => energy !== undefined);
  const further = Number(detail.percentOfPeak !== undefined) + Number(hasEnergy);
  const columns = 8 + shownAxes.length + further;
  const verdicts = [...new Set(Object.values(detail.comparisons).map((one) => one.verdict))].sort();
  const head = (column: string, title: string, numeric = false, frozen = false) => (
    <th
      scope="col"
      class={[numeric ? 'number' : '', frozen ? 'frozen' : ''].join(' ').trim()}
      aria-sort={sort.column === column ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        class="sort"
        onClick={() => setSortText(sortTextOf(nextSort(sort, column)))}
        title="Sorts; a third time groups by size again"
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
      <TableBox label="Cases" kind="cases">
        <table class="table cases dense">
          <thead>
            <tr>
              {head('variant', 'Variant', false, true)}
              {shownAxes.map((id) => head(`axis ${id}`, id, true))}
              {head('median', 'Median', true)}
              <th scope="col" class="number">
                95 % CI
              </th>
              {head('speedup', 'Speedup', true)}
              <th scope="col">Verdict</th>
              {head('throughput', 'Throughput', true)}
              {detail.percentOfPeak === undefined ? null : head('peak', '% of peak', true)}
              {hasEnergy ? head('energy', 'Energy', true) : null}
              {head('samples', 'Samples', true)}
              {head('outcome', 'Outcome')}
            </tr>
            <tr class="filters">
              <td class="frozen">
                <input
                  class="input"
                  type="search"
                  aria-label="Filter cases by workload, variant or value"
                  placeholder="Filter"
                  value={filter}
                  onInput={(event) => setFilter(event.currentTarget.value)}
                />
              </td>
              <td colSpan={shownAxes.length + 3} class="muted">
                {found.length < cases.length
                  ? `${found.length} of ${plural(cases.length, 'case')}`
                  : ''}
              </td>
              <td>
                <Select
                  id="case-verdict"
                  label="Filter cases by verdict"
                  value={verdict}
                  options={[{ id: '', title: 'all' }, ...verdicts]}
                  onChange={setVerdict}
                />
              </td>
              <td colSpan={columns - shownAxes.length - 5} />
            </tr>
          </thead>
          {groups.map(([value, own]) => (
            <tbody key={String(value)}>
              {value !== undefined ? (
                <tr class={value === marked ? 'group marked' : 'group'}>
                  <th scope="rowgroup" colSpan={columns}>
                    {size} = {valueText(value)}
                  </th>
                </tr>
              ) : null}
              {own.map((stored) => (
                <CaseRow
                  key={stored.index}
                  stored={stored}
                  detail={detail}
                  scope={scope}
                  axes={shownAxes}
                  further={further}
                  hasEnergy={hasEnergy}
                  rate={rate}
                  missed={missed.get(stored.index)}
                  open={() => openCase(String(stored.index))}
                />
              ))}
            </tbody>
          ))}
        </table>
      </TableBox>
      {reasonsAbove(cases, detail.percentOfPeak).map(({ reason, variants }) => (
        <p key={reason} class="note">
          * Above 100 %, {variants.join(', ')}: {reason}
        </p>
      ))}
    </>
  );
}

/** `-median` is down by the median; nothing: grouped. */
const sortTextOf = ({ column, down }: Sort): string | null =>
  column === 'case' ? null : `${down ? '-' : ''}${column}`;

function readSort(text: string): Sort {
  if (text === '') return { column: 'case', down: false };
  return { column: text.replace(/^-/, ''), down: text.startsWith('-') };
}

/** Down after up, and after both the groups again. */
function nextSort(sort: Sort, column: string): Sort {
  if (sort.column !== column) return { column, down: false };
  return sort.down ? { column: 'case', down: false } : { column, down: true };
}

function rowText({ workload, variant, values }: StoredCase): string {
  const parts = Object.entries(values).map(([id, value]) => `${id}=${value}`);
  return [workload, variant, ...parts].join(' ').toLowerCase();
}

function CaseRow({
  stored,
  detail,
  scope,
  axes,
  further,
  hasEnergy,
  rate,
  missed,
  open,
}: {
  readonly stored: StoredCase;
  readonly detail: RunDetail;
  readonly scope: string;
  readonly axes: readonly string[];
  /** Columns that not every run has. */
  readonly further: number;
  readonly hasEnergy: boolean;
  readonly rate: Rate | undefined;
  readonly missed: readonly Missed[] | undefined;
  readonly open: () => void;
}) {
  const metric = stored.metrics[scope];
  const missedHere = missed?.filter((one) => one.scope === scope) ?? [];
  const wide = missedHere.length === 0 ? undefined : wideIntervalText(missedHere);
  const comparison = detail.comparisons[String(stored.index)];
  const share = detail.percentOfPeak?.[String(stored.index)];
  const energy = caseEnergy(stored.energy);
  return (
    <tr class={stored.outcome}>
      <th scope="row" class="frozen">
        <NameButton name={stored.variant} open={open} hint="Everything known of this case" />
      </th>
      {axes.map((id) => (
        <td key={id} class="number">
          {valueText(stored.values[id])}
        </td>
      ))}
      {stored.outcome === 'ok' ? (
        <>
          <td class="number strong">
            {nanoseconds(metric?.medianNs, metric?.ci95LoNs, metric?.ci95HiNs)}
          </td>
          <td class="number" title={metric?.ci95LoNs === null ? 'needs at least 6 samples' : wide}>
            {nanosecondInterval(metric?.ci95LoNs, metric?.ci95HiNs)}
          </td>
          <td
            class="number"
            title={comparison === undefined ? undefined : `over ${comparison.against}`}
          >
            {comparison === undefined ? '–' : formatSpeedup(comparison)}
          </td>
          <td>{comparison === undefined ? null : <VerdictBadge {...comparison} />}</td>
          <td class="number">{throughputText(stored, metric?.medianNs, rate)}</td>
          {detail.percentOfPeak === undefined ? null : (
            <td class="number" title={share && percentOfPeakExplanation(share)}>
              {share === undefined ? '–' : percentOfPeakText(share)}
            </td>
          )}
          {hasEnergy ? (
            <td class="number" title={energy === null ? undefined : energyText(energy)}>
              {format(energy?.joules, 'energy')}
            </td>
          ) : null}
          <td class="number">{metric?.n ?? ''}</td>
        </>
      ) : (
        <td colSpan={6 + further} class="reason">
          {stored.reason ?? 'no reason is stored'}
        </td>
      )}
      <td>
        <OutcomeBadge outcome={stored.outcome} />
        {caseLabels(stored).map(({ text, meaning, fact }) => (
          <span key={text} class={fact === true ? 'badge' : 'badge warn'} title={meaning}>
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

type SortKey = number | string | boolean | null;

function keyOf(
  stored: StoredCase,
  column: string,
  scope: string,
  detail: RunDetail,
  rate: Rate | undefined,
): SortKey {
  const metric = stored.metrics[scope];
  const comparison = detail.comparisons[String(stored.index)];
  switch (column) {
    case 'case':
      return stored.index;
    case 'variant':
      return stored.variant;
    case 'samples':
      return metric?.n ?? null;
    case 'median':
      return metric?.medianNs ?? null;
    case 'throughput':
      return throughputOf(stored, metric?.medianNs, rate);
    case 'energy':
      return caseEnergy(stored.energy)?.joules ?? null;
    case 'peak':
      return detail.percentOfPeak?.[String(stored.index)]?.percent ?? null;
    case 'speedup':
      return comparison === undefined ? null : speedupOf(comparison).value;
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
