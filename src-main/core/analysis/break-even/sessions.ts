import type { Curve } from '../../../stats/curve-difference.ts';
import type { JudgedProcess } from '../../../stats/judged-case.ts';
import { variance } from '../../../stats/order.ts';

/**
 * A run that was refined has been measured in several sessions: the repetitions before the first added size, and those
 * from each added size on. Sizes of different sessions are compared by the sizes that both measured.
 */

/**
 * One curve with what differs between sessions taken off, so that drift between them cannot move a crossing: each
 * session comes to the level of those before it, by the sizes that it measured again. How far that level is known
 * counts in the errors of its processes. A session that measured no size again stays where it is.
 *
 * @param starts the first repetition of each later session, ascending
 */
export function alignSessions(curve: Curve, starts: readonly number[]): Curve {
  return starts.reduce((aligned, start, i) => {
    const end = starts[i + 1] ?? Number.POSITIVE_INFINITY;
    return alignSession(
      aligned,
      ({ repetition }) => repetition >= start && repetition < end,
      start,
    );
  }, curve);
}

function alignSession(
  curve: Curve,
  isIn: (process: JudgedProcess) => boolean,
  start: number,
): Curve {
  const anchors = curve.points.flatMap(({ processes }) => {
    const [own, earlier] = [
      processes.filter(isIn),
      processes.filter(({ repetition }) => repetition < start),
    ].map(levelOf);
    return own == null || earlier == null ? [] : [{ own, earlier }];
  });
  if (anchors.length === 0) return curve;
  const sum = (of: (anchor: (typeof anchors)[number]) => number): number =>
    anchors.reduce((total, anchor) => total + of(anchor), 0);
  const shift = sum(({ own, earlier }) => own.mean - earlier.mean) / anchors.length;
  const error = sum(({ own, earlier }) => own.error + earlier.error) / anchors.length ** 2;
  const points = curve.points.map((point) => {
    const count = point.processes.filter(isIn).length;
    const processes = point.processes.map((each) =>
      isIn(each)
        ? {
            ...each,
            medianNs: each.medianNs * Math.exp(-shift),
            logError: Math.sqrt(each.logError ** 2 + count * error),
          }
        : each,
    );
    return { ...point, processes };
  });
  return { ...curve, points };
}

/** Mean log median of processes and the variance of that mean; null for none. */
function levelOf(
  processes: readonly JudgedProcess[],
): { readonly mean: number; readonly error: number } | null {
  if (processes.length === 0) return null;
  const logs = processes.map(({ medianNs }) => Math.log(medianNs));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return { mean, error: logs.length < 2 ? 0 : variance(logs) / logs.length };
}

/** What was known when a session began: the sizes and repetitions before it. */
export function knownBefore(curve: Curve, start: number): Curve {
  const points = curve.points.flatMap((point) => {
    const processes = point.processes.filter(({ repetition }) => repetition < start);
    return processes.length === 0 ? [] : [{ ...point, processes }];
  });
  return { ...curve, points };
}
