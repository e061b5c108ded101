import type { PlannedCase } from '../../src-main/contract/run.ts';

/**
 * `plain n=1000 bins=8`: a case in one line. With `axes`, only those are named: beside others of its run, a case is told
 * apart by what differs.
 */
export function caseName(
  { variant, values }: Pick<PlannedCase, 'variant' | 'values'>,
  axes: readonly string[] = Object.keys(values),
): string {
  const shown = axes.flatMap((axis) => {
    const value = values[axis];
    return value === undefined || value === '' ? [] : [`${axis}=${value}`];
  });
  return [variant, ...shown].join(' ');
}
