import { groupDigits } from '../contract/numbers.ts';

/** A tick of an axis; one without text is a minor grid line. */
export type Tick = { readonly value: number; readonly text: string };

export type TickRoom = {
  /** Length of the axis in drawing units. */
  readonly length: number;
  /** Room that a label takes along the axis. */
  readonly extent: (text: string) => number;
  /** Minimum free room between two labels. */
  readonly gap: number;
  readonly style: 'plain' | 'si';
  /** Ticks stand at whole numbers alone, where there are any. */
  readonly whole?: boolean;
};

const prefixes = ['f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P'];

const plainText = (value: number, decimals: number): string => {
  const text = value.toFixed(Math.min(20, Math.max(0, decimals)));
  return Number(text) === 0 ? '0' : groupDigits(text);
};

/** Decimals that the number needs, up to 12 significant digits (0.30000000000000004 needs one). */
const decimalsOf = (value: number): number => {
  const rounded = Number(value.toPrecision(12));
  const [digits = '', exponent = '0'] = rounded.toExponential().split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
};

/** Too many digits for a tick. */
const isLong = (value: number): boolean => Math.abs(value) >= 1e7 || Math.abs(value) < 1e-6;

const powerText = (value: number): string =>
  Number(value.toPrecision(6)).toExponential().replace('e+', 'e');

/** `1500` as `1.5 k` in SI style. Whole small numbers stay as they are. */
export function tickText(value: number, style: 'plain' | 'si'): string {
  if (value === 0) {
    return '0';
  }
  if (style === 'plain') {
    return isLong(value) ? powerText(value) : plainText(value, decimalsOf(value));
  }
  const rounded = Number(value.toPrecision(12));
  const power = Math.floor(Math.log10(Math.abs(rounded)) + 1e-9);
  const step = Math.max(-5, Math.min(5, Math.floor(power / 3)));
  const prefix = prefixes[step + 5] ?? '';
  const digits = Number((rounded / 1000 ** step).toPrecision(9));
  return prefix === '' ? String(digits) : `${digits} ${prefix}`;
}

type Position = (value: number) => number;

const fits = (
  values: readonly number[],
  position: Position,
  room: TickRoom,
  write = (value: number) => tickText(value, room.style),
): boolean => {
  let end = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    const at = position(value);
    const half = room.extent(write(value)) / 2;
    if (at - half < end + room.gap) {
      return false;
    }
    end = at + half;
  }
  return true;
};

/** Multiples of nice steps (1, 2, 2.5, 5 times a power of ten) from fine to coarse. */
function linearCandidates(
  min: number,
  max: number,
  maxCount: number,
): readonly (readonly number[])[] {
  const scope = max - min;
  const candidates: (readonly number[])[] = [];
  const start = Math.floor(Math.log10(scope / maxCount)) - 1;
  for (let power = start; power <= start + 4; power += 1) {
    for (const base of [1, 2, 2.5, 5]) {
      const step = base * 10 ** power;
      if (scope / step <= maxCount) {
        const first = Math.ceil(min / step - 1e-9);
        const last = Math.floor(max / step + 1e-9);
        const values: number[] = [];
        for (let i = first; i <= last; i += 1) {
          values.push(Number((i * step).toPrecision(12)));
        }
        if (values.length > 0) {
          candidates.push(values);
        }
      }
    }
  }
  return candidates;
}

const asTicks = (labelled: readonly number[], all: readonly number[], style: 'plain' | 'si') => {
  // 1e8 above 1,000,000 would be two notations on one axis.
  const write = style === 'plain' && labelled.some(isLong) ? powerText : tickText;
  const texts = new Map(labelled.map((value) => [value, write(value, style)]));
  const values = [...new Set([...labelled, ...all])].sort((a, b) => a - b);
  return values.map((value): Tick => ({ value, text: texts.get(value) ?? '' }));
};

/** As many labelled ticks as fit without touching, at nice values. `min < max`. */
export function linearTicks(min: number, max: number, room: TickRoom): readonly Tick[] {
  if (!(max > min) || !(room.length > 0)) {
    return [{ value: min, text: tickText(min, room.style) }];
  }
  const position: Position = (value) => ((value - min) / (max - min)) * room.length;
  const all = linearCandidates(min, max, 9);
  const whole = room.whole === true ? all.filter((values) => values.every(Number.isInteger)) : [];
  const candidates = whole.length > 0 ? whole : all;
  const chosen = candidates.find((values) =>
    fits(values, position, room, sharedText(values, room.style)),
  ) ??
    candidates.at(-1)?.slice(0, 1) ?? [min];
  const write = sharedText(chosen, room.style);
  return chosen.map((value) => ({ value, text: write(value) }));
}

/** Plain labels of one axis share their number of decimals: 0.5, 1.0, 1.5. */
function sharedText(values: readonly number[], style: 'plain' | 'si'): (value: number) => string {
  const decimals = Math.max(...values.map(decimalsOf));
  const size = Math.max(...values.map(Math.abs));
  return style === 'plain' && decimals <= 6 && size < 1e7
    ? (value) => plainText(value, decimals)
    : (value) => tickText(value, style);
}

/** Over more decades than that, a grid line for each would be a grey block. */
const maxMinorDecades = 40;

/**
 * Ticks of a logarithmic axis: labels at 1-2-5, at decades, or at every k-th decade, whichever is the finest that does
 * not collide; grid lines without text between them. `0 < min < max`.
 */
export function logTicks(min: number, max: number, room: TickRoom): readonly Tick[] {
  if (!(min > 0) || !(max > min) || !(room.length > 0)) {
    return [{ value: max, text: tickText(max, room.style) }];
  }
  // As a difference: the quotient of far ends is beyond all numbers.
  const decades = Math.log10(max) - Math.log10(min);
  const position: Position = (value) =>
    ((Math.log10(value) - Math.log10(min)) / decades) * room.length;
  const first = Math.floor(Math.log10(min));
  const last = Math.ceil(Math.log10(max));
  const multiples = (factors: readonly number[], every = 1): readonly number[] => {
    const values: number[] = [];
    for (let power = first; power <= last; power += 1) {
      if (power % every === 0) {
        values.push(...factors.map((factor) => Number(`${factor}e${power}`)));
      }
    }
    return values.filter((value) => value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9));
  };
  const minor =
    decades <= 8
      ? multiples([1, 2, 3, 4, 5, 6, 7, 8, 9])
      : decades <= maxMinorDecades
        ? multiples([1])
        : [];
  const strides = [1, 2, 3, 4, 6, 9, 12, 20, 30, 50, 100, 200].map((every) =>
    multiples([1], every),
  );
  const fine = decades <= 2.2 ? [multiples([1, 2, 5]), multiples([1, 3])] : [];
  const narrow = decades <= 0.7 ? linearCandidates(min, max, 6) : [];
  const all = [...narrow, ...fine, ...strides];
  const whole = room.whole === true ? all.map((values) => values.filter(Number.isInteger)) : [];
  const candidates = whole.some((values) => values.length > 0) ? whole : all;
  const chosen =
    candidates.find((values) => values.length >= 2 && fits(values, position, room)) ??
    candidates.find((values) => values.length >= 1 && fits(values, position, room)) ??
    [];
  return asTicks(chosen, narrow.includes(chosen) ? [] : minor, room.style);
}

type Mark = { readonly at: number; readonly text: string };

/** Every mark as a tick, with its text where that does not touch the one before; the last one keeps its text. */
export function fittingMarks(
  marks: readonly Mark[],
  place: (at: number) => number,
  { extent, gap }: Pick<TickRoom, 'extent' | 'gap'>,
): readonly Mark[] {
  const sorted = [...marks].sort((a, b) => a.at - b.at);
  const last = sorted.at(-1);
  if (last === undefined) return [];
  const start = ({ at, text }: Mark) => place(at) - extent(text) / 2;
  let end = Number.NEGATIVE_INFINITY;
  return sorted.map((mark) => {
    const right = start(mark) + extent(mark.text);
    const free = start(mark) >= end + gap && (mark === last || right + gap <= start(last));
    if (!free && mark !== last) return { ...mark, text: '' };
    end = right;
    return mark;
  });
}
