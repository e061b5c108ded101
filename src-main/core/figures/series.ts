import { familySize } from '../../charts/theme.ts';
import type { FigurePoint, FigureSeries } from '../../contract/figure.ts';
import type { MeasuredCase, Selection } from './selection.ts';
import { seriesKey } from './series-key.ts';
import { type Identity, identityOf } from './source.ts';

export type LineSeries = Extract<FigureSeries, { mark: 'line' }>;

/** Cases of one line: a variant, and the values of the axes that split series. */
export type CaseGroup = {
  readonly key: string;
  readonly label: string;
  readonly variant: string;
  /** Its place among the parts that splitting axes make of the variant. */
  readonly part: number;
  readonly cases: readonly MeasuredCase[];
};

/** Groups cases by variant and splitting axes, in the catalog's order of variants, baseline first. */
export function groupCases(
  selection: Selection,
  seriesBy: readonly string[] = [],
): readonly CaseGroup[] {
  const groups = new Map<
    string,
    { label: string; variant: string; part: number; cases: MeasuredCase[] }
  >();
  const parts = new Map<string, number>();
  // What is hidden keeps its place, so that the styles of the others stay.
  for (const { stored } of selection.all) {
    const { variant } = stored;
    const { key, label } = seriesKey(stored, selection.scope, seriesBy);
    if (groups.has(key)) continue;
    const part = parts.get(variant) ?? 0;
    parts.set(variant, part + 1);
    groups.set(key, { label, variant, part, cases: [] });
  }
  for (const each of selection.cases) {
    const { key } = seriesKey(each.stored, selection.scope, seriesBy);
    groups.get(key)?.cases.push(each);
  }
  const order = (variant: string) => {
    const { device, slot } = identityOf(selection.descriptor, variant);
    return (
      (device === 'cpu' ? 0 : device === null ? 3 : device === 'cuda' ? 1 : 2) * 1000 +
      (slot ?? 999)
    );
  };
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .filter(({ cases }) => cases.length > 0)
    .sort((a, b) => order(a.variant) - order(b.variant) || (a.key < b.key ? -1 : 1));
}

/** Device and slot of a group: those of its variant, with the parts of one variant in its hue and another style. */
export function identityOfGroup(selection: Selection, { variant, part }: CaseGroup): Identity {
  const { device, slot } = identityOf(selection.descriptor, variant);
  return slot === undefined ? { device } : { device, slot: slot + familySize * part };
}

/** A line of a variant, from left to right unless its points have an order of their own. Splitting axes shift the slot, so that the parts of one variant differ in style. */
export function lineSeries(
  selection: Selection,
  group: CaseGroup,
  points: readonly FigurePoint[],
  sort = true,
): LineSeries {
  return {
    key: group.key,
    label: group.label,
    ...identityOfGroup(selection, group),
    published: false,
    mark: 'line',
    points: sort ? [...points].sort((a, b) => a.x - b.x) : [...points],
  };
}

/** The size of a case as a number; undefined where the axis is not one. */
export function numberAt({ stored }: MeasuredCase, axis: string): number | undefined {
  const value = stored.values[axis];
  return typeof value === 'number' ? value : undefined;
}

/** Logarithmic when the positive values cover a decade; cases at zero cannot be shown on such an axis. */
export function scaleFor(values: readonly number[]): 'log' | 'linear' {
  const positive = values.filter((value) => value > 0);
  return positive.length > 0 && Math.max(...positive) / Math.min(...positive) >= 10
    ? 'log'
    : 'linear';
}
