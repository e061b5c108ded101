import { describe, expect, it } from 'vitest';
import { breakEven } from '../../../../src-main/core/analysis/break-even/break-even.ts';
import type { Curve } from '../../../../src-main/stats/curve-difference.ts';
import { createRandom, type Random } from '../../../../src-main/stats/random.ts';
import { processAt } from '../../../stats/processes.ts';

const crossing = 1e5;
const sizes = [1, 2, 4, 8, 16, 32].map((factor) => 25_000 * factor);
const laws = [
  (n: number) => 1e6 * (0.5 + (0.5 * n) / crossing),
  (n: number) => 1e6 * (0.05 + (0.95 * n) / crossing),
];

/** Two curves that cross at `crossing` on the whole; each node shifts each of them at all sizes. */
function merged(random: Random, nodes: number, perNode: number, names: boolean): [Curve, Curve] {
  const [a, b] = laws.map((law, side): Curve => {
    const shifts = Array.from({ length: nodes }, () => 0.02 * random.normal());
    const points = sizes.map((x) => ({
      x,
      processes: Array.from({ length: nodes * perNode }, (_, repetition) => {
        const node = repetition % nodes;
        const log = (shifts[node] ?? 0) + 0.005 * random.normal();
        return processAt(repetition, law(x) * Math.exp(log), names ? { node: `n${node}` } : {});
      }),
    }));
    return { label: 'ab'[side] ?? '', points };
  });
  if (a === undefined || b === undefined) throw new Error('two laws make two curves');
  return [a, b];
}

const options = { workload: 'histogram', scope: 'kernel', axis: 'n', replicates: 150 };

/** Part of simulated merged runs whose interval has the crossing in it. */
function coverage(nodes: number, perNode: number, names: boolean): number {
  const random = createRandom(38);
  const count = 80;
  const holds = Array.from({ length: count }, () => {
    const { ci95 } = breakEven(...merged(random, nodes, perNode, names), options);
    return ci95 !== null && ci95[0] <= crossing && ci95[1] >= crossing;
  });
  return holds.filter(Boolean).length / count;
}

describe('the break-even of a merged run', () => {
  it.each([3, 8])('holds for the class of machine with %i nodes of four processes', (nodes) => {
    expect(coverage(nodes, 4, true)).toBeGreaterThan(0.88);
  });

  it('would be of these nodes alone without their names', () => {
    expect(coverage(4, 4, false)).toBeLessThan(0.8);
  });

  it('is not made narrower by more processes of the same nodes', () => {
    const widthOf = (perNode: number): number => {
      const found = breakEven(...merged(createRandom(1), 4, perNode, true), options);
      const [low, high] = found.ci95 ?? [Number.NaN, Number.NaN];
      return high / low;
    };
    expect(Math.log(widthOf(40)) / Math.log(widthOf(4))).toBeGreaterThan(0.5);
  });
});
