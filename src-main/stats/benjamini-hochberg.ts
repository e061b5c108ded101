/**
 * P values adjusted for their number by Benjamini and Hochberg (1995): rejecting those at or below q keeps the expected
 * part of false rejections at q. Same order as given. Throws a RangeError on a value outside [0, 1].
 */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  const bad = pValues.find((p) => !(p >= 0 && p <= 1));
  if (bad !== undefined) throw new RangeError(`a p value lies between 0 and 1, got ${bad}`);
  const m = pValues.length;
  const order = pValues.map((_, index) => index);
  order.sort((i, j) => (pValues[j] ?? 0) - (pValues[i] ?? 0));
  const adjusted = new Array<number>(m).fill(1);
  let smallest = 1;
  order.forEach((index, fromTop) => {
    smallest = Math.min(smallest, ((pValues[index] ?? 1) * m) / (m - fromTop));
    adjusted[index] = smallest;
  });
  return adjusted;
}
