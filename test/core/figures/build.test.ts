import { describe, expect, it } from 'vitest';
import {
  type FigureForm,
  type FigureSpec,
  figureForms,
  figureKinds,
  figureSpecSchema,
} from '../../../src-main/contract/figure.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { renderPng } from '../../../src-main/core/figures/render.ts';
import { identityOf } from '../../../src-main/core/figures/source.ts';
import { type CaseSketch, crossing, histogram, roof, sizes, sourceOf, sweep } from './fixture.ts';

const sketched = sourceOf(sweep, [crossing]);
const joules = { device: 'package', joules: 0.5, low: 0.49, high: 0.51 } as const;
const full = {
  ...sketched,
  cases: sketched.cases.map((stored) => ({
    ...stored,
    energy: [{ repetition: 0, ...joules, idleW: null, executions: 9 }],
  })),
};

const seriesOf = (spec: FigureSpec, label: string) => {
  const found = spec.series.find((series) => series.label === label);
  if (found === undefined || found.mark === 'box') {
    throw new Error(`no points of ${label}`);
  }
  return found;
};

/** `theory` and `calls` are about other measurements, and have tests of their own. */
describe.each(
  figureKinds
    .filter((kind) => kind !== 'theory' && kind !== 'calls')
    .flatMap((kind) => {
      const forms: readonly (FigureForm | undefined)[] =
        kind === 'distribution' || kind === 'phases' ? figureForms[kind] : [undefined];
      return forms.map((as) => [kind, as] as const);
    }),
)('%s as %s', (kind, as) => {
  const spec = buildFigure(kind, { ...full, roofOf: () => roof() }, { as });

  it('is a figure of the contract with units, one sentence and provenance', () => {
    expect(figureSpecSchema.parse(spec)).toEqual(spec);
    expect(spec.kind).toBe(kind);
    expect(spec.summary).toMatch(/^Histogram.*[^.]\.$/);
    expect(spec.provenance).toEqual({
      Run: '01jrun',
      Device: 'Test CPU',
      Software: 'Breakeven 0.1.0',
    });
    for (const axis of [spec.x, spec.y]) {
      expect(axis.scale === 'category' || /\([^()]+\)$/.test(axis.label)).toBe(true);
    }
    expect(spec.caption).toContain(kind === 'energy' ? 'n = 1 repetition' : 'n = 40 samples');
    const note = 'sequential is one core: portable code, not vectorised by hand.';
    expect(spec.caption.includes(note)).toBe(kind === 'scaling' || kind === 'speedup');
    expect(spec.series.length).toBeGreaterThan(0);
  });

  it('can be drawn', () => {
    expect(renderPng(spec).length).toBeGreaterThan(5000);
  });
});

describe('scaling', () => {
  it('goes over another axis where that one is asked for or swept alone, without variants that lack it', () => {
    const shares = [0.5, 0.75, 1].map((share) => ({
      variant: 'cuda-fast',
      values: { n: 1e6, share },
    }));
    const whole = { variant: 'sequential', values: { n: 1e6 } };
    const searched = buildFigure('scaling', sourceOf([...shares, whole]));
    expect(searched).toMatchObject({ over: 'share', x: { scale: 'linear' } });
    expect(searched.title).toContain('time over share');
    expect(searched.series.map(({ label }) => label)).toEqual(['cuda-fast']);
    expect(searched.series[0]?.mark === 'line' && searched.series[0].points).toMatchObject([
      { x: 0.5 },
      { x: 0.75 },
      { x: 1 },
    ]);
    const both = [...shares, { variant: 'cuda-fast', values: { n: 1e4, share: 0.5 } }, whole];
    expect(buildFigure('scaling', sourceOf(both)).over).toBe('n');
    const asked = buildFigure('scaling', sourceOf(both), { over: 'share' });
    expect(asked.over).toBe('share');
    expect(asked.title).toContain('n = 1,000,000');
    expect(() =>
      buildFigure('scaling', sourceOf([whole, { ...whole, values: { n: 1e6, kind: 'x' } }]), {
        over: 'kind',
      }),
    ).toThrow('over: no measured case of histogram has a number for kind');
  });

  it('is log-log over a decade, linear below one', () => {
    const wide = buildFigure('scaling', full);
    expect([wide.x.scale, wide.y.scale]).toEqual(['log', 'log']);
    const narrow = sourceOf([2e6, 4e6, 8e6].map((n) => ({ variant: 'sequential', values: { n } })));
    const spec = buildFigure('scaling', narrow);
    expect([spec.x.scale, spec.y.scale]).toEqual(['linear', 'linear']);
    const near = sourceOf(
      ['sequential', 'shared-atomics'].flatMap((variant) =>
        [2e6, 4e6].map((n) => ({ variant, values: { n } })),
      ),
    );
    const apart = buildFigure('scaling', near);
    expect([apart.x.scale, apart.y.scale]).toEqual(['linear', 'log']);
  });

  it('shows median and interval of the stored metric in the unit of its axis', () => {
    const spec = buildFigure('scaling', full);
    expect(spec.y.label).toBe('Time (µs)');
    const { points } = seriesOf(spec, 'sequential');
    expect(points.map(({ x }) => x)).toEqual(sizes);
    const stored = full.cases.find(
      (each) => each.variant === 'sequential' && each.values.n === 1e6,
    );
    const metric = stored?.metrics.kernel;
    const point = points.find(({ x }) => x === 1e6);
    expect(point?.y).toBeCloseTo((metric?.medianNs ?? 0) / 1e3, 9);
    expect(point?.lo).toBeCloseTo((metric?.ci95LoNs ?? 0) / 1e3, 9);
    expect(point?.hi).toBeCloseTo((metric?.ci95HiNs ?? 0) / 1e3, 9);
    expect(point?.n).toBe(40);
  });

  it('writes the break-even as the band and in the sentence', () => {
    const spec = buildFigure('scaling', full);
    expect(spec.bands).toEqual([
      {
        key: 'shared-atomics/sequential',
        series: 'histogram/shared-atomics/kernel',
        y: expect.any(Number),
        label: 'shared-atomics over sequential: n* = 6000 [5500, 6400]',
        at: 6000,
        lo: 5500,
        hi: 6400,
      },
    ]);
    expect(spec.summary).toContain('shared-atomics overtakes sequential at n = 6000');
  });

  it('names the fastest only where the verdicts do, and else the medians with the verdict', () => {
    expect(buildFigure('scaling', full).summary).toContain(
      'cub-even is fastest with a median of 36.5 µs, 230 times',
    );
    const disturbed = {
      ...full,
      judgeAll: (pairs: Parameters<typeof full.judgeAll>[0]) =>
        full
          .judgeAll(pairs)
          .map((view) => ({ ...view, verdict: 'inconclusive' as const, disturbed: true as const })),
    };
    expect(buildFigure('scaling', disturbed).summary).toMatch(
      /at n = 8,000,000 medians of 3\d\.?\d* µs \(cub-even\) and 8\.\d+ ms \(sequential\), inconclusive: disturbed/,
    );
    expect(buildFigure('speedup', disturbed).summary).toMatch(
      /: no case is faster; the largest ratio is \d+, of cub-even at n = 8,000,000, inconclusive: disturbed\.$/,
    );
    expect(buildFigure('speedup', full).summary).toMatch(/: cub-even reaches \d+ times at n = /);
  });

  it('says of a variant that comes with the program that it is the best known', () => {
    const workloads = full.workloads.map((workload) => ({
      ...workload,
      variants: workload.variants.map((variant) =>
        variant.id === 'cub-even' ? { ...variant, kind: 'fast' as const } : variant,
      ),
    }));
    expect(buildFigure('scaling', { ...full, workloads }).summary).toContain(
      'cub-even (best known) is fastest',
    );
  });

  it('hatches where the pair of the headline is not told apart, and says so', () => {
    const told = { ...crossing, headline: 'cpu-gpu' as const, unknown: [[1e4, 1e6]] };
    const spec = buildFigure('scaling', sourceOf(sweep, [told as never]));
    expect(spec.unknown).toEqual([[1e4, 1e6]]);
    expect(spec.caption).toContain(
      'Hatched: sizes at which sequential and shared-atomics are not distinguishable',
    );
    // Several break-evens: one variant is faster at both ends.
    const pair = ['sequential', 'shared-atomics'];
    const several = { ...told, pair, large: 'sequential', answer: 'several', at: null, ci95: null };
    expect(buildFigure('scaling', sourceOf(sweep, [several as never])).caption).toContain(
      'Hatched: sizes at which sequential and shared-atomics are not distinguishable',
    );
    const all = buildFigure(
      'scaling',
      sourceOf(sweep, [{ ...told, unknown: [[1, 1e9]] } as never]),
    );
    expect([all.unknown, all.caption.includes('Hatched')]).toEqual([undefined, false]);
    const { headline: _headline, ...other } = told;
    expect(buildFigure('scaling', sourceOf(sweep, [other as never])).unknown).toBeUndefined();
  });

  it('shows no break-even of another scope, facet, workload or outside the sizes', () => {
    const others = [
      { ...crossing, scope: 'total' },
      { ...crossing, workload: 'other' },
      { ...crossing, at: 1e9 },
      { ...crossing, values: { bins: 4096 } },
      { ...crossing, answer: 'several' as const, at: null },
    ];
    const spec = buildFigure('scaling', sourceOf(sweep, others), { scope: 'kernel' });
    expect(spec.bands).toEqual([]);
  });

  it('takes the scope whose break-even was found when none is asked for', () => {
    const spec = buildFigure('scaling', sourceOf(sweep, [{ ...crossing, scope: 'call' }]));
    expect(spec.title).toContain('call time');
    expect(spec.bands).toHaveLength(1);
  });

  it('fixes other swept axes at the most common value and says so in the title', () => {
    const extra = sizes
      .slice(0, 2)
      .map((n) => ({ variant: 'sequential', values: { n, bins: 64 } }));
    const spec = buildFigure('scaling', sourceOf([...sweep, ...extra]));
    expect(spec.title).toBe('Histogram: kernel time over n, bins = 8');
    const other = buildFigure('scaling', sourceOf([...sweep, ...extra]), { where: { bins: 64 } });
    expect(other.title).toContain('bins = 64');
    expect(other.series.map(({ label }) => label)).toEqual(['sequential']);
  });

  it('splits lines by an axis when asked to', () => {
    const extra = sizes.map((n) => ({ variant: 'sequential', values: { n, bins: 64 } }));
    const spec = buildFigure('scaling', sourceOf([...sweep, ...extra]), {
      seriesBy: ['bins'],
      variants: ['sequential'],
    });
    expect(spec.series.map(({ label }) => label)).toEqual([
      'sequential, bins = 64',
      'sequential, bins = 8',
    ]);
    expect(new Set(spec.series.map(({ key }) => key)).size).toBe(2);
  });

  it('leaves the bar out where the samples allow no interval', () => {
    const few = sizes.map((n) => ({ variant: 'sequential', values: { n }, samples: 3 }));
    const spec = buildFigure('scaling', sourceOf(few));
    expect(
      seriesOf(spec, 'sequential').points.every(({ lo, hi }) => lo === null && hi === null),
    ).toBe(true);
    expect(spec.caption).toContain('No bar');
  });

  it('names failed and skipped cases, and a size of zero', () => {
    const spec = buildFigure(
      'scaling',
      sourceOf([
        ...sweep,
        { variant: 'sequential', values: { n: 0, bins: 8 } },
        { variant: 'cub-even', values: { n: 1e9, bins: 8 }, outcome: 'failed' },
        { variant: 'cub-even', values: { n: 2e9, bins: 8 }, outcome: 'skipped' },
      ]),
    );
    expect(spec.caption).toContain('Not shown: 1 failed and 1 skipped cases.');
    expect(spec.caption).toContain('n = 0 cannot be shown on a logarithmic axis');
    expect(seriesOf(spec, 'sequential').points.every(({ x }) => x > 0)).toBe(true);
  });

  it('says in one sentence what the run does not have', () => {
    expect(() => buildFigure('scaling', full, { workload: 'min3x3' })).toThrow(
      'workload: the run has no case of "min3x3"; it has histogram',
    );
    expect(() => buildFigure('scaling', full, { scope: 'nap' })).toThrow(
      'no case has the timing scope "nap"',
    );
    expect(() => buildFigure('scaling', full, { where: { bins: 9 } })).toThrow(
      'no case with bins = 9; it has 8',
    );
    expect(() => buildFigure('scaling', sourceOf([]))).toThrow('no finished case');
  });
});

it('identity of a variant counts inside its device, baseline first, whatever the order of registration', () => {
  const slots = (workload: typeof histogram) =>
    Object.fromEntries(workload.variants.map(({ id }) => [id, identityOf(workload, id)]));
  expect(slots(histogram)).toEqual({
    sequential: { device: 'cpu', slot: 0 },
    'omp-private': { device: 'cpu', slot: 1 },
    'global-atomics': { device: 'cuda', slot: 0 },
    'shared-atomics': { device: 'cuda', slot: 1 },
    'cub-even': { device: 'cuda', slot: 2 },
  });
  expect(slots({ ...histogram, variants: [...histogram.variants].reverse() })).toEqual(
    slots(histogram),
  );
});

describe('speedup', () => {
  it('is the ratio to the baseline at the same size, with an interval around it', () => {
    const spec = buildFigure('speedup', full);
    expect(spec.series.map(({ label }) => label)).not.toContain('sequential');
    const point = seriesOf(spec, 'cub-even').points.find(({ x }) => x === 1e6);
    const [contender, baseline] = ['cub-even', 'sequential'].map((id) => {
      const stored = full.cases.find((each) => each.variant === id && each.values.n === 1e6);
      if (stored === undefined) throw new Error(`no case of ${id}`);
      return full.subjectOf(stored, 'kernel');
    });
    if (contender === undefined || baseline === undefined) throw new Error('two cases');
    const [judged] = full.judgeAll([[contender, baseline]]);
    const [low = 0, high = 0] = judged?.ci95 ?? [];
    expect([point?.lo, point?.y, point?.hi]).toEqual([1 / high, 1 / (judged?.ratio ?? 0), 1 / low]);
    expect(point?.lo ?? 0).toBeLessThan(point?.y ?? 0);
    expect(point?.hi ?? 0).toBeGreaterThan(point?.y ?? 0);
  });

  it('needs the baseline', () => {
    const none = sourceOf(sweep.filter(({ variant }) => variant !== 'sequential'));
    expect(() => buildFigure('speedup', none)).toThrow('baseline sequential');
  });
});

describe('throughput', () => {
  it('goes over the axis that is swept beside the size', () => {
    const bins = [8, 64, 512].map((each) => ({
      variant: 'cub-even',
      values: { n: 1e6, bins: each },
    }));
    const source = sourceOf(bins);
    const spec = buildFigure('throughput', source);
    expect(spec.x.label).toBe('Bins (count)');
    const { points } = seriesOf(spec, 'cub-even');
    const ns = source.cases[0]?.metrics.kernel?.medianNs ?? 0;
    expect(spec.y.label).toBe('Throughput (GB/s)');
    expect(points[0]?.y).toBeCloseTo((4e6 + 32) / ns, 6);
    expect((points[0]?.lo ?? 0) < (points[0]?.y ?? 0)).toBe(true);
    expect(spec.caption).toContain('n = 1,000,000');
  });

  it('goes over the size where another axis is the size once more or not of every case', () => {
    const linked = [16, 64, 256].flatMap((n): CaseSketch[] => [
      { variant: 'sequential', values: { columns: n, n, bins: 8 } },
      { variant: 'cub-even', values: { columns: n, n, bins: 8, blockSize: n === 64 ? 32 : 16 } },
    ]);
    const spec = buildFigure('throughput', sourceOf(linked));
    expect(spec.x.label).toContain('(count)');
    expect(spec.title).not.toContain('columns');
    expect(spec.caption).toContain('columns = n, ');
    expect(seriesOf(spec, 'sequential').points.map(({ x }) => x)).toEqual([16, 64, 256]);
  });

  it('is of operations where arithmetic takes the time', () => {
    const source = sourceOf([{ variant: 'cub-even', values: { n: 1e6, bins: 8 } }]);
    const heavy = source.cases.map((one) => ({
      ...one,
      operations: 6e9,
      operationUnit: 'flop',
    }));
    const spec = buildFigure('throughput', { ...source, cases: heavy });
    const ns = heavy[0]?.metrics.kernel?.medianNs ?? 0;
    const unit = /^Rate \((.)flop\/s\)$/.exec(spec.y.label)?.[1] ?? '';
    const factor = { G: 1, T: 1e3, P: 1e6 }[unit] ?? Number.NaN;
    expect(seriesOf(spec, 'cub-even').points[0]?.y).toBeCloseTo(6e9 / ns / factor, 6);
  });
});

it('an axis of whole numbers says so, whether it is the size or another one', () => {
  for (const kind of ['scaling', 'speedup', 'throughput'] as const) {
    expect(buildFigure(kind, full).x.whole).toBe(true);
  }
  const shares = [0.5, 1].map((share) => ({ variant: 'sequential', values: { n: 1e6, share } }));
  expect(buildFigure('scaling', sourceOf(shares)).x).not.toHaveProperty('whole');
});

it('a form of another kind is refused', () => {
  expect(() => buildFigure('distribution', full, { as: 'share' })).toThrow(
    'a distribution figure is not drawn as share; there are histogram, ridgeline, ecdf, box',
  );
  expect(() => buildFigure('scaling', full, { as: 'box' })).toThrow(
    'a scaling figure has one form',
  );
});

describe('a roofline of counted bytes', () => {
  const declared = { ...full, roofOf: () => roof() };
  const counted = { ...declared, measuredBytes: () => 1e7 };

  it('joins the hollow mark of declared bytes with a filled one', () => {
    const spec = buildFigure('roofline', counted);
    const hollow = seriesOf(spec, 'sequential');
    const joined = seriesOf(spec, 'sequential, counted bytes');
    const [from, to] = joined.points;
    expect(hollow).toMatchObject({ secondary: true, slot: joined.slot });
    expect([from?.x, from?.y]).toEqual([hollow.points[0]?.x, hollow.points[0]?.y]);
    const { operations } = full.cases.find(
      ({ variant, values }) => variant === 'sequential' && values.n === Math.max(...sizes),
    ) ?? { operations: null };
    expect(to).toMatchObject({ x: (operations ?? 0) / 1e7, y: from?.y });
    expect(spec.caption).toContain('Hollow: declared bytes');
  });

  it('is the usual one where nothing was counted', () => {
    const spec = buildFigure('roofline', declared);
    expect(spec.caption).not.toContain('Hollow');
    expect(seriesOf(spec, 'sequential')).not.toHaveProperty('secondary');
  });
});
