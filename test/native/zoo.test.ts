import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { everyCase } from '../helpers/every-case.ts';
import {
  engineCase,
  openAddon,
  openTestAddons,
  runCase,
  testAddonFolder,
  variantsOf,
} from './native-addons.ts';

const source = "Breakeven's wrong programs";

/**
 * A size of each class: less than a warp and its tail, some blocks, and more than the first caches of a core. And each type
 * of element.
 */
const sizes: Readonly<Record<string, readonly Values[]>> = {
  histogram: [{ n: 33 }, { n: 10_007 }, { n: 200_003, bins: 1000 }],
  'exclusive-scan': [
    { n: 33 },
    { n: 1009, element: 'float32' },
    { n: 10_007, element: 'int64' },
    { n: 200_003 },
  ],
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

/** More than the second-level caches of two cores, and several of the pieces that the checks divide arrays into. */
const largeSizes: Readonly<Record<string, Values>> = {
  histogram: { n: 2_097_169 },
  'exclusive-scan': { n: 2_097_169 },
  min3x3: { n: 262_147 },
  mean: { xres: 1447, yres: 1451, data: 'uniform' },
  binarize: { xres: 1447, yres: 1451, data: 'uniform' },
};
const largeFaults =
  'test-lost-tail test-off-by-one test-replay test-changed-input test-unwritten'.split(' ');

/** What gives a fault away, whatever the workload; a wrong value can be seen in any verified run. */
const reasons: Readonly<Record<string, RegExp>> = {
  'test-lost-tail': /^wrong answer /,
  'test-off-by-one': /^wrong answer /,
  'test-lost-tail-of-one': /^wrong answer /,
  'test-skipped-first': /^wrong answer /,
  'test-lost-boundary': /^wrong answer /,
  'test-included-last': /^wrong answer /,
  'test-rare-race': /^wrong answer in a repeated run: /,
  'test-replay': /^wrong answer /,
  'test-stale': /^wrong answer in a repeated run: /,
  // On a fast machine a timed run with the changed input is looked at first.
  'test-changed-input':
    /^changed input .*: it changed its input at (\w+\[\d+\])$|^wrong answer in a timed run: /,
  'test-unwritten': /^wrong answer before timing: /,
  // Which run finds it is up to when its thread gets a core.
  'test-late': /^wrong answer /,
  'test-keeps-filled': /^wrong answer /,
  'test-wrong-when-filled': /^wrong answer /,
  'test-accumulates': /^wrong answer /,
  'test-out-of-bounds':
    /^access out of bounds before timing: wrote behind the end of \w+, at byte 0$/,
  'test-not-a-number': /^wrong answer before timing: /,
  'test-other-stream':
    /^the device is still busy when the stream of the case is done: it leaves work behind /,
};

/** A fault is the same on a device, but for arrays without a name there. */
const onDevice: Readonly<Record<string, RegExp>> = {
  'test-replay-cuda': /^wrong answer in a timed run on values not seen before: /,
  'test-out-of-bounds':
    /^access out of bounds before timing: wrote behind the end of an array of \d+ bytes on the device, at byte 0$/,
};
/** And in a script, which has a process of its own. */
const inScripts: Readonly<Record<string, RegExp>> = {
  'test-changed-input': /^it changed its input region\[2\]$/,
  'test-out-of-bounds-python': /^it made \d+ elements of the \d+ of an array$/,
  'test-late-timer': /^it leaves work behind: Timeout$/,
  'test-late-thread-javascript': /^it leaves work behind: \w+$/,
  'test-late-thread-python': /^it leaves threads behind: \d+ before a run, \d+ after it$/,
  'test-returns': /^its function returns something: the answer is written into pixels, /,
  'test-throws': /^mandelbrot\/test-throws-\w+:\d+: (RangeError|ValueError): no way$/,
  'test-ends': / ended with code 3$/,
};
const languages = /-(cuda|javascript|python)$/;

function reasonOf(variant: string): RegExp {
  const fault = variant.replace(languages, '');
  const [, language] = languages.exec(variant) ?? [];
  const others = language === 'cuda' ? onDevice : language === undefined ? {} : inScripts;
  return others[variant] ?? others[fault] ?? reasons[fault] ?? /never/;
}

/** All sizes of a right program; of a wrong one, by its place in the list, one of them in turn, and the large one. */
const sizesOf = (workload: string, variant: string, at?: number): readonly Values[] => {
  const all = sizes[workload] ?? [];
  const own = everyCase || at === undefined ? all : all.slice(at % all.length).slice(0, 1);
  // A hundred runs of a larger size do not fit into the time of the repeated runs where other programs have the cores.
  if (variant === 'test-rare-race') return all.slice(0, 1);
  const large = largeSizes[workload];
  const also = large !== undefined && largeFaults.includes(variant.replace(/-cuda$/, ''));
  return [...own, ...(also ? [large] : [])];
};

const addons = openTestAddons();
const workloads = addons[0]?.catalog().workloads ?? [];
if (addons.length < 2) {
  it.skip('CUDA programs (no CUDA addon with test variants here: `npm run test:gpu` builds it)', () =>
    undefined);
}

it('each workload has five wrong programs or more', () => {
  for (const addon of addons) {
    const few = addon
      .catalog()
      .workloads.filter(
        ({ variants }) => variants.filter((each) => each.source === source).length < 5,
      );
    expect(few.map(({ id }) => id)).toEqual([]);
  }
  expect(Object.keys(sizes).sort()).toEqual(workloads.map(({ id }) => id).sort());
});

it.each(['test-lost-tail-of-one', 'test-skipped-first'])(
  '%s fails where an execution takes so long that few inputs are tried',
  async (variant) => {
    const addon = openAddon('cpu', testAddonFolder);
    const result = await runCase(addon, engineCase('min3x3', variant, { n: 1 << 20 }));
    expect(result.outcome).toBe('failed');
    expect(result.reason).toMatch(/^wrong answer /);
  },
  60_000,
);

it.each(['mandelbrot', 'fractal-pipeline'])(
  'another picture of %s is other work, and no warning compares their times',
  async (workload) => {
    const addon = openAddon('cpu', testAddonFolder);
    const values = { xres: 64, yres: 64, maxiter: 60 };
    const result = await runCase(addon, engineCase(workload, 'sequential', values));
    expect(result.outcome, String(result.reason)).toBe('ok');
    expect(result.warnings.join()).not.toContain('faster on inputs');
  },
);

describe.each(workloads.map(({ id }) => id))('%s', (workload) => {
  const subjects = addons.flatMap((addon) =>
    variantsOf(addon, workload)
      .filter((variant) => variant.source === source)
      .map((variant) => ({ addon, variant })),
  );
  for (const [at, { addon, variant }] of subjects.entries()) {
    if (!variant.available) {
      it.skip(`${variant.id} (${variant.reason})`, () => undefined);
      continue;
    }
    it(`${variant.id} fails at its sizes`, async () => {
      for (const values of sizesOf(workload, variant.id, at)) {
        const result = await runCase(addon, engineCase(workload, variant.id, values));
        const where = `${JSON.stringify(values)}: ${result.reason}`;
        expect(result.outcome, where).toBe('failed');
        expect(result.reason, where).toMatch(reasonOf(variant.id));
        expect(result.samples, where).toEqual([]);
        // An answer is right although its program does something else that it must not do.
        if (!/^test-(other-stream|late-thread)/.test(variant.id)) {
          expect(result.verification?.passed ?? false, where).toBe(false);
        }
      }
    });
  }

  it('a right program is ok at the same sizes', async () => {
    for (const addon of addons) {
      const right = variantsOf(addon, workload).find(
        ({ id }) => id === 'sequential' || id === 'cuda-fast' || id === 'cuda-fused',
      );
      if (right === undefined || !right.available) continue;
      for (const values of sizesOf(workload, 'test-replay')) {
        const result = await runCase(addon, engineCase(workload, right.id, values));
        expect(result.outcome, String(result.reason)).toBe('ok');
      }
    }
  });
});
