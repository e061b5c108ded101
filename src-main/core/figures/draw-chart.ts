import { Chart, type ChartItem, type Plugin } from 'chart.js';
import {
  chartConfiguration,
  greyTheme,
  lightTheme,
  registerChartParts,
} from '../../charts/index.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import { figureFamily } from './fonts.ts';
import { checkRoom, type FittedOptions, pointsPerMm } from './room.ts';

/** Places lines to a twentieth of a point where there are no pixels. */
const finest = 20;

/** Ends what Chart.js does when it knows where everything is. */
const layoutAlone = { id: 'layout-alone', beforeDraw: () => false };

/**
 * Draws the figure once into a 2D context that is laid out in points. `pixelRatio` is how many device pixels a point
 * has, so that lines are put on whole ones; null for a picture without pixels. `capture` takes the picture, which is wiped afterwards.
 *
 * @throws BreakevenError `bad-input` where width or height leave the axes no room.
 */
export function drawChart<Result>(
  context: object,
  spec: FigureSpec,
  options: FittedOptions,
  pixelRatio: number | null,
  capture: () => Result,
): Result {
  return charted(context, spec, options, pixelRatio, [], (chart) => {
    checkRoom(chart, options);
    return capture();
  });
}

/** Lays the figure out without drawing it; the context measures texts. */
export function layOut<Result>(
  context: object,
  spec: FigureSpec,
  options: FittedOptions,
  capture: (chart: Chart) => Result,
): Result {
  return charted(context, spec, options, null, [layoutAlone], capture);
}

function charted<Result>(
  context: object,
  spec: FigureSpec,
  options: FittedOptions,
  pixelRatio: number | null,
  plugins: readonly Plugin<'line' | 'bar'>[],
  capture: (chart: Chart) => Result,
): Result {
  registerChartParts();
  const width = options.widthMm * pointsPerMm;
  const height = options.heightMm * pointsPerMm;
  // Chart.js asks its canvas for sizes and sets them; the true canvas keeps its own.
  const surface = { width, height, getContext: () => facade };
  const facade: object = new Proxy(context, {
    get(target, key) {
      if (key === 'canvas') {
        return surface;
      }
      if (pixelRatio === null && (key === 'setTransform' || key === 'resetTransform')) {
        return () => undefined;
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  const configuration = chartConfiguration(spec, {
    theme: options.palette === 'grey' ? greyTheme(lightTheme) : lightTheme,
    fontFamily: figureFamily,
    fontSize: options.fontPt,
    frame: {
      title: options.title,
      caption: options.caption,
      legend: options.legend,
      whole: options.whole,
    },
    padding: options.fontPt * 0.5,
    interactive: false,
  });
  const chart = new Chart(surface as unknown as ChartItem, {
    ...configuration,
    plugins: [...plugins, ...(configuration.plugins ?? [])],
    options: { ...configuration.options, devicePixelRatio: pixelRatio ?? finest },
  });
  try {
    return capture(chart as unknown as Chart);
  } finally {
    chart.destroy();
  }
}
