import type { Curve } from './curve-difference.ts';
import type { JudgedProcess } from './judged-case.ts';
import { mean } from './order.ts';

/**
 * Two curves as one process a node measured them: a crossing then holds for the class of nodes, since processes of one node
 * share what the node does to them. The same curves where a process names no node, or all name one.
 */
export function curvesOfNodes(curves: readonly [Curve, Curve]): readonly [Curve, Curve] {
  const all = curves.flatMap(({ points }) => points.flatMap(({ processes }) => processes));
  const names = [...new Set(all.map(({ node }) => node))].sort();
  if (names.length < 2 || names.includes(undefined)) return curves;
  const place = new Map(names.map((name, i) => [name, i]));
  const [a, b] = curves;
  return [ofNodes(a, place), ofNodes(b, place)];
}

function ofNodes(curve: Curve, place: ReadonlyMap<string | undefined, number>): Curve {
  const points = curve.points.map((point) => ({
    ...point,
    processes: [...Map.groupBy(point.processes, ({ node }) => node)]
      .map(([node, own]): JudgedProcess => {
        const sum = (of: (process: JudgedProcess) => number): number =>
          own.reduce((total, process) => total + of(process), 0);
        return {
          repetition: place.get(node) ?? 0,
          node,
          medianNs: Math.exp(mean(own.map(({ medianNs }) => Math.log(medianNs)))),
          logError: Math.sqrt(sum(({ logError }) => logError ** 2)) / own.length,
          n: sum(({ n }) => n),
          effectiveN: sum(({ effectiveN }) => effectiveN),
        };
      })
      .sort((one, other) => one.repetition - other.repetition),
  }));
  return { ...curve, points };
}
