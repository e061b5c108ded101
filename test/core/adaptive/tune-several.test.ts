import { describe, expect, it } from 'vitest';
import type { Descriptor, PlannedCase, StoredCase } from '../../../src-main/contract/run.ts';
import type { Axis, Values } from '../../../src-main/contract/workload.ts';
import {
  nextTrials,
  type TuneSource,
  tunedScope,
  tuningOf,
} from '../../../src-main/core/adaptive/tune.ts';
import { firstPoints, maxPoints, pointOf } from '../../../src-main/core/adaptive/tune-points.ts';
import { repetitions, sampleComparer } from '../../helpers/sample-comparer.ts';
import { storedCase } from '../../helpers/stored-case.ts';
import { configuration, planned } from '../store/fixtures.ts';

const choiceOf = (id: string, count: number): Axis => ({
  ...{ id, title: id, help: '', role: 'variant', type: 'choice', default: '1' },
  choices: Array.from({ length: count }, (_, i) => ({ id: String(i + 1), help: '' })),
});

/** A search over these axes whose times are `ns` of the values; it is run to its end. */
function search(
  axes: readonly Axis[],
  ns: (values: Values) => number,
  /** Seconds of the search; each case takes one. */
  budgetS?: number,
) {
  const ids = axes.map(({ id }) => id);
  const descriptor = {
    workload: { axes: [] },
    variant: { id: 'tiled', device: 'cpu', parameters: axes },
  } as unknown as Descriptor;
  const first = firstPoints(axes, budgetS !== undefined);
  let points: Values[] = [{}];
  for (const [id, values] of Object.entries(first)) {
    points = points.flatMap((point) => values.map((value) => ({ ...point, [id]: value })));
  }
  let cases: PlannedCase[] = points.map((values, index) =>
    planned(index, { variant: 'tiled', values }),
  );
  const begun = cases.length;
  const timesOf = ({ values }: PlannedCase): readonly Float64Array[] =>
    [0, 1, 2].map((repetition) =>
      Float64Array.from(
        { length: 20 },
        (_, i) => ns(values) * (1e3 + ((i * 7 + repetition) % 20) / 10),
      ),
    );
  const source = (): TuneSource => {
    const comparer = sampleComparer((index, scope) => {
      const one = cases.find((each) => each.index === index);
      return repetitions(scope, one === undefined ? [] : timesOf(one));
    });
    return {
      configuration: configuration({
        tune: { parameter: ids.join(','), ...(budgetS === undefined ? {} : { budgetS }) },
      }),
      planned: cases,
      cases: cases.map(({ index, values }) => {
        const median = ns(values) * 1e3;
        const metric = { medianNs: median, ci95LoNs: median * 0.99, ci95HiNs: median * 1.01 };
        // Copies hide what a tile changes.
        const total = { medianNs: 34e6, ci95LoNs: 33e6, ci95HiNs: 35e6 };
        const metrics = { kernel: metric, total } as unknown as StoredCase['metrics'];
        return storedCase(index, { workload: 'count', variant: 'tiled', values, metrics });
      }),
      descriptors: new Map([[0, descriptor]]),
      judge: (contender, baseline, scope) => {
        const side = (stored: StoredCase) =>
          ({ runId: 'r', stored, device: 'cpu', scope }) as const;
        return comparer.judge(side(contender), side(baseline));
      },
      ended: false,
      spentS: cases.length,
    };
  };
  for (let more = nextTrials(source()); more.length > 0; more = nextTrials(source())) {
    cases = [...cases, ...more];
  }
  const different = new Set(cases.map(({ values }) => pointOf(values, ids)));
  return { view: tuningOf(source()), begun, points: different.size, cases: cases.length };
}

describe('a search over several parameters', () => {
  it('measures all combinations of a small grid, and the best two again', () => {
    const found = search(
      [choiceOf('tile', 4), choiceOf('work', 3)],
      ({ tile, work }) => 10 + (Number(tile) - 3) ** 2 + (Number(work) - 2) ** 2,
    );
    expect([found.begun, found.points, found.cases]).toEqual([12, 12, 14]);
    expect(found.view).toMatchObject({
      parameter: 'tile, work',
      best: 'tile=3, work=2',
      edge: null,
      state: 'found',
      confirmation: { best: 'tile=3, work=2', comparison: { verdict: 'slower' } },
    });
    expect(found.view?.sentence).toMatch(/^tiled is fastest at tile=3, work=2 /);
  });

  it('tries no further point when its budget is spent, and confirms the best one so far', () => {
    const axes = [choiceOf('tile', 8), choiceOf('work', 8)];
    const ns = ({ tile, work }: Values) => 10 + (Number(tile) - 3) ** 2 + (Number(work) - 2) ** 2;
    const short = search(axes, ns, 10);
    // One to begin with, a batch of 16, then the best two again.
    expect([short.begun, short.points, short.cases]).toEqual([1, 17, 19]);
    expect(short.view?.state).toBe('found');
    const ample = search(axes, ns, 1000);
    expect([ample.points, ample.view?.best]).toEqual([64, 'tile=3, work=2']);
  });

  it('looks around the best of some points of a large one', () => {
    const axes = ['a', 'b', 'c'].map((id) => choiceOf(id, 9));
    const found = search(
      axes,
      ({ a, b, c }) => 10 + (Number(a) - 7) ** 2 + (Number(b) - 2) ** 2 + (Number(c) - 5) ** 2,
    );
    expect(found.begun).toBe(1);
    expect(found.points).toBeLessThanOrEqual(maxPoints + 6);
    expect(found.view?.best).toBe('a=7, b=2, c=5');
  });
});

it('minimises the kernel, but end to end what acts on copies or on the share of a device', () => {
  expect(tunedScope(['blockSize'])).toBe('kernel');
  expect(tunedScope(['share'])).toBe('total');
  expect(tunedScope(['blockSize', 'memory'])).toBe('total');
});
