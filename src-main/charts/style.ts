import type { FigureSeries } from '../contract/figure.ts';
import type { ChartTheme } from './theme.ts';

export type MarkerShape =
  | 'circle'
  | 'square'
  | 'triangle'
  | 'diamond'
  | 'triangle-down'
  | 'plus'
  | 'cross'
  | 'star';

export type SeriesStyle = {
  readonly colour: string;
  /** In multiples of the line width; empty for a solid line. */
  readonly dash: readonly number[];
  readonly marker: MarkerShape;
  /** Markers are outlines filled with the background. */
  readonly hollow: boolean;
};

const markers: readonly MarkerShape[] = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'triangle-down',
  'plus',
  'cross',
  'star',
];

// As many as markers: in grey, where the dash changes with every slot too, no two slots share both.
const dashes: readonly (readonly number[])[] = [
  [],
  [5, 2],
  [1.4, 1.6],
  [7, 2, 1.4, 2],
  [3, 1.6],
  [10, 2.5],
  [5, 1.8, 1.4, 1.8, 1.4, 1.8],
  [10, 2.5, 1.4, 2.5],
];
const secondaryDash = [1.4, 1.6];
const publishedDash = [1, 3];

/** FNV-1a, 32 bits: a stable number for a key whose place in the catalog is not known. */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

const at = <T>(list: readonly T[], index: number, fallback: T): T =>
  list[index % list.length] ?? fallback;

/**
 * Colour, dash and marker of a series. Depends on the series' own identity alone (device and slot, or a hash of its
 * key), so that hiding or sorting others changes nothing. Inside a device the hue changes with every slot, the dash
 * when the hues are used up, and the marker with every slot, one further when the markers are used up: points alone,
 * as on a roofline, have no dash that would distinguish two of one hue and marker.
 */
export function seriesStyle(series: FigureSeries, theme: ChartTheme): SeriesStyle {
  const slot = series.slot ?? hashKey(series.key) % 56;
  const hues = series.device === null ? theme.hues : theme.families[series.device];
  const dash = at(dashes, Math.floor(slot / hues.length), []);
  const secondary = series.secondary === true;
  return {
    colour: mixed(at(hues, slot, theme.text), theme.background, series.faded ?? 1),
    dash: series.published ? publishedDash : secondary ? secondaryDash : dash,
    marker: at(markers, slot + Math.floor(slot / markers.length), 'circle'),
    hollow: series.published || secondary,
  };
}

/** A part of a colour over the rest of another one. Takes and returns `#rrggbb`. */
function mixed(colour: string, ground: string, part: number): string {
  const channels = [1, 3, 5].map((from) => {
    const [own, other] = [colour, ground].map((one) =>
      Number.parseInt(one.slice(from, from + 2), 16),
    );
    return Math.round(part * (own ?? 0) + (1 - part) * (other ?? 0));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour with an alpha, for fills under a line. Takes `#rrggbb`. */
export function withAlpha(colour: string, alpha: number): string {
  const value = Number.parseInt(colour.slice(1), 16);
  return `rgba(${(value >> 16) & 255}, ${(value >> 8) & 255}, ${value & 255}, ${alpha})`;
}
