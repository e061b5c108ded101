import { inputHashAttribute } from '../../contract/input-hash.ts';
import { type CaseResult, type PlannedCase, repetitionsOfCase } from '../../contract/run.ts';

/** What is kept of the earlier repetitions of a case besides their samples, which are in the store. */
type EarlierRepetitions = Pick<
  CaseResult,
  'warnings' | 'coldStartNs' | 'stopReason' | 'answer' | 'attributes'
>;

/**
 * The result of a repetition with what earlier repetitions said: their warnings, the first cold start (each process has one; the
 * first also met a cold file cache), a time limit that was met in any of them, answer and input, which are hashed once,
 * and why it is not comparable.
 */
export function withEarlier(
  result: CaseResult,
  earlier: EarlierRepetitions | undefined,
): CaseResult {
  if (earlier === undefined) return result;
  const limited = earlier.stopReason === 'time-limit';
  return {
    ...result,
    attributes: { ...keptAttributes(earlier), ...result.attributes },
    warnings: [...new Set([...earlier.warnings, ...result.warnings])],
    coldStartNs: earlier.coldStartNs ?? result.coldStartNs,
    answer: result.answer ?? earlier.answer,
    stopReason: limited ? earlier.stopReason : result.stopReason,
  };
}

/** What one repetition finds out for all of them. */
const kept = [inputHashAttribute, 'fasterOnSeenInput', 'declaresTooMuch'];

function keptAttributes({ attributes }: EarlierRepetitions): CaseResult['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => kept.includes(name)));
}

/** A time that is not a number would spoil the whole run's statistics: it is the case's failure alone. */
export function withoutWrongTimes(result: CaseResult): CaseResult {
  const wrong = result.samples.find(({ timesNs }) => !timesNs.every(Number.isFinite));
  if (wrong === undefined) return result;
  const reason = `a sample of the timing scope ${wrong.scope} has a time that is not a number`;
  return { ...result, outcome: 'failed', reason, samples: [] };
}

/**
 * The first repetition of a case is short, so that a run has a provisional answer soon; the next one is thorough. One that is
 * alone is thorough.
 */
export function thoroughRepetition(planned: PlannedCase): number | undefined {
  const all = repetitionsOfCase(planned);
  return all[1] ?? all[0];
}

export function isThorough(planned: PlannedCase, repetition: number): boolean {
  return repetition === thoroughRepetition(planned);
}
