import type { RunDetail } from './api.ts';
import type { SpanVerdicts } from './procedures/detail.ts';
import { defaultScope } from './timing-scopes.ts';

/** The span of a run's own verdicts and shares of ceilings. Those of any other are asked for. */
export const comparedSpan: string = defaultScope;

/** The run as tables of one span show it: its verdicts, and shares of ceilings where they are of that span. */
export function detailBySpan(detail: RunDetail, { span, comparisons }: SpanVerdicts): RunDetail {
  if (span === comparedSpan) return detail;
  const { ceilings: _ofAnother, ...rest } = detail;
  return { ...rest, comparisons };
}
