import { expect, it } from 'vitest';
import { nodeVariation } from '../../src-main/stats/node-variation.ts';
import { createRandom } from '../../src-main/stats/random.ts';

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
