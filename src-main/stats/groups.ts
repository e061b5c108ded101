import { mean } from './order.ts';

/** Sum of the squared distances of all values from the mean of their group. */
export function squaresWithin(groups: readonly Float64Array[]): number {
  return groups.reduce((sum, values) => {
    const center = mean(values);
    return sum + values.reduce((part, value) => part + (value - center) ** 2, 0);
  }, 0);
}

/** Variance within the groups, each about its own mean; 0 where no group has two values. */
export function pooledVariance(groups: readonly Float64Array[]): number {
  const free = groups.reduce((sum, values) => sum + values.length - 1, 0);
  return free > 0 ? squaresWithin(groups) / free : 0;
}
