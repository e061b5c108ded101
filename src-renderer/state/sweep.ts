import {
  good,
  type NumericAxis,
  type Read,
  readAxisNumber,
} from '../../src-main/contract/axis-values.ts';
import {
  readGeometric,
  readLinear,
  readPowers,
  readSweep,
} from '../../src-main/contract/sweeps.ts';

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

/** The values that the fields ask for, in order and without duplicates. */
export function sweepValues(axis: NumericAxis, draft: NumberDraft): Read<readonly number[]> {
  switch (draft.mode) {
    case 'one': {
      const value = readAxisNumber(axis, draft.one);
      return value.ok ? good([value.value]) : value;
    }
    case 'list': {
      const values = readSweep(axis, draft.list);
      return values.ok ? good(values.value.map(Number)) : values;
    }
    case 'linear':
      return readLinear(axis, draft);
    case 'geometric':
      return readGeometric(axis, draft);
    case 'powers':
      return readPowers(axis, draft);
  }
}
