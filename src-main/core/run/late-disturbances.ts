import type { Repetition } from '../../contract/run.ts';
import type { OwnIssueRatios } from './own-issue-ratios.ts';

/**
 * Repetitions with what other processes show of them: their cores were shared, which they could not know. The same
 * array where nothing changes.
 *
 * @param own of the processes of this session
 * @param here repetitions that this session has measured; others may be of another build
 */
export function withLateDisturbances(
  repetitions: readonly Repetition[],
  own: OwnIssueRatios,
  here: ReadonlySet<number> = new Set(),
): readonly Repetition[] {
  const judged = repetitions.map((repetition) => {
    if (repetition.disturbed !== null || !here.has(repetition.repetition)) return repetition;
    const disturbed = own.sharedIn(repetition.interference);
    return disturbed === null ? repetition : { ...repetition, disturbed };
  });
  return judged.every((repetition, i) => repetition === repetitions[i]) ? repetitions : judged;
}
