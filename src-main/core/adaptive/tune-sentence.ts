import { valueText } from '../../contract/axis-values.ts';
import type { TuningView } from '../../contract/inspection.ts';
import type { StoredCase } from '../../contract/run.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { formatWithInterval } from '../../contract/units.ts';
import type { Scalar } from '../../contract/workload.ts';
import type { Decided } from './tune-confirm.ts';

const apartText =
  ', although some intervals of medians do not overlap: the ratio within each repetition decides; --repetitions narrows it';

/** What a search says, in one sentence. */
export function sentenceOf(
  {
    parameter,
    state,
    interval,
    variant,
    scope,
    edge,
  }: Pick<TuningView, 'parameter' | 'state' | 'interval' | 'variant' | 'scope' | 'edge'>,
  best: { readonly value: Scalar; readonly stored: StoredCase | undefined },
  unmeasured: number,
  {
    apart,
    alike,
    decided: { open, last },
  }: { readonly apart: boolean; readonly alike: boolean; readonly decided: Decided },
): string {
  const metric = best.stored?.metrics[scope];
  const { medianNs: median = null, ci95LoNs: from = null, ci95HiNs: to = null } = metric ?? {};
  const time = formatWithInterval(median, from, to, 'duration');
  const [low, high] = interval ?? [best.value, best.value];
  const range =
    low === high
      ? 'every other value that was measured is slower'
      : `${valueText(low)} to ${valueText(high)} cannot be distinguished from it${apart ? apartText : ''}`;
  // A point of several parameters names them.
  const several = parameter.includes(',');
  const named = several ? valueText(best.value) : `${parameter} = ${valueText(best.value)}`;
  const first = alike
    ? `no difference is established between the values of ${parameter} (${valueText(low)} to ${valueText(high)}) of ${variant}; the fastest one seen is ${named} (${time}, ${scopeTime(scope)})${apart ? apartText : ''}`
    : `${variant} is fastest at ${named} (${time}, ${scopeTime(scope)}): ${range}`;
  const parts = [
    first,
    ...(last?.comparison.verdict === 'slower'
      ? [
          `measured again in fresh processes ${valueText(last.value)} is slower: ${last.comparison.reason}`,
        ]
      : []),
    ...(open !== null && state !== 'open'
      ? ['the best value was not measured again in fresh processes']
      : []),
    ...(edge == null
      ? []
      : [`that is at the ${edge} edge of the range${meaningOf(parameter, edge)}`]),
    ...(unmeasured === 0
      ? []
      : [`${unmeasured} ${unmeasured === 1 ? 'value' : 'values'} could not be measured, see why`]),
    ...(state === 'flat' ? ['the search ended there'] : []),
    ...(state === 'open' ? ['the search has not ended'] : []),
  ];
  return `${parts.join('; ')}.`;
}

function meaningOf(parameter: string, edge: 'lower' | 'upper'): string {
  if (parameter !== 'share') return '';
  return edge === 'upper' ? ' (the GPU alone)' : ' (the processor alone)';
}
