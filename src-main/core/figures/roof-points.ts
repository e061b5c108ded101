import { notFound } from '../../contract/failure.ts';
import { intensityOf } from '../../contract/intensity.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { Roof } from '../analysis/percent-of-peak.ts';
import { heightAt, isMeasured } from './roofs.ts';
import type { MeasuredCase, Selection } from './selection.ts';
import { type CaseGroup, groupCases, numberAt } from './series.ts';
import type { FigureRequest, FigureSource } from './source.ts';

/** A case as a roofline has it. */
export type RoofPoint = {
  /** Operations a byte, and operations a second with their interval. */
  readonly x: number;
  /** Operations a byte that was counted in the memory of the device; null where none were. */
  readonly measuredX: number | null;
  readonly y: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly n: number;
  readonly roof: Roof | null;
  readonly stored: StoredCase;
  /** The size of the problem; undefined where it is not a number. */
  readonly size: number | undefined;
  /** Of what its roof allows there; null without a roof. */
  readonly percent: number | null;
};

export type RoofGroup = { readonly group: CaseGroup; readonly points: readonly RoofPoint[] };

function pointOf(
  source: FigureSource,
  { sizeAxis }: Selection,
  measured: MeasuredCase,
): RoofPoint | null {
  const { stored, metric } = measured;
  const { operations } = stored;
  const x = intensityOf(stored);
  if (x === null || operations === null || !(metric.medianNs > 0)) return null;
  const rate = (ns: number | null) => (ns === null || !(ns > 0) ? null : operations / (ns / 1e9));
  const y = operations / (metric.medianNs / 1e9);
  const moved = source.measuredBytes?.(stored) ?? null;
  const roof = source.roofOf?.(stored) ?? null;
  return {
    ...{ x, y, lo: rate(metric.ci95HiNs), hi: rate(metric.ci95LoNs), n: metric.n },
    measuredX: moved === null || !(moved > 0) ? null : operations / moved,
    ...{ roof, stored, size: numberAt(measured, sizeAxis) },
    percent: roof === null || !isMeasured(roof) ? null : (100 * y) / heightAt(roof, x),
  };
}

/**
 * The cases of a figure under roofs, by series, small sizes first.
 *
 * @throws BreakevenError `not-found` where none declares bytes and operations.
 */
export function roofGroups(
  source: FigureSource,
  selection: Selection,
  { seriesBy }: FigureRequest,
): readonly RoofGroup[] {
  const groups = groupCases(selection, seriesBy)
    .map((group) => ({
      group,
      points: group.cases
        .flatMap((measured) => pointOf(source, selection, measured) ?? [])
        .sort((a, b) => (a.size ?? 0) - (b.size ?? 0)),
    }))
    .filter(({ points }) => points.length > 0);
  if (groups.length === 0) {
    throw notFound(
      `a roofline needs declared bytes and operations; no case of ${selection.workload} has both`,
    );
  }
  return groups;
}

export const operationOf = ({ cases }: Selection): string =>
  cases.find(({ stored }) => stored.operationUnit !== null)?.stored.operationUnit ?? 'op';

/** `43 %`, `4.0 %`, `0.8 %`, `0.04 %`: two digits, and one below 1 %. */
export function percentText(percent: number): string {
  if (percent >= 9.95) return `${Math.round(percent)} %`;
  return `${percent >= 0.95 ? percent.toFixed(1) : Number(percent.toPrecision(1))} %`;
}
