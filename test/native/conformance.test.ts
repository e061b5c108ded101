import { describe, expect, it } from 'vitest';
import type { Axis, Values, Variant, Workload } from '../../src-main/contract/workload.ts';
import {
  type Addon,
  engineCase,
  hasCuda,
  openAddons,
  runCase,
  verifyCase,
} from './native-addons.ts';

const sizes = [0, 1, 31, 100_003];
/** By number of bins, how many values are counted: nothing and one value are right at the ends of its size. */
const histogramSizes = [
  [1, 31],
  [8, 100_003],
  [1000, 31],
  [65_536, 100_003],
] as const;
/** More than one team size; the machine's own is the default of the other tests. */
const threadCounts = [1, 3];

const choicesOf = (axes: readonly Axis[], id: string): readonly string[] => {
  const axis = axes.find((candidate) => candidate.id === id);
  return axis?.type === 'choice' ? axis.choices.map((choice) => choice.id) : [];
};

type Subject = { readonly addon: Addon; readonly workload: Workload; readonly variant: Variant };

const subjects: readonly Subject[] = openAddons().flatMap((addon) =>
  addon
    .catalog()
    .workloads.flatMap((workload) =>
      workload.variants.map((variant) => ({ addon, workload, variant })),
    ),
);

/** A case is right, or the variant said beforehand why it does not do it. */
async function expectRight({ addon, workload, variant }: Subject, values: Values): Promise<string> {
  const result = await verifyCase(addon, engineCase(workload.id, variant.id, values));
  const where = `${workload.id}/${variant.id} ${JSON.stringify(values)}: ${result.reason}`;
  expect(result.outcome, where).not.toBe('failed');
  expect(result.samples).toEqual([]);
  if (result.outcome === 'skipped') {
    expect(result.reason, where).toMatch(/\w/);
    expect(addon.estimate(workload.id, variant.id, values).reason, where).not.toBeNull();
    return 'skipped';
  }
  expect(result.verification?.passed, where).toBe(true);
  expect(result.answer?.sha256, where).toMatch(/^[0-9a-f]{64}$/);
  return 'ok';
}

const smallCase = (workload: Workload, size: number): Values => ({ [workload.sizeAxis]: size });

/** The ends of what the size axis allows near the wanted sizes, as far as they are cheap. */
function sizesOf({ addon, workload, variant }: Subject): readonly number[] {
  const axis = workload.axes.find((candidate) => candidate.id === workload.sizeAxis);
  const [min, max] = axis?.type === 'integer' ? [axis.min, axis.max] : [0, Infinity];
  const wanted = new Set(sizes.map((size) => Math.min(Math.max(size, min), max)));
  // Some workloads do n^2 work of their size axis, or need a picture as input.
  return [...wanted].filter((size) => {
    const estimate = addon.estimate(workload.id, variant.id, smallCase(workload, size));
    return estimate.seconds + (estimate.inputSeconds ?? 0) < 0.5;
  });
}

if (!hasCuda) it.skip('CUDA variants (the CUDA addon is not built here)', () => undefined);

const workloadIds = [...new Set(subjects.map(({ workload }) => workload.id))];

describe.each(workloadIds)('%s', (id) => {
  for (const subject of subjects.filter(({ workload }) => workload.id === id)) {
    const { variant, workload } = subject;
    if (!variant.available) {
      it.skip(`${variant.id} (${variant.reason})`, () => undefined);
      continue;
    }

    it(`${variant.id} is right at the ends of its size`, async () => {
      const outcomes: string[] = [];
      for (const size of sizesOf(subject)) {
        outcomes.push(await expectRight(subject, smallCase(workload, size)));
      }
      expect(outcomes).toContain('ok');
    });

    const middle = sizesOf(subject).at(-1) ?? 1;
    if (variant.parameters.some((axis) => axis.id === 'threads')) {
      it(`${variant.id} is right with other numbers of threads`, async () => {
        for (const threads of threadCounts) {
          await expectRight(subject, { ...smallCase(workload, middle), threads });
        }
      });
    }

    for (const memory of choicesOf(variant.parameters, 'memory')) {
      it(`${variant.id} is right in ${memory} memory`, async () => {
        await expectRight(subject, { ...smallCase(workload, middle), memory });
      });
    }

    it(`${variant.id} reports every timing scope that it declares`, async () => {
      // With something to do: without, kernels and copies may be left out.
      const size = sizesOf(subject).find((each) => each > 1) ?? 1;
      const reported = new Set<string>();
      // A step that another device does as well is on the host or copied.
      const places = choicesOf(workload.axes, 'levels-on').filter(
        (place) => place === 'cpu' || variant.device !== 'cpu',
      );
      const forms = places.map((place): Values => ({ 'levels-on': place }));
      for (const form of forms.length > 0 ? forms : [{}]) {
        const values = { ...smallCase(workload, size), ...form };
        const result = await runCase(subject.addon, engineCase(workload.id, variant.id, values));
        expect(result.outcome, String(result.reason)).not.toBe('failed');
        if (result.outcome === 'skipped') return;
        for (const { scope, timesNs } of result.samples) {
          reported.add(scope);
          expect(timesNs.every((time) => Number.isFinite(time) && time >= 0)).toBe(true);
        }
      }
      // Of kernels alone that are short and can be repeated as they are: batch.test.ts.
      const declared = variant.scopes.filter((id) => id !== 'batch' || reported.has(id));
      expect([...reported].sort()).toEqual([...declared].sort());
    });
  }
});

const histograms = subjects.filter(({ workload }) => workload.id === 'histogram');

describe('every histogram', () => {
  for (const subject of histograms) {
    const { variant, workload } = subject;
    if (!variant.available) continue;
    it(`${variant.id} counts every distribution, range, size and number of bins`, async () => {
      let right = 0;
      for (const distribution of choicesOf(workload.axes, 'distribution')) {
        for (const range of choicesOf(workload.axes, 'range')) {
          for (const [bins, n] of histogramSizes) {
            const values = { n, bins, distribution, range, seed: 7 };
            right += (await expectRight(subject, values)) === 'ok' ? 1 : 0;
          }
        }
      }
      // Few bins fit every kind of memory, so at least those cases were really run.
      expect(right).toBeGreaterThanOrEqual(7 * 2 * 2);
    }, 300_000);
  }
});
