import type { Curve } from '../../../stats/curve-difference.ts';
import type { JudgedProcess } from '../../../stats/judged-case.ts';
import { mean } from '../../../stats/order.ts';

/**
 * A run that was refined has been measured in several sessions: the repetitions before the first added size, and those
 * from each added size on. Sizes of different sessions are compared by the sizes that both measured.
 */

/** Standard errors by which a shift of a session is drawn in: within so many it is what chance makes of processes. */
const drawnIn = 2;

/**
 * One curve with what differs between sessions taken off, so that drift between them cannot move a crossing: each
 * session comes to the level of those before it, by the sizes that it measured again. Its shift is a random one, drawn in by
 * two of its own standard errors: where processes differ size by size, few sizes measured again show a shift
 * where there is none. How far they agree on it counts in the errors of its processes. All are then known as
 * well as the level of the first session, and no better: `sessions` of the curve says so to whoever compares it.
 *
 * @param starts the first repetition of each later session, ascending
 */
export function alignSessions(curve: Curve, starts: readonly number[]): Curve {
  if (starts.length === 0) return curve;
  const aligned = starts.reduce((before, start, i) => {
    const end = starts[i + 1] ?? Number.POSITIVE_INFINITY;
    return alignSession(before, ({ repetition }) => repetition >= start && repetition < end, start);
  }, curve);
  return { ...aligned, sessions: starts };
}

function alignSession(
  curve: Curve,
  isIn: (process: JudgedProcess) => boolean,
  start: number,
): Curve {
  const isEarlier = ({ repetition }: JudgedProcess): boolean => repetition < start;
  const anchors = curve.points.flatMap(({ processes }) => {
    const [own, earlier] = [processes.filter(isIn), processes.filter(isEarlier)];
    return own.length === 0 || earlier.length === 0
      ? []
      : [{ shift: levelOf(own) - levelOf(earlier), own: own.length, earlier: earlier.length }];
  });
  if (anchors.length === 0) return withShift(curve, 0);
  const sum = (of: (anchor: (typeof anchors)[number]) => number): number =>
    anchors.reduce((total, anchor) => total + of(anchor), 0);
  const seen = sum((anchor) => anchor.shift) / anchors.length;
  const [varianceOwn, varianceEarlier] = [isIn, isEarlier].map((some) => restVariance(curve, some));
  const error =
    sum(({ own, earlier }) => (varianceOwn ?? 0) / own + (varianceEarlier ?? 0) / earlier) /
    anchors.length ** 2;
  const taken = seen === 0 ? 0 : Math.max(0, 1 - (drawnIn ** 2 * error) / seen ** 2);
  const shift = taken * seen;
  const points = curve.points.map((point) => {
    const count = point.processes.filter(isIn).length;
    const processes = point.processes.map((each) =>
      isIn(each)
        ? {
            ...each,
            medianNs: each.medianNs * Math.exp(-shift),
            logError: Math.sqrt(each.logError ** 2 + taken * count * error),
          }
        : each,
    );
    return { ...point, processes };
  });
  return withShift({ ...curve, points }, taken);
}

const withShift = (curve: Curve, taken: number): Curve => ({
  ...curve,
  taken: [...(curve.taken ?? []), taken],
});

function levelOf(processes: readonly JudgedProcess[]): number {
  return mean(processes.map(({ medianNs }) => Math.log(medianNs)));
}

/**
 * Variance of one process's log median at one size, without what the process does to all its sizes: that is taken off
 * with the level of the session.
 */
function restVariance(curve: Curve, isIn: (process: JudgedProcess) => boolean): number {
  const deviations = new Map<number, number[]>();
  let sizes = 0;
  for (const { processes } of curve.points) {
    const own = processes.filter(isIn);
    if (own.length < 2) continue;
    sizes += 1;
    const level = levelOf(own);
    for (const { repetition, medianNs } of own) {
      const known = deviations.get(repetition) ?? [];
      deviations.set(repetition, [...known, Math.log(medianNs) - level]);
    }
  }
  const all = [...deviations.values()];
  const count = all.reduce((total, own) => total + own.length, 0);
  if (sizes === 0) return 0;
  // With one size, an effect of a process on all sizes cannot be distinguished from the rest.
  const center = (own: readonly number[]): number => (sizes === 1 ? 0 : mean(own));
  const degrees = sizes === 1 ? count - 1 : Math.max(1, count - sizes - all.length + 1);
  const squares = all.flatMap((own) => own.map((value) => (value - center(own)) ** 2));
  return squares.reduce((total, square) => total + square, 0) / degrees;
}

/** What was known when a session began: the sizes and repetitions before it. */
export function knownBefore(curve: Curve, start: number): Curve {
  const points = curve.points.flatMap((point) => {
    const processes = point.processes.filter(({ repetition }) => repetition < start);
    return processes.length === 0 ? [] : [{ ...point, processes }];
  });
  return { ...curve, points };
}
