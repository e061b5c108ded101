import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { shownBaselineNote } from '../../../../src-main/contract/break-even-groups.ts';
import { agree } from '../../../../src-main/contract/case-names.ts';
import { machineWarnings } from '../../../../src-main/contract/machine-state.ts';
import { scopeTime } from '../../../../src-main/contract/timing-scopes.ts';
import { formatRatio, formatWithInterval } from '../../../../src-main/contract/units.ts';
import { type Facetted, type HeadlinePair, headlinePair } from '../../../state/run-summary.ts';
import { VerdictBadge } from '../../../ui/badge.tsx';
import { plural } from '../../../ui/format.ts';
import { useCall } from '../../../ui/use-call.ts';

/** The answer first: who is faster, from which size on, by how much, and how far the machine can be trusted. */
export function Headline({ facet }: { readonly facet: Facetted }) {
  const pair = headlinePair(facet);
  return (
    <div class="headline">
      {pair === null ? (
        <div class="headline-figure">
          <h3>Comparison</h3>
          <p class="muted">Two variants at one size are needed for a ratio.</p>
        </div>
      ) : (
        <Figures facet={facet} pair={pair} />
      )}
      <MachineState detail={facet.detail} />
    </div>
  );
}

function Figures({
  facet: { detail, known, where },
  pair,
}: {
  readonly facet: Facetted;
  readonly pair: HeadlinePair;
}) {
  const { contender, baseline, devices, scope, size, breakEven } = pair;
  const { id } = detail.run;
  const { value, loading } = useCall(
    'compareRuns',
    { refs: [`${id}:${baseline}`, `${id}:${contender}`], scope },
    detail.cases.length,
  );
  const row = value?.rows.find(
    ({ workload, cells }) =>
      workload === known.id &&
      cells[1]?.values[known.sizeAxis] === size &&
      agree(cells[1]?.values ?? {}, where),
  );
  const comparison = row?.cells[1]?.comparison ?? null;
  const ratio = comparison?.ratio ?? null;
  const ci = comparison?.ci95 ?? null;
  const at = `${known.sizeAxis} = ${valueText(size)}`;
  const note = shownBaselineNote(known, (variant) => variant === baseline);
  return (
    <>
      <div class="headline-figure">
        <h3>
          {devices ? 'Best GPU compared with best CPU' : 'Best parallel compared with baseline'}
        </h3>
        <p class="figure-number">
          {comparison === null ? loading ? '…' : '' : <VerdictBadge {...comparison} />} {contender}
        </p>
        <p class="muted" title={note === '' ? undefined : note}>
          than {baseline}, {scopeTime(scope)}
        </p>
      </div>
      <div class="headline-figure">
        <h3>Break-even</h3>
        <p class="figure-number">{breakEvenText(breakEven)}</p>
        <p class="muted" title={breakEven?.sentence}>
          {breakEven?.answer === 'one' ? `95 % CI; ` : ''}largest size measured: {valueText(size)}
        </p>
      </div>
      <div class="headline-figure">
        <h3>Speedup at the largest size</h3>
        <p class="figure-number">
          {ratio === null
            ? '–'
            : formatRatio(1 / ratio, ci === null ? null : [1 / ci[1], 1 / ci[0]])}
        </p>
        <p class="muted">at {at}; above 1 is faster</p>
      </div>
    </>
  );
}

function breakEvenText(found: HeadlinePair['breakEven']): string {
  if (found === null) return 'not measured';
  if (found.answer === 'one' && found.at !== null) {
    return `n* = ${formatWithInterval(found.at, found.ci95?.[0], found.ci95?.[1], 'count')}`;
  }
  if (found.answer === 'several') return 'several';
  if (found.answer === 'inconclusive') return 'inconclusive';
  return `${found.large} at every size`;
}

/** Load, clocks, other work: what speaks against the times, here and not only under Environment. */
function MachineState({ detail: { machine, cases } }: { readonly detail: RunDetail }) {
  const warnings = machineWarnings(machine);
  const throttled = cases.filter(
    ({ attributes }) => Number(attributes.throttledSamples ?? 0) > 0,
  ).length;
  const disturbed = cases.filter((each) =>
    each.warnings.some((text) => /disturb/.test(text)),
  ).length;
  const found = [
    ...warnings,
    ...(throttled === 0 ? [] : [`${plural(throttled, 'case')} throttled`]),
    ...(disturbed === 0 ? [] : [`${plural(disturbed, 'case')} with interference`]),
  ];
  return (
    <div class="headline-figure">
      <h3>Machine</h3>
      <p>
        <span class={found.length === 0 ? 'badge good' : 'badge warn'}>
          {found.length === 0 ? 'no warnings' : plural(found.length, 'warning')}
        </span>
      </p>
      {found.map((text) => (
        <p key={text} class="muted clamp" title={text}>
          {text}
        </p>
      ))}
    </div>
  );
}
