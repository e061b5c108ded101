import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { engineCase, openAddon, runCase, testAddonFolder } from './native-addons.ts';

const source = "Breakeven's wrong programs";

/** A size of each class: less than a warp and its tail, some blocks, and more than the first caches of a core. */
const sizes: Readonly<Record<string, readonly Values[]>> = {
  histogram: [{ n: 33 }, { n: 10_007 }, { n: 200_003, bins: 1000 }],
  'exclusive-scan': [{ n: 33 }, { n: 10_007, element: 'int64' }, { n: 200_003 }],
  min3x3: [{ n: 33 }, { n: 10_007, layout: 'aos' }, { n: 50_003 }],
  mandelbrot: [
    { xres: 33, yres: 17, maxiter: 60 },
    { xres: 101, yres: 103, maxiter: 60 },
    { xres: 151, yres: 153, maxiter: 20 },
  ],
  mean: [
    { xres: 7, yres: 5 },
    { xres: 101, yres: 103, data: 'uniform' },
    { xres: 251, yres: 253, data: 'uniform' },
  ],
  binarize: [
    { xres: 7, yres: 5 },
    { xres: 101, yres: 103, data: 'uniform' },
    { xres: 251, yres: 253, data: 'uniform' },
  ],
  'row-ordering': [{ n: 33 }, { n: 2003, matrix: 'banded' }, { n: 4001, matrix: 'random-sparse' }],
  'fractal-pipeline': [
    { xres: 33, yres: 17, maxiter: 60 },
    { xres: 101, yres: 103, maxiter: 60 },
    { xres: 151, yres: 153, maxiter: 20 },
  ],
};

/** What gives a fault away, whatever the workload; a wrong value can be seen in any verified run. */
const reasons: Readonly<Record<string, RegExp>> = {
  'test-lost-tail': /^wrong answer /,
  'test-off-by-one': /^wrong answer /,
  'test-rare-race': /^wrong answer in a repeated run: /,
  'test-replay': /^wrong answer on values not seen before: /,
  'test-stale': /^wrong answer in a repeated run: /,
  'test-changed-input': /^changed input .*: it changed its input at (\w+\[\d+\])$/,
  'test-unwritten': /^wrong answer before timing: /,
  'test-out-of-bounds':
    /^access out of bounds before timing: wrote behind the end of \w+, at byte 0$/,
  'test-not-a-number': /^wrong answer before timing: /,
};

const addon = openAddon('cpu', testAddonFolder);
const { workloads } = addon.catalog();

it('each workload has five wrong programs or more', () => {
  const few = workloads.filter(
    ({ variants }) => variants.filter((variant) => variant.source === source).length < 5,
  );
  expect(few.map(({ id }) => id)).toEqual([]);
  expect(Object.keys(sizes).sort()).toEqual(workloads.map(({ id }) => id).sort());
});

describe.each(workloads.map(({ id }) => id))('%s', (workload) => {
  const wrong = workloads
    .find(({ id }) => id === workload)
    ?.variants.filter((variant) => variant.source === source);
  it.each(wrong?.map(({ id }) => id) ?? [])(
    '%s fails at every size',
    async (variant) => {
      for (const values of sizes[workload] ?? []) {
        const result = await runCase(addon, engineCase(workload, variant, values));
        const where = `${JSON.stringify(values)}: ${result.reason}`;
        expect(result.outcome, where).toBe('failed');
        expect(result.reason, where).toMatch(reasons[variant] ?? /never/);
        expect(result.samples, where).toEqual([]);
        expect(result.verification?.passed, where).toBe(false);
      }
    },
    60_000,
  );

  it('a right program is ok at the same sizes', async () => {
    for (const values of sizes[workload] ?? []) {
      const result = await runCase(addon, engineCase(workload, 'sequential', values));
      expect(result.outcome, String(result.reason)).toBe('ok');
    }
  }, 60_000);
});
