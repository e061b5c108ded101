import type { RunDetail } from './api.ts';
import type { SpanVerdicts } from './procedures/detail.ts';
import { defaultScope } from './timing-scopes.ts';

/** The timing scope of a run's own verdicts and % of peak. Those of any other are asked for. */
export const comparedSpan: string = defaultScope;

/** The run as tables of one timing scope show it: its verdicts, and % of peak where they are of that timing scope. */
export function detailBySpan(detail: RunDetail, { span, comparisons }: SpanVerdicts): RunDetail {
  if (span === comparedSpan) return detail;
  const { ceilings: _ofAnother, ...rest } = detail;
  return { ...rest, comparisons };
}
