import type { Device } from '../contract/workload.ts';

/** Colours of a chart. Exports use `lightTheme` whatever the window shows. */
export type ChartTheme = {
  readonly background: string;
  readonly text: string;
  readonly mutedText: string;
  readonly axis: string;
  readonly grid: string;
  readonly minorGrid: string;
  readonly band: string;
  readonly bandLine: string;
  /**
   * Okabe-Ito hues by device: cool ones for the CPU, warm ones for CUDA, the neutral one for both together. Each hue
   * has a second member of clearly other lightness, so that variants of one device differ by more than dashes.
   */
  readonly families: Readonly<Record<Device, readonly [string, ...string[]]>>;
  /** Hues in order, for series that belong to no device (phases, measured peaks). */
  readonly hues: readonly [string, ...string[]];
};

/** Colours of a device's family: a slot so much higher is in the same colour. */
export const familySize = 6;

/** On white: blue, vermillion, green, purple, brown; yellow, orange and sky blue fall below 3:1 there. */
export const lightTheme: ChartTheme = {
  background: '#ffffff',
  text: '#1a1a1a',
  mutedText: '#4d4d4d',
  axis: '#595959',
  grid: '#d9d9d9',
  minorGrid: '#efefef',
  band: 'rgba(0, 0, 0, 0.09)',
  bandLine: '#404040',
  families: {
    cpu: ['#0072b2', '#009e73', '#0a3355', '#005c4b', '#5c26ff', '#009000'],
    cuda: ['#d55e00', '#cc79a7', '#666600', '#ad0046', '#4b1d5c', '#ba36c6'],
    'cpu+cuda': ['#000000'],
  },
  hues: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#7a2e00'],
};

/** A dark ground needs saturated colours: tints of the light theme's colours all look white on it. */
export const darkTheme: ChartTheme = {
  background: '#16181d',
  text: '#e8e8e8',
  mutedText: '#b4b8c0',
  axis: '#8a8f99',
  grid: '#33373f',
  minorGrid: '#24272d',
  band: 'rgba(255, 255, 255, 0.12)',
  bandLine: '#c8c8c8',
  families: {
    cpu: ['#56b4e9', '#1c9a74', '#7064f6', '#cbb8ff', '#b7f0a0', '#00b400'],
    cuda: ['#e69f00', '#c76a9e', '#dd4415', '#fbf056', '#ffa6a6', '#887755'],
    'cpu+cuda': ['#f5f5f5'],
  },
  hues: ['#56b4e9', '#e69f00', '#2fc79a', '#dd8fbb', '#dd4415'],
};

/** The theme without colour: series are distinguished by marker and dash. */
export const greyTheme = (theme: ChartTheme): ChartTheme => ({
  ...theme,
  families: { cpu: [theme.text], cuda: [theme.mutedText], 'cpu+cuda': ['#858585'] },
  hues: [theme.text, '#6b6b6b', '#9a9a9a', '#3d3d3d', '#858585'],
});
