import { describe, expect, it } from 'vitest';
import type { Policy } from '../../src-main/contract/configuration.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import { everyCase } from '../helpers/every-case.ts';
import { engineCase, openAddon, runCase, testAddonFolder, threeSamples } from './native-addons.ts';

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
/** They read all of their input: they are labelled, or gain little. */
const readers: ReadonlySet<string> = new Set([
  'lazy-whole-input',
  'lazy-same-input',
  'lazy-changed-parts',
]);
/**
 * At the larger size they compute, since calls do not follow soon enough or are too few, do other work that is short beside
 * the kernel phase, or read as much as they would compute from.
 */
const mayPassLarge: ReadonlySet<string> = new Set([
  'lazy-kept-output',
  'lazy-soon-again',
  'lazy-second-soon',
  'lazy-later-calls',
  'lazy-later-few',
  'lazy-slow-around',
]);
/** Every third pair of workload and program, so that each program is tried at two or three of the workloads. */
const isTaken = (workload: number, program: number): boolean =>
  everyCase || (workload + program) % 3 === 0;
/** A case has several repetitions, and other programs can hide from one of them what is found by time. */
const repetitions = 3;

const addon = openAddon('cpu', testAddonFolder);
const workloads = addon.catalog().workloads ?? [];

it.each([
  ['binarize', { xres: 53, yres: 37, data: 'uniform' }],
  ['histogram', { n: 2003 }],
])('%s: a program that waits without computing is not called lazy', async (workload, values) => {
  const request = engineCase(workload, 'test-held-up', values, { policy: threeSamples });
  const result = await runCase(addon, request);
  expect(result.outcome, String(result.reason)).toBe('ok');
  expect([result.attributes.fasterOnSeenInput, result.warnings]).toEqual([undefined, []]);
});

/** It computes while it is verified, and for every input that looks different. */
it.each([
  ['binarize', { xres: 53, yres: 37, data: 'uniform' }],
  ['exclusive-scan', { n: 2003 }],
  ['histogram', { n: 2003 }],
  ['mean', { xres: 53, yres: 37, data: 'uniform' }],
])('%s: an answer for a few values is found out by a planted one', async (workload, values) => {
  const result = await runCase(addon, engineCase(workload, 'lazy-later-few', values, { policy }));
  expect(result.reason).toMatch(/^wrong answer in a timed run: /);
});

it.each([
  ['exclusive-scan', { n: 2003 }],
  ['binarize', { xres: 53, yres: 37, data: 'uniform' }],
])(
  '%s: a program that looks at its output alone is found in each repetition',
  async (workload, values) => {
    for (let repetition = 0; repetition < 4; ++repetition) {
      const result = await runCase(
        addon,
        engineCase(workload, 'lazy-kept-output', values, { policy }),
      );
      expect(result.reason).toMatch(/^wrong answer in a timed run: /);
    }
  },
);

it('a right program whose threads find new values in the caches of another core is not labelled', async () => {
  const few = { policy: { ...policy, timeLimitS: 0.05 } };
  for (let repetition = 0; repetition < 3; ++repetition) {
    const request = engineCase('mean', 'cpu-fast', { xres: 320, yres: 320 }, few);
    const result = await runCase(addon, request);
    expect([result.outcome, result.attributes.fasterOnSeenInput]).toEqual(['ok', undefined]);
  }
});

it('a later repetition, which verifies fewer runs, finds what comes before its kernel phase', async () => {
  const later = { policy, repetition: 3, thorough: false };
  const result = await runCase(addon, engineCase('histogram', 'lazy-ahead', { n: 2003 }, later));
  expect(result.reason).toMatch(/^wrong answer /);
});

it('a restore phase that works longer than copies take fails', async () => {
  const values = { xres: 53, yres: 37, data: 'uniform' };
  const result = await runCase(addon, engineCase('binarize', 'test-works-in-restore', values));
  expect(result.outcome).toBe('failed');
  expect(result.reason).toMatch(/^its restore phase takes .*, a copy of what it restores /);
});

describe.each(workloads.map(({ id }, at) => [id, at] as const))('%s', (workload, at) => {
  const variants = workloads[at]?.variants ?? [];
  const lazy = variants.filter((each) => each.source === source);

  it('has twenty-two lazy programs or more', () => {
    expect(lazy.length).toBeGreaterThanOrEqual(22);
  });

  const programs = lazy.map(({ id }) => id).filter((id) => id !== 'honest');
  it.each(programs.filter((_, program) => isTaken(at, program)))(
    '%s fails, or is no time of a comparison',
    { timeout: 120_000 },
    async (id) => {
      for (const values of sizes[workload]?.slice(rightOnFew.has(id) ? 1 : 0) ?? []) {
        const request = engineCase(workload, id, values, { policy });
        const isLarge = values === sizes[workload]?.at(-1);
        if (isLarge && mayPassLarge.has(id)) continue;
        const mayPass = readers.has(id);
        let result = await runCase(addon, request);
        // No comparison takes a time that is not that of the work.
        const believed = () =>
          result.outcome === 'ok' && result.attributes.fasterOnSeenInput !== true;
        for (let more = 1; more < repetitions && believed() && !mayPass; ++more) {
          result = await runCase(addon, request);
        }
        const where = `${JSON.stringify(values)}: ${result.reason}`;
        if (result.outcome === 'ok') {
          expect(believed() && !mayPass, where).toBe(false);
          continue;
        }
        expect(result.reason, where).toMatch(reasons);
        expect(result.samples, where).toEqual([]);
      }
    },
  );

  it('right programs are ok in the same way', { timeout: 120_000 }, async () => {
    const right = variants.filter(
      ({ source: from, available }) => available && !from.startsWith("Breakeven's"),
    );
    // A third of the time has fewer checked turns, of the same kinds.
    const shorter = { ...policy, timeLimitS: 0.1 };
    for (const [program, { id }] of right.entries()) {
      const taken = (sizes[workload] ?? []).filter(
        (_, size) => everyCase || (size + program) % 2 === 0,
      );
      for (const values of taken) {
        const result = await runCase(addon, engineCase(workload, id, values, { policy: shorter }));
        expect(result.outcome, `${id} ${JSON.stringify(values)}: ${result.reason}`).toBe('ok');
      }
    }
  });
});
