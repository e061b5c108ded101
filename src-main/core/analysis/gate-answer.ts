import type { Decide } from '../../contract/configuration.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import { holdsInSweep } from './false-discovery.ts';

/** What a comparison says to the question whether the contender is slower by more than can be accepted. */
export type GateAnswer = 'slower' | 'not slower' | 'untold';

/**
 * One question a pair: slower where the verdict says so and holds in its sweep, not slower where the whole interval is below
 * 1 + `tell`, untold where neither is known.
 *
 * @param tell the smallest change that matters, a part of the time
 */
export function gateAnswer(view: ComparisonView, tell: number): GateAnswer {
  if (view.verdict === 'slower' && holdsInSweep(view)) return 'slower';
  const [, upper = Number.POSITIVE_INFINITY] = view.ci95 ?? [];
  return upper < 1 + tell ? 'not slower' : 'untold';
}

/** Whether a comparison of a run that measures until it is decided needs no further pair. */
export function isAnswered(view: ComparisonView, { tell, question }: Decide): boolean {
  if (question === 'slower') return gateAnswer(view, tell) !== 'untold';
  return view.verdict !== 'inconclusive' && holdsInSweep(view);
}
