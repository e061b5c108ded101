import { describe, expect, it } from 'vitest';
import { seriesStyle } from '../../src-main/charts/style.ts';
import { type ChartTheme, darkTheme, greyTheme, lightTheme } from '../../src-main/charts/theme.ts';
import type { FigureSeries } from '../../src-main/contract/figure.ts';
import type { Device } from '../../src-main/contract/workload.ts';

const series = (device: Device | null, slot?: number, key = 'w/v/kernel'): FigureSeries => ({
  key,
  label: key,
  device,
  ...(slot === undefined ? {} : { slot }),
  published: false,
  mark: 'line',
  points: [],
});

/** Red, green and blue of sRGB as light, from 0 to 1. */
function lightOf(colour: string): readonly [number, number, number] {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminance(colour: string): number {
  const [r, g, b] = lightOf(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Under daylight (D65). */
function labOf(colour: string): readonly number[] {
  const [r, g, b] = lightOf(colour);
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * (y ?? 0) - 16, 500 * ((x ?? 0) - (y ?? 0)), 200 * ((y ?? 0) - (z ?? 0))];
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('style of a series', () => {
  it('gives every variant of a figure without colour a look of its own', () => {
    const slots = { cpu: 14, cuda: 14, 'cpu+cuda': 7 };
    const looks = (['cpu', 'cuda', 'cpu+cuda'] as const).flatMap((device) =>
      Array.from({ length: slots[device] }, (_, slot) =>
        JSON.stringify(seriesStyle(series(device, slot), greyTheme(lightTheme))),
      ),
    );
    expect(new Set(looks).size).toBe(looks.length);
  });

  it('tells points without a line apart by colour and marker alone', () => {
    for (const device of ['cpu', 'cuda', 'cpu+cuda', null] as const) {
      const looks = Array.from({ length: device === 'cpu+cuda' ? 7 : 14 }, (_, slot) => {
        const { colour, marker } = seriesStyle(series(device, slot), lightTheme);
        return `${colour} ${marker}`;
      });
      expect(new Set(looks).size).toBe(looks.length);
    }
  });

  it('depends on the key where the slot is not known, and on nothing else', () => {
    const one = seriesStyle(series('cuda', undefined, 'w/a/kernel'), lightTheme);
    expect(seriesStyle(series('cuda', undefined, 'w/a/kernel'), lightTheme)).toEqual(one);
    const looks = new Set(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
        JSON.stringify(seriesStyle(series('cuda', undefined, `w/${id}/kernel`), lightTheme)),
      ),
    );
    expect(looks.size).toBeGreaterThan(4);
  });

  it('keeps dash and marker from theme to theme, and hues apart by device', () => {
    const light = seriesStyle(series('cuda', 3), lightTheme);
    const dark = seriesStyle(series('cuda', 3), darkTheme);
    expect([dark.dash, dark.marker]).toEqual([light.dash, light.marker]);
    for (const theme of [lightTheme, darkTheme]) {
      const { cpu, cuda } = theme.families;
      expect(cpu.filter((hue) => cuda.includes(hue))).toEqual([]);
    }
  });

  it('mixes the colour of a faded series with the background', () => {
    for (const theme of [lightTheme, darkTheme]) {
      const own = series('cpu', 0);
      const colours = [1, 0.5, 0].map((faded) => seriesStyle({ ...own, faded }, theme).colour);
      expect(colours[0]).toBe(seriesStyle(own, theme).colour);
      expect(colours[2]).toBe(theme.background);
      const [first, half] = colours.map((colour) => contrast(colour, theme.background));
      expect(half).toBeLessThan(first ?? 0);
    }
  });

  it('draws published and second scopes hollow in the hue of the variant', () => {
    const own = seriesStyle(series('cuda', 1), lightTheme);
    const published = seriesStyle({ ...series('cuda', 1), published: true }, lightTheme);
    const second = seriesStyle({ ...series('cuda', 1), secondary: true }, lightTheme);
    expect(own.hollow).toBe(false);
    for (const other of [published, second]) {
      expect(other).toMatchObject({ colour: own.colour, marker: own.marker, hollow: true });
      expect(other.dash).not.toEqual(own.dash);
    }
  });

  it.each([
    ['light', lightTheme],
    ['dark', darkTheme],
  ] as const)('tells the colours of all families apart, in CIE 1976 L*a*b*: %s', (_name, theme) => {
    const colours = Object.values(theme.families).flat();
    for (const [i, one] of colours.entries()) {
      for (const other of colours.slice(i + 1)) {
        const [a, b] = [labOf(one), labOf(other)];
        const distance = Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)));
        expect([one, other, distance >= 25]).toEqual([one, other, true]);
      }
    }
  });

  it.each([
    ['light', lightTheme],
    ['dark', darkTheme],
  ] as const)('has at least 3:1 for lines and 4.5:1 for text: %s', (_name, theme: ChartTheme) => {
    const lines = [...Object.values(theme.families).flat(), ...theme.hues, theme.axis];
    for (const colour of lines) {
      expect(contrast(colour, theme.background)).toBeGreaterThanOrEqual(3);
      // A saturated violet or red on a dark ground looks darker than it is.
      if (theme === darkTheme) expect(contrast(colour, theme.background)).toBeGreaterThan(4);
    }
    // A block of a phase is no hole in the figure.
    for (const extreme of ['#000000', '#ffffff']) {
      for (const hue of theme.hues) expect(contrast(hue, extreme)).toBeGreaterThan(1.5);
    }
    for (const colour of [theme.text, theme.mutedText]) {
      expect(contrast(colour, theme.background)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
