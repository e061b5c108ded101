import type { Machine } from '../../src-main/contract/machine.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { summarize } from '../../src-main/stats/summary.ts';
import {
  configuration,
  descriptor,
  machine,
  newRun,
  planned,
  result,
  scope,
} from '../core/store/fixtures.ts';

export type Nights = {
  readonly runs: number;
  /** Runs from this one on have another driver, with which `parallel` takes 14 % longer. */
  readonly driverFrom: number;
  /** Runs from this one on are of another commit, with which `sequential` takes 20 % less. */
  readonly commitFrom: number;
};

/**
 * Fills a store with made-up runs of one configuration, one a night: two variants at two sizes. Returns the ids, oldest
 * first.
 */
export function seedNights(
  home: string,
  { runs, driverFrom, commitFrom }: Nights,
): readonly string[] {
  const store = openStore(home);
  const random = createRandom(20_260_101, 3);
  const points = ['sequential', 'parallel'].flatMap((variant) =>
    [100_000, 1_000_000].map((n) => ({ variant, values: { n, bins: 8 } })),
  );
  const cases = points.map((point, index) => planned(index, { workload: 'count', ...point }));
  try {
    return Array.from({ length: runs }, (_, night) => {
      const at = new Date(Date.UTC(2026, 8, 1 + night, 2, 10)).toISOString();
      const versions: Machine['versions'] = {
        ...machine.versions,
        driver: night < driverFrom ? '570.86' : '580.65',
        commit: night < commitFrom ? '4f1c2aa' : 'b07d913',
      };
      const own = { ...machine, versions };
      const given = {
        machine: own,
        createdAt: at,
        title: `Night ${night + 1}`,
        configuration: configuration({ tags: ['night'] }),
      };
      const { id } = store.createRun(newRun(cases, given));
      for (const each of cases) {
        const sequential = each.variant === 'sequential';
        const slope = sequential ? 1 : 0.3;
        const change = sequential ? (night < commitFrom ? 1 : 0.8) : night < driverFrom ? 1 : 1.14;
        const centre =
          (2000 + slope * Number(each.values.n)) * change * Math.exp(0.008 * random.normal());
        const samples = [0, 1, 2].map((repetition) =>
          scope(
            'kernel',
            repetition,
            Array.from({ length: 15 }, () => centre * (1 + 0.004 * random.normal())),
          ),
        );
        const times = Float64Array.from(samples.flatMap(({ timesNs }) => [...timesNs]));
        store.saveCase(id, {
          planned: each,
          descriptor: descriptor('count', each.variant),
          result: result({
            ...{ samples, coldStartNs: null, attributes: { threads: sequential ? 1 : 4 } },
            answer: { sha256: `${each.values.n}`.padEnd(64, '0'), attributes: {} },
            ...{ bytesMoved: 4 * Number(each.values.n), operations: null, operationUnit: null },
          }),
          metrics: { kernel: summarize(times) },
          finishedAt: at,
        });
      }
      store.finishRun(id, 'complete');
      return id;
    });
  } finally {
    store.close();
  }
}
