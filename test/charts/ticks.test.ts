import { describe, expect, it } from 'vitest';
import { linearTicks, logTicks, type Tick, tickText } from '../../src-main/charts/ticks.ts';

const room = (length: number, style: 'plain' | 'si' = 'plain') => ({
  length,
  extent: (text: string) => text.length * 5,
  gap: 6,
  style,
});
const labels = (ticks: readonly Tick[]) =>
  ticks.map(({ text }) => text).filter((text) => text !== '');

/** Free room between neighbouring labels. */
function minGap(ticks: readonly Tick[], length: number, place: (value: number) => number): number {
  const shown = ticks.filter(({ text }) => text !== '');
  let min = Number.POSITIVE_INFINITY;
  shown.slice(1).forEach((tick, i) => {
    const before = shown[i];
    if (before !== undefined) {
      const apart = (place(tick.value) - place(before.value)) * length;
      min = Math.min(min, apart - (tick.text.length + before.text.length) * 2.5);
    }
  });
  return min;
}

describe('logTicks', () => {
  it.each([
    [1, 1e3, 200],
    [1e3, 8e6, 180],
    [0.4, 2.5e10, 150],
    [1e-9, 1e3, 100],
    [2, 9, 120],
    [990, 1010, 200],
    [1e6, 2e6, 60],
    [1e-3, 1e15, 90],
    [1, 50, 40],
  ])('never lets labels touch: %d to %d on %d', (min, max, length) => {
    for (const style of ['plain', 'si'] as const) {
      const ticks = logTicks(min, max, room(length, style));
      const place = (value: number) => Math.log(value / min) / Math.log(max / min);
      expect(labels(ticks).length).toBeGreaterThan(0);
      expect(minGap(ticks, length, place)).toBeGreaterThanOrEqual(6 - 1e-9);
      for (const { value } of ticks) {
        expect(value).toBeGreaterThanOrEqual(min * (1 - 1e-6));
        expect(value).toBeLessThanOrEqual(max * (1 + 1e-6));
      }
    }
  });

  it('labels any range that numbers have, without a grey block of lines', () => {
    for (const [min, max] of [
      [1e-300, 1e300],
      [1e-30, 1e30],
      [5e-324, 1e308],
    ] as const) {
      const ticks = logTicks(min, max, room(200));
      expect(labels(ticks).length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(40);
    }
  });

  it('labels whole numbers alone on an axis of them, where there are any', () => {
    expect(labels(logTicks(0.9, 2.2, { ...room(300), whole: true }))).toEqual(['1', '2']);
    expect(labels(logTicks(0.05, 50, { ...room(300), whole: true }))).toEqual(['1', '10']);
    expect(labels(logTicks(0.1, 0.5, { ...room(300), whole: true })).length).toBeGreaterThan(1);
  });

  it('labels decades, with grid lines between', () => {
    const ticks = logTicks(800, 12e6, room(250, 'si'));
    expect(labels(ticks)).toEqual(['1 k', '10 k', '100 k', '1 M', '10 M']);
    expect(ticks.map(({ value }) => value)).toContain(3000);
  });

  it('labels every second or third decade where there is less room', () => {
    expect(labels(logTicks(1, 1e9, room(90, 'si')))).toEqual(['1', '1 k', '1 M', '1 G']);
    expect(labels(logTicks(1, 1e9, room(130, 'si')))).toEqual(['1', '100', '10 k', '1 M', '100 M']);
  });

  it('has one notation, powers where some number is too long to be written', () => {
    expect(labels(logTicks(500, 2e8, room(400)))).toEqual([
      ...['1e3', '1e4', '1e5', '1e6', '1e7', '1e8'],
    ]);
    expect(labels(logTicks(500, 2e6, room(400)))).toEqual([
      ...['1000', '10,000', '100,000', '1,000,000'],
    ]);
  });

  it('labels 1-2-5 over two decades', () => {
    expect(labels(logTicks(1, 100, room(300)))).toEqual(['1', '2', '5', '10', '20', '50', '100']);
  });
});

describe('linearTicks', () => {
  it('stand at whole numbers alone on an axis of them, where there are any', () => {
    expect(labels(linearTicks(0.95, 2.05, { ...room(400), whole: true }))).toEqual(['1', '2']);
    expect(labels(linearTicks(0.5, 1.5, { ...room(400), whole: true }))).toEqual(['1']);
    expect(labels(linearTicks(1e6, 4e6, { ...room(400, 'si'), whole: true }))).toContain('1.5 M');
    expect(labels(linearTicks(1.2, 1.8, { ...room(400), whole: true })).length).toBeGreaterThan(1);
    expect(labels(linearTicks(0.95, 2.05, room(400)))).toContain('1.2');
  });

  it.each([
    [0, 42, 100],
    [-3, 12.5, 80],
    [0.001, 0.0042, 120],
    [0, 1e9, 60],
    [99.5, 100.5, 200],
  ])('never lets labels touch: %d to %d on %d', (min, max, length) => {
    const ticks = linearTicks(min, max, room(length));
    expect(labels(ticks).length).toBeGreaterThan(0);
    expect(minGap(ticks, length, (value) => (value - min) / (max - min))).toBeGreaterThanOrEqual(
      6 - 1e-9,
    );
  });

  it('shares the number of decimals', () => {
    expect(labels(linearTicks(0, 2, room(140)))).toEqual(['0', '0.5', '1.0', '1.5', '2.0']);
  });

  it('holds an axis without length or range', () => {
    expect(linearTicks(3, 3, room(100))).toEqual([{ value: 3, text: '3' }]);
    expect(linearTicks(0, 1, room(0))).toEqual([{ value: 0, text: '0' }]);
  });
});

describe('tickText', () => {
  it.each([
    [0.30000000000000004, 'plain', '0.3'],
    [1000, 'plain', '1000'],
    [0.001, 'plain', '0.001'],
    [1e9, 'plain', '1e9'],
    [1500, 'si', '1.5 k'],
    [2e6, 'si', '2 M'],
    [2e-5, 'si', '20 µ'],
    [1e-9, 'si', '1 n'],
    [1000, 'si', '1 k'],
    [0, 'si', '0'],
  ] as const)('writes %d (%s) as %s', (value, style, text) => {
    expect(tickText(value, style)).toBe(text);
  });
});
