import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { chooseSeries } from '../../../src-main/core/figures/choose-series.ts';
import { withPublished } from '../../../src-main/core/figures/overlay.ts';
import { publishedSearches, publishedSeries } from '../../../src-main/core/study/known-studies.ts';
import { readPublished, studyNote } from '../../../src-main/core/study/published.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { histogram, sourceOf, sweep } from '../figures/fixture.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'resources', 'published');
const studies = readPublished(folder);
const study = (id: string) => {
  const found = studies.find((each) => each.id === id);
  if (found === undefined) {
    throw new Error(`no study ${id}`);
  }
  return found;
};

const about = (workload: string | undefined) => ({ workload, axis: undefined });

describe('published series', () => {
  it('come with the product and parse', () => {
    expect(studies.map(({ id }) => id)).toEqual([
      'bsuir-histogram',
      'ime-min3x3',
      'udelar-row-ordering-2024',
      'udelar-scan-2024',
      'ull-histogram-2024',
      'uniovi-mandelbrot-2022',
    ]);
  });

  it('are times in nanoseconds over the size', () => {
    const series = publishedSeries(study('ull-histogram-2024'));
    const mean = series.find(
      ({ table, column }) => table.startsWith('mean') && column === 'shared-atomics',
    );
    expect(mean?.points).toHaveLength(6);
    expect(mean?.points.at(-1)).toEqual({ x: 8_000_000, ns: 0.0543328 * 1e6 });
    expect(publishedSeries(study('udelar-scan-2024')).map(({ column }) => column)).toEqual(
      'sequential blelloch thrust cub'.split(' '),
    );
  });

  it('leave models, differences and ratios out, and missing values', () => {
    const series = publishedSeries(study('uniovi-mandelbrot-2022'));
    expect(series.some(({ column }) => column.startsWith('theory'))).toBe(false);
    expect(series.some(({ table }) => table.includes('Table 9'))).toBe(false);
    const python = series.find(
      ({ table, column }) => table.startsWith('Table 2') && column === 'python',
    );
    expect(python?.points.map(({ x }) => x)).toEqual([256, 512, 1024, 2048]);
    expect(publishedSeries(study('bsuir-histogram'))).toEqual([]);
  });

  it('are chosen by key or all of a study, and an unknown name is answered with those that fit', () => {
    const known = [
      ...publishedSeries(study('ull-histogram-2024')),
      ...publishedSeries(study('udelar-scan-2024')),
    ];
    const [first] = known;
    if (first === undefined) throw new Error('no series');
    expect(chooseSeries(known, [first.key], about('histogram'))).toEqual([first]);
    const all = chooseSeries(known, ['ull-histogram-2024', first.key], about('histogram'));
    expect(all).toEqual(known.filter((series) => series.study === 'ull-histogram-2024'));
    expect(() => chooseSeries(known, ['ull'], about('histogram'))).toThrow(
      'published: there is no study or series "ull"; allowed about histogram are ull-histogram-2024, or the key of one of their series (list --published)',
    );
    const many = known.flatMap((one) =>
      ['a', 'b', 'c'].map((part) => ({ ...one, study: `${one.study}-${part}` })),
    );
    expect(() => chooseSeries(many, ['foo'], about(undefined))).toThrow(
      /^published: there is no study or series "foo"; list --published names the 6 studies and their series$/,
    );
    expect(() => chooseSeries(known, ['udelar-scan-2024'], about('histogram'))).toThrow(
      'published: "udelar-scan-2024" is about exclusive-scan, the figure about histogram',
    );
    expect(() => chooseSeries(known, ['x'], about('mean'))).toThrow(
      'no published study about mean prints times',
    );
  });

  it('are chosen by table, over the axis of the figure, and of the variants that it shows', () => {
    const known = publishedSeries(study('uniovi-mandelbrot-2022'));
    const keys = (wanted: string, figure: Parameters<typeof chooseSeries>[2]) =>
      chooseSeries(known, [wanted], figure).map(({ key }) => key.split('/').slice(2).join('/'));
    const ryzen = 'published/uniovi-mandelbrot-2022/Table 3, Ryzen';
    const variants = ['sequential', 'omp-static'];
    expect(keys(ryzen, { workload: 'mandelbrot', axis: 'xres', variants })).toEqual([
      'Table 3, Ryzen/sequential',
      'Table 3, Ryzen/omp-static',
    ]);
    expect(keys('uniovi-mandelbrot-2022', { workload: 'fractal-pipeline', axis: 'share' })).toEqual(
      ['Table 7 and text, GPU share and time (1050 Ti)/s'],
    );
    expect(keys('uniovi-mandelbrot-2022', { workload: 'fractal-pipeline', axis: 'xres' })).toEqual([
      'Table 8, GTX 1660 Ti/heterogeneous',
    ]);
    expect(() => keys(ryzen, { workload: 'mandelbrot', axis: 'share' })).toThrow(
      'Table 3, Ryzen" is over xres, the figure over share',
    );
    expect(() =>
      keys(ryzen, { workload: 'mandelbrot', axis: 'xres', variants: ['cpu-fast'] }),
    ).toThrow('Table 3, Ryzen" has no series of cpu-fast');
  });

  it('of shares lie in the order of the shares', () => {
    const shares = publishedSeries(study('uniovi-mandelbrot-2022')).find(
      ({ axis }) => axis === 'share',
    );
    expect(shares?.points).toEqual([
      { x: 0.7, ns: 7.29e9 },
      { x: 0.8, ns: 6.78e9 },
      { x: 0.825, ns: 6.77e9 },
      { x: 0.85, ns: 7.05e9 },
      { x: 0.9, ns: 4.98e9 },
    ]);
  });

  it('of a search are found for a parameter of a variant', () => {
    const labels = (...of: Parameters<typeof publishedSearches>) =>
      publishedSearches(...of).map(({ label }) => label);
    const shares =
      'Universidad de Oviedo, 2022: heterogeneous, Table 7 and text, GPU share and time (1050 Ti)';
    expect(labels('fractal-pipeline', 'heterogeneous', 'share')).toEqual([shares]);
    expect(labels('mandelbrot', 'heterogeneous', 'share')).toEqual([shares]);
    expect(labels('histogram', 'heterogeneous', 'share')).toEqual([]);
    expect(labels('mandelbrot', 'heterogeneous', 'threads')).toEqual([]);
  });

  it('name the scope that they belong to', () => {
    const scopes = ['ull-histogram-2024', 'udelar-scan-2024', 'uniovi-mandelbrot-2022'].map(
      (id) => [...new Set(publishedSeries(study(id)).map(({ scope }) => scope))],
    );
    expect(scopes).toEqual([['kernel'], ['call'], ['total']]);
    const [scan] = publishedSeries(study('udelar-scan-2024'));
    expect(scan?.notes.at(-1)).toBe('Timing scope: device call.');
  });

  it('say what the source leaves open', () => {
    const note = studyNote(study('ull-histogram-2024'));
    expect(note).toContain('Universidad de La Laguna, 2024: hardware not stated');
    expect(note).toContain('what the times include is not stated');
    expect(studyNote(study('bsuir-histogram'))).toContain('year not stated');
  });

  it('lie over a scaling figure in its unit, with the hue of their variant', () => {
    const spec = buildFigure('scaling', sourceOf(sweep));
    const series = publishedSeries(study('ull-histogram-2024'));
    const over = withPublished(spec, series.slice(0, 2), histogram);
    const added = over.series.filter(({ published }) => published);
    const own = over.series.find(({ label }) => label === 'global-atomics');
    expect(added).toHaveLength(2);
    expect(added[0]).toMatchObject({ device: 'cuda', slot: own?.slot });
    const first = added[0];
    expect(first?.mark === 'line' && first.points[0]?.y).toBeCloseTo(6.42909, 9);
    expect(over.caption).toContain('hardware not stated');
    const fractal = publishedSeries(study('uniovi-mandelbrot-2022'));
    const two = [fractal.at(0), fractal.at(-1)].flatMap((one) => one ?? []);
    const noted = withPublished(spec, two, histogram).caption;
    expect(noted).toContain('states neither maxiter nor region: the work may differ');
    // What two tables have in common is said once.
    expect(noted.split('Table 9 compares whole runs')).toHaveLength(2);
    expect(() =>
      withPublished(buildFigure('distribution', sourceOf(sweep)), series, histogram),
    ).toThrow('a distribution figure cannot show them');
  });

  it('choose scales and unit again where they reach beyond the run', () => {
    const near = sweep.filter(({ values }) => values.n === 1e6 || values.n === 8e6);
    const spec = buildFigure('scaling', sourceOf(near));
    expect(spec).toMatchObject({ x: { scale: 'linear' } });
    const [first] = publishedSeries(study('ull-histogram-2024'));
    if (first === undefined) throw new Error('no series');
    const slow = { ...first, points: [...first.points, { x: 1e9, ns: 5e12 }] };
    const over = withPublished(spec, [slow], histogram);
    expect(over).toMatchObject({
      x: { scale: 'log', ticks: 'si' },
      y: { scale: 'log', label: 'Time (s)', ticks: 'si' },
    });
    const inSeconds = (each: typeof spec, factor: number) =>
      each.series.flatMap((one) =>
        one.mark === 'line' && !one.published
          ? one.points.map(({ y, lo, hi }) => [y, lo, hi].map((v) => Number(v) * factor))
          : [],
      );
    const factor = { 'Time (ms)': 1e-3, 'Time (µs)': 1e-6, 'Time (ns)': 1e-9 }[spec.y.label] ?? 1;
    const [before, after] = [inSeconds(spec, factor).flat(), inSeconds(over, 1).flat()];
    expect(after).toHaveLength(before.length);
    for (const [i, value] of before.entries()) expect(after[i]).toBeCloseTo(value, 12);
  });

  it('are refused by name when damaged', () => {
    const own = temporaryFolder();
    writeFileSync(join(own, 'bad.json'), '{"id": "bad"}');
    expect(() => readPublished(own)).toThrow('the published series bad.json is damaged');
    writeFileSync(join(own, 'bad.json'), '{');
    expect(() => readPublished(own)).toThrow('cannot be read as JSON');
  });
});
