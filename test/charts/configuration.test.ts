import { describe, expect, it } from 'vitest';
import { placeLabels } from '../../src-main/charts/bands.ts';
import { axisDomain } from '../../src-main/charts/domain.ts';
import {
  chartConfiguration,
  darkTheme,
  describePoint,
  figureTable,
  unitOfLabel,
} from '../../src-main/charts/index.ts';
import { ellipsis, wrapText } from '../../src-main/charts/text.ts';
import { hardSpecs, line, scaling } from '../core/figures/specs.ts';

const measure = (text: string) => text.length;
const spec = scaling({
  series: [
    line('sequential', 'cpu', 0, [1e3, 1e6], (x) => x * 1e-6, 0.1),
    line('cub-even', 'cuda', 0, [1e3, 1e6], () => 0.01, null),
  ],
});

describe('chartConfiguration', () => {
  it('has a dataset for each series, in order, without animation', () => {
    const { data, options } = chartConfiguration(spec);
    expect(data.datasets.map(({ label }) => label)).toEqual(['sequential', 'cub-even']);
    expect(data.datasets[0]?.data).toEqual([
      { x: 1e3, y: 0.001 },
      { x: 1e6, y: 1 },
    ]);
    expect(options?.animation).toBe(false);
    expect(options?.scales?.x?.type).toBe('logarithmic');
  });

  it('takes the colours of the theme', () => {
    const { data } = chartConfiguration(spec, { theme: darkTheme });
    expect(data.datasets[0]?.borderColor).toBe('#56b4e9');
  });

  it('leaves the specification alone', () => {
    const before = structuredClone(spec);
    chartConfiguration(spec);
    expect(spec).toEqual(before);
  });
});

describe('axisDomain', () => {
  it('holds every interval, and starts linear heights at zero', () => {
    const y = axisDomain(spec, 'y');
    expect(y.min).toBeLessThan(0.0009);
    expect(y.max).toBeGreaterThan(1.1);
    const linear = axisDomain(
      scaling({ ...spec, y: { label: 'Time (ms)', scale: 'linear' } }),
      'y',
    );
    expect(linear.min).toBe(0);
  });

  it('leaves what is not positive off a logarithmic axis', () => {
    const { min } = axisDomain(hardSpecs['no and zero-width intervals'] ?? spec, 'y');
    expect(min).toBeGreaterThan(0);
  });

  it('is not squeezed by an interval of many decades', () => {
    const wild = line('wild', 'cpu', 0, [1e3, 1e6], () => 2, null);
    const points = wild.mark === 'line' ? wild.points : [];
    const wide = points.map((point) => ({ ...point, lo: 1e-20, hi: 1e20 }));
    const { min, max } = axisDomain(
      scaling({ series: wild.mark === 'line' ? [{ ...wild, points: wide }] : [] }),
      'y',
    );
    expect(min).toBeLessThan(0.2);
    expect(max / min).toBeLessThan(1e4);
  });

  it('adds stacked bars up', () => {
    const stacked = hardSpecs['stacked categories'];
    expect(stacked && axisDomain(stacked, 'y').max).toBeGreaterThan(9);
  });
});

it('placeLabels puts touching labels into rows and keeps them inside', () => {
  const placed = placeLabels(
    [
      { lines: ['b'], centre: 55, width: 40 },
      { lines: ['a'], centre: 50, width: 40 },
      { lines: ['c'], centre: 199, width: 40 },
      { lines: ['d'], centre: 1, width: 20 },
    ],
    200,
    4,
  );
  expect(placed.map(({ lines, row }) => [lines[0], row])).toEqual([
    ['d', 0],
    ['a', 0],
    ['b', 1],
    ['c', 0],
  ]);
  expect(placed.every(({ left, width }) => left >= 0 && left + width <= 200)).toBe(true);
});

describe('table and words', () => {
  it('give every value with what is missing as null', () => {
    const { columns, rows } = figureTable(spec);
    expect(columns).toEqual([
      'Series',
      'Values, n (count)',
      'Time (ms)',
      '95 % CI from',
      '95 % CI to',
      'n',
    ]);
    expect(rows).toHaveLength(4);
    expect(rows[2]).toEqual(['cub-even', 1e3, 0.01, null, null, 5]);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
  });

  it('name categories and boxes', () => {
    const boxes = hardSpecs.boxes ?? spec;
    const table = figureTable(boxes);
    expect(table.rows[0]).toEqual(['sequential', 90, 120, 130, 150, 400, 50]);
    expect(describePoint(boxes, 0, 0)).toContain('median 130 µs');
    const bars = hardSpecs.categories ?? spec;
    expect(figureTable(bars).rows[1]?.[1]).toBe('omp-atomic');
  });

  it('describe a point with unit, interval and n', () => {
    expect(describePoint(spec, 0, 1)).toBe('sequential at 1 M: 1 ms [0.9, 1.1], n = 50');
    expect(describePoint(spec, 1, 0)).toBe('cub-even at 1 k: 0.01 ms, n = 5');
    expect(describePoint(spec, 9, 0)).toBe('');
  });

  it('are read under the crosshair with the ratio to the fastest at the same place', () => {
    const read = (crosshair: boolean) => {
      const { plugins } = chartConfiguration(spec, { crosshair }).options ?? {};
      const label = plugins?.tooltip?.callbacks?.label as unknown as (item: object) => string;
      return [0, 1].map((datasetIndex) => {
        const series = spec.series[datasetIndex];
        const points = series?.mark === 'line' ? series.points : [];
        return label({ datasetIndex, dataIndex: 1, parsed: points[1] });
      });
    };
    expect(read(true)).toEqual([
      'sequential at 1 M: 1 ms [0.9, 1.1], n = 50, 100×',
      'cub-even at 1 M: 0.01 ms, n = 5, fastest',
    ]);
    expect(read(false)[1]).toBe('cub-even at 1 M: 0.01 ms, n = 5');
  });

  it('read the unit of a label', () => {
    expect(unitOfLabel('Time (ms)')).toBe('ms');
    expect(unitOfLabel('Variant')).toBe('');
  });
});

describe('text', () => {
  it('is wrapped at spaces, and keeps a number with its sign', () => {
    expect(wrapText('one two three n = 4', 9, measure)).toEqual([
      'one two',
      'three',
      'n\u00a0=\u00a04',
    ]);
    expect(wrapText('', 9, measure)).toEqual([]);
  });

  it('breaks a word longer than a line, after a joint where there is one', () => {
    expect(wrapText('ab omp-partial-atomic', 9, measure)).toEqual(
      'ab omp- partial- atomic'.split(' '),
    );
    expect(wrapText('abcdefghijkl', 5, measure)).toEqual(['abcde', 'fghij', 'kl']);
    expect(wrapText('threads = 16', 9, measure)).toEqual(['threads\u00a0=', '16']);
    expect(wrapText('abc', 0, measure)).toEqual(['a', 'b', 'c']);
  });

  it('ends with … where lines are left out', () => {
    const lines = wrapText('aaa bbb ccc ddd eee fff', 7, measure, 2);
    expect(lines).toEqual(['aaa bbb', 'ccc dd…']);
  });

  it('is shortened in its middle', () => {
    expect(ellipsis('shared-atomics-128', 10, measure)).toBe('shared…128');
    expect(ellipsis('short', 10, measure)).toBe('short');
    expect(ellipsis('wide', 0, measure)).toBe('…');
  });
});
