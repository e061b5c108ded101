import { describe, expect, it } from 'vitest';
import type { PlannedCase } from '../../../src-main/contract/run.ts';
import { measuringOrder, turningOrder } from '../../../src-main/core/plan/order.ts';

const deviceOf = ({ variant }: PlannedCase): string => (variant.startsWith('cuda') ? 'gpu' : 'cpu');

function casesOf(variants: readonly string[], inputs: number): PlannedCase[] {
  return Array.from({ length: inputs }, (_, input) => input).flatMap((input) =>
    variants.map((variant, place) => ({
      index: input * variants.length + place,
      ...{ workload: 'w', variant, values: { n: input }, inputKey: `n=${input}` },
      policy: {
        ...{ criterion: 'precision', parameters: {}, timeLimitS: 1, repetitions: 1 },
        order: 'shuffled' as const,
      },
    })),
  );
}

function changes(ordered: readonly PlannedCase[]): number {
  const devices = ordered.map(deviceOf);
  return devices.filter((device, i) => i > 0 && device !== devices[i - 1]).length;
}

describe('the order of a repetition', () => {
  const mixed = casesOf(['seq', 'omp', 'cuda-a', 'cuda-b'], 12);

  it('changes between CPU and GPU once an input, which stays together', () => {
    for (let repetition = 0; repetition < 5; repetition += 1) {
      const ordered = measuringOrder(mixed, 7, repetition, { deviceOf });
      expect(ordered.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
        mixed.map(({ index }) => index),
      );
      expect(changes(ordered)).toBe(12);
      const inputs = ordered.map(({ inputKey }) => inputKey);
      expect(inputs.filter((key, i) => key !== inputs[i - 1])).toHaveLength(12);
    }
    expect(changes(measuringOrder(mixed, 7, 0))).toBeGreaterThan(15);
  });

  it('turns two variants of two kinds of device around from input to input', () => {
    const ordered = measuringOrder(casesOf(['seq', 'cuda-a'], 4), 7, 0, { deviceOf });
    expect(ordered.map(deviceOf)).toEqual(['cpu', 'gpu', 'gpu', 'cpu', 'cpu', 'gpu', 'gpu', 'cpu']);
  });

  it('begins with what takes the shortest time where that is asked for', () => {
    const timed = mixed.map((planned) => ({
      ...planned,
      estimate: { hostBytes: 1, deviceBytes: 0, seconds: 100 - Number(planned.values.n) },
    }));
    const ordered = measuringOrder(timed, 7, 0, { deviceOf, shortestFirst: true });
    const sizes = [...new Set(ordered.map(({ values }) => Number(values.n)))];
    expect(sizes).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(changes(ordered)).toBe(12);
  });

  it('shuffles as before where all run on one kind', () => {
    const cpu = casesOf(['seq', 'omp', 'simd'], 6);
    expect(measuringOrder(cpu, 7, 1, { deviceOf })).toEqual(measuringOrder(cpu, 7, 1));
  });
});

it('the order in which refining measures turns the variants from size to size and from round to round: A B B A', () => {
  const cases = casesOf(['omp', 'seq'], 3);
  const order = (repetition: number) =>
    turningOrder(cases, repetition).map(({ variant }) => variant);
  expect(order(0)).toEqual(['omp', 'seq', 'seq', 'omp', 'omp', 'seq']);
  expect(order(1)).toEqual(['seq', 'omp', 'omp', 'seq', 'seq', 'omp']);
  const inputs = turningOrder(cases, 1).map(({ inputKey }) => inputKey);
  expect(inputs.filter((key, i) => key !== inputs[i - 1])).toHaveLength(3);
});
