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

/** What the sentence begins with by which the log of a run says how refining it ended. */
export const refinementEnded = 'refinement ended';

const isReachedText = 'is reached';

/** `refinement ended: the target of 10 % is reached`. */
export function reachedText(target: number): string {
  return `${refinementEnded}: the target of ${targetText(target)} ${isReachedText}`;
}

/** `10 %`. */
export function targetText(target: number): string {
  return `${Number((target * 100).toPrecision(3))} %`;
}

/**
 * `1 of 4 break-evens did not reach the target of 10 %; refinement ended: ...`; null where all did.
 *
 * @param ended how refining ended, as the log says
 */
export function missedText(
  views: readonly BreakEvenView[],
  target: number,
  ended: string | undefined,
): string | null {
  const missed = views.filter((view) => !isReached(view, target)).length;
  if (missed === 0) return null;
  const why = ended === undefined ? '' : `; ${ended}`;
  return `${missed} of ${views.length} break-evens did not reach the target of ${targetText(target)}${why}`;
}

/**
 * How a run was refined by the standard target, in one sentence. Where another was asked for and reached, or break-evens were
 * left out, the log speaks alone.
 */
export function refinementText(views: readonly BreakEvenView[], ended: string): string {
  const missed = missedText(views, defaultRefinement.target, ended);
  const text = missed === null || ended.endsWith(isReachedText) ? ended : missed;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
