import type { RunDetail } from './api.ts';
import type { ScopeVerdicts } from './procedures/detail.ts';
import { defaultScope } from './timing-scopes.ts';

/** The timing scope of a run's own verdicts and % of peak. Those of any other are asked for. */
export const comparedScope: string = defaultScope;

/** The run as tables of one timing scope show it: its verdicts, and % of peak where they are of that timing scope. */
export function detailByScope(detail: RunDetail, { scope, comparisons }: ScopeVerdicts): RunDetail {
  if (scope === comparedScope) return detail;
  const { percentOfPeak: _ofAnother, ...rest } = detail;
  return { ...rest, comparisons };
}
