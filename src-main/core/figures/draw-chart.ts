import { Chart, type ChartItem } from 'chart.js';
import {
  chartConfiguration,
  greyTheme,
  lightTheme,
  registerChartParts,
} from '../../charts/index.ts';
import type { FigureOptions, FigureSpec } from '../../contract/figure.ts';
import { figureFamily } from './fonts.ts';

/** Points (1/72 inch) in a millimetre: the unit in which exports are laid out, so that a font size is in points. */
export const pointsPerMm = 72 / 25.4;

/** Options whose height is settled. */
export type FittedOptions = FigureOptions & {
  readonly heightMm: number;
  /** Title, legend and caption are not cut: the height is what they ask for. */
  readonly whole: boolean;
};

/** Places lines to a twentieth of a point where there are no pixels. */
const finest = 20;

/**
 * Draws the figure once into a 2D context that is laid out in points. `pixelRatio` is how many device pixels a point
 * has, so that lines are put on whole ones; null for a picture without pixels. `capture` takes the picture, which is wiped afterwards.
 */
export function drawChart<Result>(
  context: object,
  spec: FigureSpec,
  options: FittedOptions,
  pixelRatio: number | null,
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
    options: { ...configuration.options, devicePixelRatio: pixelRatio ?? finest },
  });
  try {
    return capture(chart as unknown as Chart);
  } finally {
    chart.destroy();
  }
}
