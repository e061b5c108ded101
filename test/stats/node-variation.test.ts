import { describe, expect, it } from 'vitest';
import { judge } from '../../src-main/stats/judge.ts';
import type { JudgedSide } from '../../src-main/stats/judged-case.ts';
import { nodeVariation } from '../../src-main/stats/node-variation.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';
import { processAt, runsOf } from './processes.ts';

/** Cases of simulated nodes and processes. */
function simulated(between: number, within: number, each: (node: number) => number) {
  const random = createRandom(7);
  return Array.from({ length: 200 }, () =>
    Array.from({ length: 8 }, (_, node) => {
      const shift = between * random.normal();
      return Array.from({ length: each(node) }, () => ({
        node: `n${node}`,
        logMedian: shift + within * random.normal(),
      }));
    }).flat(),
  );
}

it('finds both standard deviations of simulated nodes, with equal and unequal numbers', () => {
  for (const each of [() => 4, (node: number) => 1 + (node % 3)]) {
    const found = nodeVariation(simulated(0.011, 0.006, each));
    expect(found?.nodes).toBe(8);
    expect(found?.between).toBeGreaterThan(0.0103);
    expect(found?.between).toBeLessThan(0.0117);
    expect(found?.within).toBeGreaterThan(0.0056);
    expect(found?.within).toBeLessThan(0.0064);
  }
});

it('finds nothing between nodes that are equal', () => {
  expect(nodeVariation(simulated(0, 0.006, () => 4))?.between).toBeLessThan(0.001);
});

it('does not part nodes with one process each from their processes', () => {
  const found = nodeVariation(simulated(0.008, 0.006, () => 1));
  expect(found?.within).toBeNull();
  expect(found?.between).toBeGreaterThan(0.0095);
  expect(found?.between).toBeLessThan(0.0105);
});

it('says nothing of two nodes', () => {
  const two = simulated(0.01, 0.01, () => 4).map((values) =>
    values.filter(({ node }) => node === 'n0' || node === 'n1'),
  );
  expect(nodeVariation(two)).toBeNull();
});

/** Two sides that are equal on the whole, of which nodes shift each by a standard deviation of its own. */
function merged(
  random: Random,
  nodes: number,
  perNode: number,
  names = true,
): [JudgedSide, JudgedSide] {
  const shifts = Array.from({ length: nodes }, () =>
    [0.02, 0.02].map((sd) => sd * random.normal()),
  );
  const [a = [], b = []] = [0, 1].map((side) =>
    Array.from({ length: nodes * perNode }, (_, repetition) => {
      const node = repetition % nodes;
      const log = (shifts[node]?.[side] ?? 0) + 0.005 * random.normal();
      return processAt(repetition, 1000 * Math.exp(log), names ? { node: `n${node}` } : {});
    }),
  );
  const more = { device: 'cpu', scope: 'kernel', runs: runsOf(0.001) } as const;
  return [
    { label: 'a', processes: a, ...more },
    { label: 'b', processes: b, ...more },
  ];
}

/** Part of simulated merged runs whose 95 % interval has the ratio 1 in it. */
function coverage(nodes: number, sameRun: boolean, names = true): number {
  const random = createRandom(38);
  const count = 2000;
  const holds = Array.from({ length: count }, () => {
    const [a, b] = merged(random, nodes, 4, names);
    const { ci95 } = judge(a, b, { sameRun });
    return ci95 !== null && ci95 !== undefined && ci95[0] <= 1 && ci95[1] >= 1;
  });
  return holds.filter(Boolean).length / count;
}

describe('verdicts of merged runs', () => {
  it.each([2, 4, 8])('hold for the class of machine with %i nodes of four processes', (nodes) => {
    // Two standard errors of 2,000 runs are 1 %.
    expect(coverage(nodes, true)).toBeGreaterThan(0.935);
    expect(coverage(nodes, true)).toBeLessThan(0.965);
    expect(coverage(nodes, false)).toBeGreaterThan(0.935);
  });

  it('would be of these nodes alone without their names', () => {
    for (const nodes of [2, 4, 8]) {
      expect(coverage(nodes, true, false)).toBeLessThan(0.8);
      expect(coverage(nodes, false, false)).toBeLessThan(0.8);
    }
  });

  it('are not made narrower by more processes of the same nodes', () => {
    const widthOf = (perNode: number): number => {
      const [a, b] = merged(createRandom(1), 4, perNode);
      const [low, high] = judge(a, b, { sameRun: true }).ci95 ?? [Number.NaN, Number.NaN];
      return high - low;
    };
    expect(widthOf(40) / widthOf(4)).toBeGreaterThan(0.5);
  });
});
