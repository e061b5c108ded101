import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import {
  engineCase,
  openAddon,
  runCase,
  threeSamples,
  variantsOf,
  verifyCase,
} from './native-addons.ts';
import {
  binarised,
  digestOf,
  meanOf,
  type SecondPicture,
  secondPicture,
} from './second-mandelbrot.ts';

const run = (workload: string, variant: string, values: Values) =>
  verifyCase(openAddon('cpu'), engineCase(workload, variant, values));

const idsOf = (workload: string): readonly string[] =>
  variantsOf(openAddon('cpu'), workload).flatMap(({ id, available }) => (available ? id : []));

const valuesOf = ({ rectangle, ...sizes }: SecondPicture): Values => ({
  ...sizes,
  region: rectangle.join(','),
});

const whole = [-2, 0.5, -1.25, 1.25] as const;
const pictures: readonly SecondPicture[] = [
  { xres: 64, yres: 48, maxiter: 100, rectangle: whole },
  { xres: 33, yres: 57, maxiter: 1, rectangle: whole },
  { xres: 33, yres: 57, maxiter: 2, rectangle: whole },
  { xres: 19, yres: 7, maxiter: 9, rectangle: whole },
  { xres: 1, yres: 1, maxiter: 50, rectangle: whole },
  { xres: 40, yres: 40, maxiter: 500, rectangle: [-0.7785, -0.7285, 0.0985, 0.1485] },
  // |c| around 2, where the first step decides, and far outside, where squares overflow.
  { xres: 40, yres: 40, maxiter: 60, rectangle: [-2.1, -1.9, -0.1, 0.1] },
  { xres: 16, yres: 16, maxiter: 60, rectangle: [-1e200, 1e200, -1e200, 1e200] },
];

describe('mandelbrot', () => {
  it.each(pictures)('$xres x $yres, maxiter $maxiter, $rectangle', async (picture) => {
    const pixels = secondPicture(picture);
    const attributes = {
      sum: pixels.reduce((sum, pixel) => sum + pixel, 0),
      zeros: pixels.filter((pixel) => pixel === 0).length,
    };
    for (const variant of idsOf('mandelbrot')) {
      const result = await run('mandelbrot', variant, valuesOf(picture));
      expect(result.answer?.sha256, variant).toBe(digestOf(pixels));
      expect(result.answer?.attributes, variant).toMatchObject(attributes);
      expect(result.verification, variant).toMatchObject({ rule: 'exact', passed: true });
    }
  });

  it('with one iteration is black everywhere', async () => {
    const result = await run('mandelbrot', 'sequential', { xres: 12, yres: 10, maxiter: 1 });
    expect(result.answer?.attributes).toMatchObject({ sum: 0, zeros: 120, iterations: 0 });
  });

  it('tells the rectangle that a named view stands for, in numbers that give the same picture', async () => {
    const sizes = { xres: 30, yres: 20, maxiter: 80 };
    for (const region of ['whole', 'seahorses', 'elephants', 'inside', 'outside']) {
      const named = await run('mandelbrot', 'sequential', { ...sizes, region });
      const rectangle = String(named.answer?.attributes.rectangle);
      const spelled = await run('mandelbrot', 'sequential', { ...sizes, region: rectangle });
      expect(spelled.answer, region).toEqual(named.answer);
    }
  });

  it.each([
    ['0,0,0,1', 'xmin must be below xmax'],
    ['1,0,0,1', 'xmin must be below xmax'],
    ['0,1,1,-1', 'ymin below ymax'],
    ['-1e308,1e308,0,1', 'must be finite'],
    ['0,1,-1e308,1e308', 'must be finite'],
    ['0,1,0', 'must be one of whole'],
    ['0,1,0,nan', 'must be one of whole'],
    ['0,1,0,inf', 'must be one of whole'],
    ['0,1,0,1,2', 'must be one of whole'],
    ['nowhere', 'must be one of whole'],
    ['', 'must be one of whole'],
  ])('refuses the region "%s" in one sentence', async (region, sentence) => {
    for (const workload of ['mandelbrot', 'mean', 'binarize', 'fractal-pipeline']) {
      const { reason } = openAddon('cpu').estimate(workload, 'sequential', { region });
      expect(reason).toContain(`region is "${region}"`);
      expect(reason).toContain(sentence);
      const result = await run(workload, 'sequential', { region });
      expect(result).toMatchObject({ outcome: 'skipped', reason });
    }
  });
});

describe('mean', () => {
  const picture = pictures[0] ?? { xres: 1, yres: 1, maxiter: 1, rectangle: whole };

  it('of a picture has the same bits for every variant', async () => {
    const value = meanOf(secondPicture(picture));
    for (const variant of idsOf('mean')) {
      const result = await run('mean', variant, { ...valuesOf(picture), data: 'picture' });
      expect(result.answer?.attributes, variant).toEqual({ value });
      expect(result.answer?.sha256, variant).toBe(digestOf(Float64Array.of(value)));
      expect(result.verification?.rule, variant).toBe('exact');
    }
  });

  it('of uniform values is within 1e-12 of a sum without rounding, and says how far', async () => {
    const sizes = { xres: 301, yres: 211, seed: 7 };
    const exact = exactMean(301 * 211, 7);
    for (const variant of idsOf('mean')) {
      const result = await run('mean', variant, { ...sizes, data: 'uniform' });
      expect(result.verification).toMatchObject({ rule: 'tolerance', passed: true });
      const error = Math.abs(Number(result.answer?.attributes.value) - exact) / exact;
      expect(error, variant).toBeLessThanOrEqual(1e-12);
      expect(result.verification?.maxError, variant).toBeLessThanOrEqual(1e-12);
    }
  });

  it('of more uniform values may differ by as much as their roundings add up to', async () => {
    const allowedFor = async (xres: number, yres: number) => {
      const result = await run('mean', 'sequential', { xres, yres, data: 'uniform' });
      expect(result.outcome).toBe('ok');
      return Number(/\(may be ([^)]+)\)$/.exec(result.verification?.message ?? '')?.[1]);
    };
    expect(await allowedFor(301, 211)).toBe(1e-12);
    // Six standard deviations of 0.26 to 0.27 roundings times the root of 36 million.
    const allowed = await allowedFor(6000, 6000);
    expect(allowed).toBeGreaterThan((6 * 0.26 * 6000) / 2 ** 53);
    expect(allowed).toBeLessThan((6 * 0.27 * 6000) / 2 ** 53);
  });

  it('refuses pictures whose sums may not be exact', () => {
    const values = { xres: 65_536, yres: 65_536, maxiter: 1e9 };
    const { reason } = openAddon('cpu').estimate('mean', 'sequential', values);
    expect(reason).toContain('sums of pixels are exact only below 2^53');
  });
});

describe('binarize and the pipeline', () => {
  it.each(pictures)('$xres x $yres, maxiter $maxiter, $rectangle', async (picture) => {
    const fractal = secondPicture(picture);
    const mean = meanOf(fractal);
    const pixels = binarised(fractal, mean);
    const white = pixels.filter((pixel) => pixel === 255).length;
    for (const variant of idsOf('binarize')) {
      const result = await run('binarize', variant, { ...valuesOf(picture), data: 'picture' });
      expect(result.answer?.sha256, variant).toBe(digestOf(pixels));
      expect(result.answer?.attributes, variant).toMatchObject({ white });
    }
    for (const variant of idsOf('fractal-pipeline')) {
      const result = await run('fractal-pipeline', variant, valuesOf(picture));
      expect(result.answer?.sha256, variant).toBe(digestOf(pixels));
      expect(result.answer?.attributes, variant).toMatchObject({
        mean,
        white,
        zeros: pixels.length - white,
        sum: 255 * white,
      });
    }
  });

  it('binarises the same values in every sample, although it works in place', async () => {
    const result = await runCase(
      openAddon('cpu'),
      engineCase('binarize', 'omp', { xres: 50, yres: 40 }, { policy: threeSamples }),
    );
    expect(result).toMatchObject({ outcome: 'ok', verification: { passed: true } });
    expect(result.samples.map(({ scope }) => scope)).toEqual(['kernel', 'call', 'total']);
  });
});

/** The values of `uniform` by their formula, in integers of 53 bits that are added up without rounding. */
function exactMean(n: number, seed: number): number {
  let sum = 0n;
  for (let i = 0; i < n; i += 1) {
    const wrap = (x: bigint) => BigInt.asUintN(64, x);
    let z = wrap(BigInt(seed) + BigInt(i + 1) * 0x9e3779b97f4a7c15n);
    z = wrap((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    z ^= z >> 31n;
    sum += z >> 11n;
  }
  // Below 2^53 after the division by n, so one rounding in all.
  return Number((sum * 1024n) / BigInt(n)) / 1024 / 2 ** 53;
}
