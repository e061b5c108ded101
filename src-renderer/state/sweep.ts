import type { Axis } from '../../src-main/contract/workload.ts';
import { bad, good, type Read, readAxisNumber, readNumber } from './field.ts';

export const sweepModes = ['one', 'list', 'linear', 'geometric', 'powers'] as const;
export type SweepMode = (typeof sweepModes)[number];

/** What stands in the fields of a numeric axis, whatever its mode: changing the mode loses nothing. */
export type NumberDraft = {
  readonly kind: 'number';
  readonly mode: SweepMode;
  readonly one: string;
  readonly list: string;
  readonly from: string;
  readonly to: string;
  readonly step: string;
  readonly factor: string;
  /** Exponents of two. */
  readonly low: string;
  readonly high: string;
};

type NumericAxis = Extract<Axis, { readonly type: 'integer' | 'real' }>;

/** More points than this in one axis is a slip of the hand. */
export const mostPoints = 10_000;

/** The values that the fields ask for, in order and without duplicates. */
export function sweepValues(axis: NumericAxis, draft: NumberDraft): Read<readonly number[]> {
  switch (draft.mode) {
    case 'one': {
      const value = readAxisNumber(axis, draft.one);
      return value.ok ? good([value.value]) : value;
    }
    case 'list':
      return readList(axis, draft.list);
    case 'linear':
      return readLinear(axis, draft);
    case 'geometric':
      return readGeometric(axis, draft);
    case 'powers':
      return readPowers(axis, draft);
  }
}

function readList(axis: NumericAxis, text: string): Read<readonly number[]> {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  if (parts.length === 0)
    return bad(`${axis.id}: the list is empty; write values such as 1e3, 1e4, 1e6`);
  const values: number[] = [];
  for (const part of parts) {
    const value = readAxisNumber(axis, part);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return good([...new Set(values)]);
}

function readEnds(axis: NumericAxis, draft: NumberDraft): Read<readonly [number, number]> {
  const from = readAxisNumber({ ...axis, id: `${axis.id} from` }, draft.from);
  if (!from.ok) return from;
  const to = readAxisNumber({ ...axis, id: `${axis.id} to` }, draft.to);
  if (!to.ok) return to;
  if (to.value < from.value) {
    return bad(
      `${axis.id}: the range ends at ${draft.to.trim()}, before it starts at ${draft.from.trim()}`,
    );
  }
  return good([from.value, to.value]);
}

function readLinear(axis: NumericAxis, draft: NumberDraft): Read<readonly number[]> {
  const ends = readEnds(axis, draft);
  if (!ends.ok) return ends;
  const whole = axis.type === 'integer';
  const step = readNumber(`${axis.id} step`, draft.step, {
    min: whole ? 1 : Number.MIN_VALUE,
    max: axis.max,
    whole,
  });
  if (!step.ok) return step;
  const [from, to] = ends.value;
  // A little over the quotient, so that 0 to 1 by 0.1 has its last point in spite of rounding.
  const steps = Math.floor((to - from) / step.value + 1e-9);
  return points(axis, steps + 1, (i) => clean(from + i * step.value));
}

function readGeometric(axis: NumericAxis, draft: NumberDraft): Read<readonly number[]> {
  const ends = readEnds(axis, draft);
  if (!ends.ok) return ends;
  const [from, to] = ends.value;
  if (from <= 0)
    return bad(`${axis.id} from: ${draft.from.trim()} cannot be multiplied up; start above 0`);
  const factor = readNumber(`${axis.id} factor`, draft.factor, { min: 0, max: 1e9, whole: false });
  if (!factor.ok) return factor;
  if (factor.value <= 1) return bad(`${axis.id} factor: ${draft.factor.trim()} must be above 1`);
  const steps = Math.floor(Math.log(to / from) / Math.log(factor.value) + 1e-9);
  const round = axis.type === 'integer' ? Math.round : clean;
  return points(axis, steps + 1, (i) => round(clean(from * factor.value ** i)));
}

function readPowers(axis: NumericAxis, draft: NumberDraft): Read<readonly number[]> {
  const limits = { min: 0, max: 62, whole: true };
  const low = readNumber(`${axis.id} from 2^`, draft.low, limits);
  if (!low.ok) return low;
  const high = readNumber(`${axis.id} to 2^`, draft.high, limits);
  if (!high.ok) return high;
  if (high.value < low.value) {
    return bad(`${axis.id}: the range ends at 2^${high.value}, before it starts at 2^${low.value}`);
  }
  for (const exponent of [low.value, high.value]) {
    const end = readAxisNumber(axis, `2^${exponent}`);
    if (!end.ok) return end;
  }
  return good(Array.from({ length: high.value - low.value + 1 }, (_, i) => 2 ** (low.value + i)));
}

function points(
  axis: NumericAxis,
  count: number,
  at: (i: number) => number,
): Read<readonly number[]> {
  if (count > mostPoints) {
    return bad(`${axis.id}: this range has ${count} points; it may have ${mostPoints}`);
  }
  return good([...new Set(Array.from({ length: count }, (_, i) => at(i)))]);
}

/** Twelve digits take the dust off 0.30000000000000004. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}
