import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildFigure } from '../../src-main/core/figures/build.ts';
import { withPublished } from '../../src-main/core/figures/overlay.ts';
import {
  chooseSeries,
  publishedSeries,
  readPublished,
  studyNote,
} from '../../src-main/core/published.ts';
import { histogram, sourceOf, sweep } from './figures/fixture.ts';

const folder = join(import.meta.dirname, '..', '..', 'resources', 'published');
const studies = readPublished(folder);
const study = (id: string) => {
  const found = studies.find((each) => each.id === id);
  if (found === undefined) {
    throw new Error(`no study ${id}`);
  }
  return found;
};

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
    const series = publishedSeries(study('ull-histogram-2024'), 'n');
    const mean = series.find(
      ({ table, column }) => table.startsWith('mean') && column === 'shared-atomics',
    );
    expect(mean?.points).toHaveLength(6);
    expect(mean?.points.at(-1)).toEqual({ x: 8_000_000, ns: 0.0543328 * 1e6 });
    expect(publishedSeries(study('udelar-scan-2024'), 'n').map(({ column }) => column)).toEqual([
      'sequential',
      'blelloch',
      'thrust',
      'cub',
    ]);
  });

  it('leave models, differences and ratios out, and missing values', () => {
    const series = publishedSeries(study('uniovi-mandelbrot-2022'), 'yres');
    expect(series.some(({ column }) => column.startsWith('theory'))).toBe(false);
    expect(series.some(({ table }) => table.includes('Table 9'))).toBe(false);
    const python = series.find(
      ({ table, column }) => table.startsWith('Table 2') && column === 'python',
    );
    expect(python?.points.map(({ x }) => x)).toEqual([256, 512, 1024, 2048]);
    expect(publishedSeries(study('bsuir-histogram'), 'n')).toEqual([]);
  });

  it('are chosen by key or all of a study, and an unknown name is answered with those that fit', () => {
    const known = [
      ...publishedSeries(study('ull-histogram-2024'), 'n'),
      ...publishedSeries(study('udelar-scan-2024'), 'n'),
    ];
    const [first] = known;
    if (first === undefined) throw new Error('no series');
    expect(chooseSeries(known, [first.key], 'histogram')).toEqual([first]);
    const all = chooseSeries(known, ['ull-histogram-2024', first.key], 'histogram');
    expect(all).toEqual(known.filter((series) => series.study === 'ull-histogram-2024'));
    expect(() => chooseSeries(known, ['ull'], 'histogram')).toThrow(
      'published: there is no study or series "ull"; allowed about histogram are ull-histogram-2024, or the key of one of their series (list --published)',
    );
    const many = known.flatMap((one) =>
      ['a', 'b', 'c'].map((part) => ({ ...one, study: `${one.study}-${part}` })),
    );
    expect(() => chooseSeries(many, ['foo'], undefined)).toThrow(
      /^published: there is no study or series "foo"; list --published names the 6 studies and their series$/,
    );
    expect(() => chooseSeries(known, ['udelar-scan-2024'], 'histogram')).toThrow(
      'published: "udelar-scan-2024" is about exclusive-scan, the figure about histogram',
    );
    expect(() => chooseSeries(known, ['x'], 'mean')).toThrow(
      'no published study about mean prints times',
    );
  });

  it('name the span that they belong to', () => {
    const spans = ['ull-histogram-2024', 'udelar-scan-2024', 'uniovi-mandelbrot-2022'].map((id) => [
      ...new Set(
        publishedSeries(study(id), id.startsWith('uniovi') ? 'xres' : 'n').map(({ span }) => span),
      ),
    ]);
    expect(spans).toEqual([['kernel'], ['call'], ['total']]);
    const [scan] = publishedSeries(study('udelar-scan-2024'), 'n');
    expect(scan?.note).toMatch(/\. It belongs to the span call\.$/);
  });

  it('say what the source leaves open', () => {
    const note = studyNote(study('ull-histogram-2024'));
    expect(note).toContain('Universidad de La Laguna, 2024: hardware not stated');
    expect(note).toContain('what the timed span covers is not stated');
    expect(studyNote(study('bsuir-histogram'))).toContain('year not stated');
  });

  it('lie over a scaling figure in its unit, with the hue of their variant', () => {
    const spec = buildFigure('scaling', sourceOf(sweep));
    const series = publishedSeries(study('ull-histogram-2024'), 'n');
    const over = withPublished(spec, series.slice(0, 2), histogram);
    const added = over.series.filter(({ published }) => published);
    const own = over.series.find(({ label }) => label === 'global-atomics');
    expect(added).toHaveLength(2);
    expect(added[0]).toMatchObject({ device: 'cuda', slot: own?.slot });
    const first = added[0];
    expect(first?.mark === 'line' && first.points[0]?.y).toBeCloseTo(6.42909, 9);
    expect(over.caption).toContain('hardware not stated');
    expect(() => withPublished(buildFigure('box', sourceOf(sweep)), series, histogram)).toThrow(
      'a box figure shows none',
    );
  });

  it('are refused by name when damaged', () => {
    const own = mkdtempSync(join(tmpdir(), 'published-'));
    try {
      writeFileSync(join(own, 'bad.json'), '{"id": "bad"}');
      expect(() => readPublished(own)).toThrow('the published series bad.json is damaged');
      writeFileSync(join(own, 'bad.json'), '{');
      expect(() => readPublished(own)).toThrow('cannot be read as JSON');
    } finally {
      rmSync(own, { recursive: true });
    }
  });
});
