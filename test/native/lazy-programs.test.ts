import { describe, expect, it } from 'vitest';
import type { Policy } from '../../src-main/contract/configuration.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import { engineCase, openTestAddons, runCase, threeSamples } from './native-addons.ts';

const source = "Breakeven's zoo";

/** Batches of executions, and samples of one. */
const sizes: Readonly<Record<string, readonly Values[]>> = {
  histogram: [{ n: 2003 }, { n: 600_011 }],
  'exclusive-scan': [{ n: 2003 }, { n: 300_007 }],
  min3x3: [{ n: 1003 }, { n: 30_011 }],
  mandelbrot: [
    { xres: 33, yres: 17, maxiter: 60 },
    { xres: 151, yres: 153, maxiter: 120 },
  ],
  mean: [
    { xres: 53, yres: 37, data: 'uniform' },
    { xres: 551, yres: 553, data: 'uniform' },
  ],
  binarize: [
    { xres: 53, yres: 37, data: 'uniform' },
    { xres: 551, yres: 553, data: 'uniform' },
  ],
  'row-ordering': [
    { n: 303, matrix: 'banded' },
    { n: 8003, matrix: 'random-sparse' },
  ],
  'fractal-pipeline': [
    { xres: 33, yres: 17, maxiter: 60 },
    { xres: 151, yres: 153, maxiter: 120 },
  ],
};

/** As a run takes them, within a time. */
const policy: Policy = { ...threeSamples, criterion: 'precision', parameters: {}, timeLimitS: 0.3 };

const reasons =
  /^(wrong answer |it leaves out work: |it works for |its restore phase takes |the clock of the process|faster than this machine can be: )/;
/** No count of the small input needs more than 16 bits. */
const rightOnFew: ReadonlySet<string> = new Set(['lazy-short-counters']);
/** A program that computes: one that takes as long gains nothing, and may pass. */
const gain = 0.6;
/** Of one that reads all of its input, and computes nothing where it is the same: more is labelled. */
const gainOfReaders = 0.15;
const readers: ReadonlySet<string> = new Set([
  'lazy-whole-input',
  'lazy-same-input',
  'lazy-changed-parts',
]);

/** The shortest sample: others may run beside it. */
function kernelTime(result: {
  readonly samples: readonly { readonly scope: string; readonly timesNs: ArrayLike<number> }[];
}): number {
  const kernel = result.samples.find(({ scope }) => scope === 'kernel');
  return Math.min(...Array.from(kernel?.timesNs ?? []));
}

const [addon] = openTestAddons();
const workloads = addon?.catalog().workloads ?? [];

describe.each(workloads.map(({ id }) => id))('%s', (workload) => {
  const variants = workloads.find(({ id }) => id === workload)?.variants ?? [];
  const lazy = variants.filter((each) => each.source === source);

  it('has twenty-one lazy programs or more', () => {
    expect(lazy.length).toBeGreaterThanOrEqual(21);
  });

  it.each(lazy.map(({ id }) => id).filter((id) => id !== 'honest'))(
    '%s fails, or gains nothing',
    { timeout: 120_000 },
    async (id) => {
      if (addon === undefined) throw new Error('there is no CPU addon with test variants');
      for (const values of sizes[workload]?.slice(rightOnFew.has(id) ? 1 : 0) ?? []) {
        const result = await runCase(addon, engineCase(workload, id, values, { policy }));
        const where = `${JSON.stringify(values)}: ${result.reason}`;
        // No comparison takes a time that is not that of the work.
        if (result.attributes.fasterOnSeenInput === true) continue;
        if (result.outcome === 'ok') {
          let least = Number.POSITIVE_INFINITY;
          const gained = () =>
            kernelTime(result) <= (readers.has(id) ? gainOfReaders : gain) * least;
          // Other programs can make all samples of one case slow.
          for (let run = 0; run < 8 && (run === 0 || gained()); ++run) {
            const honest = await runCase(addon, engineCase(workload, 'honest', values, { policy }));
            expect(honest.outcome, String(honest.reason)).toBe('ok');
            least = Math.min(least, kernelTime(honest));
          }
          expect(gained(), `${where} ${kernelTime(result)} ns, honest ${least} ns`).toBe(false);
          continue;
        }
        expect(result.reason, where).toMatch(reasons);
        expect(result.samples, where).toEqual([]);
      }
    },
  );

  it('right programs are ok in the same way', { timeout: 120_000 }, async () => {
    if (addon === undefined) throw new Error('there is no CPU addon with test variants');
    const right = variants.filter(
      ({ source: from, available }) => available && !from.startsWith("Breakeven's"),
    );
    for (const { id } of right) {
      for (const values of sizes[workload] ?? []) {
        const result = await runCase(addon, engineCase(workload, id, values, { policy }));
        expect(result.outcome, `${id} ${JSON.stringify(values)}: ${result.reason}`).toBe('ok');
      }
    }
  });
});
