/** Figures as Chart.js charts: what a window and the exporter share. */
export {
  type ChartSettings,
  chartConfiguration,
  type FigureChart,
  figurePlugins,
  windowSettings,
} from './configuration.ts';
export { type Draw2D, drawMarker } from './draw.ts';
export { drawSample } from './legend.ts';
export { registerChartParts } from './register.ts';
export { type SeriesStyle, seriesStyle } from './style.ts';
export { describePoint, type FigureTable, figureTable, unitOfLabel } from './table.ts';
export { type ChartTheme, darkTheme, greyTheme, lightTheme } from './theme.ts';
