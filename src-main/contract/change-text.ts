/**
 * How far a time changed, for people: `+12.3 % [+10.1, +14.6 %]`, `-8.0 %`, and from double on `2.31× [2.20, 2.42×]`.
 * `ratio` is new over old, and so are the ends of its interval.
 */
export function changeText(ratio: number, ci95: readonly [number, number] | null): string {
  if (ratio >= 2) {
    const times = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
    return ci95 === null
      ? `${times(ratio)}×`
      : `${times(ratio)}× [${times(ci95[0])}, ${times(ci95[1])}×]`;
  }
  return ci95 === null
    ? `${part(ratio)} %`
    : `${part(ratio)} % [${part(ci95[0])}, ${part(ci95[1])} %]`;
}

function part(ratio: number): string {
  const percent = (ratio - 1) * 100;
  const text = percent.toFixed(Math.abs(percent) < 1 ? 2 : 1);
  return percent < 0 ? text : `+${text}`;
}
