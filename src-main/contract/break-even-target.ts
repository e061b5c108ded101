import type { BreakEvenView } from './verdict.ts';

/** How narrow refining makes an interval, a part of its break-even, and what it may take for it, unless told otherwise. */
export const defaultRefinement = { target: 0.1, timeLimitS: 300, maxPoints: 24 } as const;

/** Width of the interval, a part of the break-even; null where there is no single one. */
export function widthOf({ at, ci95 }: BreakEvenView): number | null {
  return at === null || ci95 === null ? null : (ci95[1] - ci95[0]) / at;
}

/** One size, as narrow as asked for, or the certainty that there is none; not an earlier answer that stands in. */
export function isReached(view: BreakEvenView, target: number): boolean {
  if (view.fallback === true) return false;
  if (view.answer === 'none') return true;
  const width = widthOf(view);
  return view.answer === 'one' && width !== null && width < target;
}
