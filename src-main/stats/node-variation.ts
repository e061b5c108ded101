import type { JudgedProcess } from './judged-case.ts';
import type { Location } from './location.ts';
import { mean as meanOf, variance } from './order.ts';

/** The log median of one process, and where it ran. */
export type NodeValue = { readonly node: string; readonly logMedian: number };

/** Standard deviations of log medians; null where the data do not say it. */
export type NodeVariation = {
  readonly nodes: number;
  /** From node to node beyond what processes of a node differ by; with both in it where each node has one process. */
  readonly between: number;
  /** Between processes of one node. */
  readonly within: number | null;
};

/** Fewer nodes say nothing of a class. */
const minNodes = 3;

/**
 * One-way analysis of variance with random nodes, pooled over cases (Searle, Casella, McCulloch, Variance Components, 1992,
 * section 3.6, for unequal numbers). Null with fewer than three nodes.
 *
 * @param cases processes of each case
 */
export function nodeVariation(cases: readonly (readonly NodeValue[])[]): NodeVariation | null {
  const nodes = new Set(cases.flatMap((values) => values.map(({ node }) => node))).size;
  if (nodes < minNodes) return null;
  let [squaresWithin, freeWithin, squaresBetween, freeBetween, weights] = [0, 0, 0, 0, 0];
  for (const values of cases) {
    const groups = [...Map.groupBy(values, ({ node }) => node).values()];
    if (groups.length < 2) continue;
    const all = mean(values);
    for (const group of groups) {
      const own = mean(group);
      squaresBetween += group.length * (own - all) ** 2;
      squaresWithin += group.reduce((sum, { logMedian }) => sum + (logMedian - own) ** 2, 0);
    }
    freeWithin += values.length - groups.length;
    freeBetween += groups.length - 1;
    const squared = groups.reduce((sum, { length }) => sum + length ** 2, 0);
    weights += values.length - squared / values.length;
  }
  if (weights === 0) return null;
  const within = freeWithin === 0 ? 0 : squaresWithin / freeWithin;
  const between = Math.max(0, (squaresBetween - freeBetween * within) / weights);
  return {
    nodes,
    between: Math.sqrt(between),
    within: freeWithin === 0 ? null : Math.sqrt(within),
  };
}

type OnNode = Pick<JudgedProcess, 'node'>;

/**
 * What one class of nodes is known by: the centre of each node, as of one value a node, since its processes share what
 * the node does to them. Null where processes do not name at least two nodes.
 *
 * @param centerOf of the values of one node
 */
export function nodeLocation<Value extends OnNode>(
  values: readonly Value[],
  centerOf: (own: readonly Value[]) => number,
): Location | null {
  const nodes = Map.groupBy(values, ({ node }) => node);
  if (nodes.size < 2 || nodes.has(undefined)) return null;
  const centers = [...nodes.values()].map(centerOf);
  return {
    center: meanOf(centers),
    variance: variance(centers) / centers.length,
    degrees: centers.length - 1,
    count: values.length,
  };
}

function mean(values: readonly NodeValue[]): number {
  return values.reduce((sum, { logMedian }) => sum + logMedian, 0) / values.length;
}
