import { valueText } from '../../src-main/contract/axis-values.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import type { WantedOfRuns } from './history.ts';
import type { Settings } from './settings.ts';

/** What history shows of a run, by the names of columns, unless others are chosen. */
export const usualColumns: readonly string[] = [
  'title',
  'created',
  'device',
  'breakEven',
  'speedup',
  'sparkline',
  'status',
  'tags',
];

/** What the columns that are shown need of the store with each run. */
export function wantedOfRuns({
  columns,
  historyCase,
}: Pick<Settings, 'columns' | 'historyCase'>): WantedOfRuns {
  const shown = columns ?? usualColumns;
  return {
    ...(shown.includes('sparkline') ? { sparkline: true } : {}),
    ...(historyCase === null ? {} : { chosen: historyCase }),
  };
}

/** `workload:histogram variant:cub n:1,000,000`: the query that names one case, in all its values. */
export function caseQuery({
  workload,
  variant,
  values,
}: Pick<StoredCase, 'workload' | 'variant' | 'values'>): string {
  const term = (field: string, text: string): string =>
    `${field}:${/[\s",]/.test(text) ? `"${text.replaceAll('"', '')}"` : text}`;
  const axes = Object.entries(values).flatMap(([axis, value]) => {
    const text = typeof value === 'number' ? String(value) : valueText(value);
    return text === '' ? [] : [term(axis, text)];
  });
  return [term('workload', workload), term('variant', variant), ...axes].join(' ');
}
