import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { readPresets } from '../../../src-main/core/plan/own-presets.ts';
import { studies } from '../../../src-main/core/study/known-studies.ts';
import { isWithin, lackingSizes, sizesText } from '../../../src-main/core/study/sizes.ts';
import type { Claim } from '../../../src-main/core/study/study.ts';
import { claimOf, evidence, stored } from './scripted.ts';

const all = Object.entries(studies).flatMap(([preset, { claims }]) =>
  claims.map((claim) => ({ preset, claim, words: claim.claim })),
);

/** What a claim needs, at these sizes. */
function casesAt({ workload, selections }: Claim, sizes: readonly Values[]): readonly StoredCase[] {
  return selections.flatMap(({ variant, values }, i) =>
    sizes.map((size, j) => {
      const ns = 1e4 * (i + 1) * Number(size.n ?? size.xres ?? size.bins);
      return stored(i * sizes.length + j, workload, variant, { n: 2e6, ...size, ...values }, ns);
    }),
  );
}

const factor = (size: Values, by: number): Values =>
  Object.fromEntries(
    Object.entries(size).map(([axis, value]) => [
      axis,
      typeof value === 'number' && axis !== 'bins' ? value * by : value,
    ]),
  );

describe('the sizes of a claim', () => {
  it.each(all)('$preset has some, which its preset measures: $words', ({ preset, claim }) => {
    const { sizes } = claim;
    expect(sizes.length).toBeGreaterThan(0);
    const groups = readPresets().find(({ id }) => id === preset)?.configuration.groups ?? [];
    const measured = groups
      .filter(({ workload }) => workload === claim.workload)
      .flatMap(({ set, sweep, link: links = {} }) =>
        Object.entries({ '': [0], ...sweep }).flatMap(([axis, values]) =>
          values.map((value): Values => {
            const linked = Object.entries(links).filter(([, to]) => to === axis);
            return {
              ...set,
              ...(axis === '' ? {} : { [axis]: value }),
              ...Object.fromEntries(linked.map(([one]) => [one, value])),
            };
          }),
        ),
      );
    expect(lackingSizes(sizes, measured)).toEqual([]);
  });

  it.each(all)('$preset tells nothing of others: $words', ({ claim }) => {
    const { sizes } = claim;
    const elsewhere = sizes.map((size) =>
      'bins' in size && !('n' in size) ? { ...size, n: 1000 } : factor(size, 1e-6),
    );
    const found = claim.finding(evidence(casesAt(claim, elsewhere)));
    expect(found).toMatchObject({ verdict: 'cannot be told', estimate: null });
    expect(found.reason).toContain(sizesText(sizes));
  });

  it.each(all)('$preset is judged at its own: $words', ({ claim }) => {
    const found = claim.finding(evidence(casesAt(claim, claim.sizes)));
    expect(found.estimate).not.toBeNull();
    expect(found.reason).not.toContain('lacks');
  });
});

describe('a run with some of the sizes', () => {
  const pictures = (sizes: readonly number[], slower: (xres: number) => number) =>
    sizes.flatMap((xres, i) =>
      ['sequential', 'omp-static', 'omp-dynamic'].map((variant, j) =>
        stored(
          10 * i + j,
          'mandelbrot',
          variant,
          { xres, yres: xres },
          variant === 'omp-static' ? 1e6 * slower(xres) : 1e6 * (variant === 'sequential' ? 5 : 1),
        ),
      ),
    );
  const mean = claimOf('uniovi-cpu', 'omp-static is 5.32 times');
  const each = claimOf('uniovi-cpu', 'Dynamic scheduling');

  it('tells no mean over all of them, and says which are lacking', () => {
    const some = mean.finding(evidence(pictures([32, 128, 256, 512], () => 1)));
    expect(some).toMatchObject({
      verdict: 'cannot be told',
      reason:
        'The claim is about all sizes of the study, and this run lacks xres = 1024, 2048, 4096, 8192.',
    });
    expect(some.values.pairs).toBe(2);
    const whole = pictures([32, 256, 512, 1024, 2048, 4096, 8192], () => 1);
    expect(mean.finding(evidence(whole))).toMatchObject({ verdict: 'holds' });
  });

  it('bears out no claim about each of them, but contradicts it by one inside their range', () => {
    const holds = each.finding(evidence(pictures([512, 768, 1024], () => 2)));
    expect(holds.verdict).toBe('cannot be told');
    expect(holds.reason).toContain('lacks xres = 2048, 4096, 8192');
    const against = pictures([512, 768, 1024], (xres) => (xres === 768 ? 0.5 : 2));
    const found = each.finding(evidence(against));
    expect(found.verdict).toBe('does not hold');
    expect(found.reason).toContain('xres = 768');
    const outside = pictures([512, 1024, 16_384], (xres) => (xres === 16_384 ? 0.5 : 2));
    expect(each.finding(evidence(outside)).verdict).toBe('cannot be told');
  });

  it('shows a law by any of them, of one series', () => {
    const square = claimOf('uniovi-cpu', 'square of the resolution');
    const series = (maxiter: number, sizes: readonly number[]) =>
      sizes.flatMap((xres, i) =>
        ['sequential', 'omp-dynamic'].map((variant, j) =>
          stored(
            maxiter * 100 + 10 * i + j,
            'mandelbrot',
            variant,
            { xres, yres: xres, maxiter },
            maxiter * xres ** 2 * (1 + 0.01 * (i % 2)),
          ),
        ),
      );
    const few = evidence(series(1, [256, 512, 1024, 2048]));
    expect(square.finding(few)).toMatchObject({ verdict: 'holds' });
    // A steeper line would be seen where the longer series had its last size from the other one.
    const mixed = [...series(1, [256, 512, 1024, 2048]), ...series(50, [1024, 2048])];
    const found = square.finding(evidence(mixed));
    expect(found.verdict).toBe('holds');
    expect(found.estimate).toBeCloseTo(2, 1);
  });

  it('does not bear out a claim about variants that it lacks', () => {
    const square = claimOf('uniovi-cpu', 'square of the resolution');
    const alone = [256, 512, 1024, 2048].map((xres, i) =>
      stored(i, 'mandelbrot', 'sequential', { xres, yres: xres }, xres ** 2 * (1 + 0.01 * (i % 2))),
    );
    const found = square.finding(evidence(alone));
    expect(found.verdict).toBe('cannot be told');
    expect(found.reason).toContain('omp-dynamic');
  });

  it('calls a share the best where those of the study were tried', () => {
    const best = claimOf('uniovi-heterogeneous', 'best share');
    const shares = (tried: readonly number[]) =>
      tried.map((share, i) =>
        stored(
          i,
          'fractal-pipeline',
          'heterogeneous',
          { share, xres: 10_240, yres: 10_240 },
          share === 0.825 ? 1e8 : 2e8,
        ),
      );
    expect(best.finding(evidence(shares([0.8, 0.825, 0.9])))).toMatchObject({
      verdict: 'cannot be told',
      reason: 'The study also compared it with share = 0.7, 0.85; this run lacks those values.',
    });
    const tried = shares([0.7, 0.8, 0.825, 0.85, 0.9]);
    expect(best.finding(evidence(tried))).toMatchObject({ verdict: 'holds' });
  });
});

it('tells squares, ranges and words apart', () => {
  const squares = [
    { xres: 256, yres: 256 },
    { xres: 8192, yres: 8192 },
  ];
  expect(isWithin({ xres: 1000, yres: 1000 }, squares)).toBe(true);
  expect(isWithin({ xres: 256, yres: 32 }, squares)).toBe(false);
  expect(isWithin({ xres: 512, yres: 256 }, squares)).toBe(false);
  expect(isWithin({ xres: 128, yres: 128 }, squares)).toBe(false);
  const words = [{ n: 1, distribution: 'uniform' }];
  expect(isWithin({ n: 1, distribution: 'degenerate' }, words)).toBe(false);
  expect(isWithin({ n: 1 }, words)).toBe(true);
  expect(isWithin({ n: 1 }, [])).toBe(false);
  const many = Array.from({ length: 10 }, (_, i) => ({ n: i + 1, bins: 8 }));
  expect(sizesText(many)).toBe('n = 1, 2, 3, 4, 5, 6, 7, 8 and 2 more');
  expect(sizesText([])).toBe('');
});
