import { expect, it } from 'vitest';
import type { Draw2D } from '../../src-main/charts/draw.ts';
import type { Drawing } from '../../src-main/charts/drawing.ts';
import { drawSample } from '../../src-main/charts/legend.ts';
import { seriesStyle } from '../../src-main/charts/style.ts';
import { lightTheme } from '../../src-main/charts/theme.ts';
import type { FigureSeries } from '../../src-main/contract/figure.ts';

/** The colour that the swatch of a series of bars is filled with. */
function fillOf(published: boolean): unknown {
  const series: FigureSeries = {
    ...{ key: 'table/column', label: 'column', device: null, slot: 0 },
    ...{ published, mark: 'bar', points: [] },
  };
  let filled: unknown = null;
  const context = {
    setLineDash: () => {},
    strokeRect: () => {},
    fillStyle: '',
    fillRect() {
      filled = this.fillStyle;
    },
  };
  const drawing = { theme: lightTheme, sizes: { base: 10, line: 1, small: 8 } };
  const style = seriesStyle(series, lightTheme);
  drawSample(
    context as unknown as Draw2D,
    series,
    style,
    drawing as unknown as Pick<Drawing, 'sizes' | 'theme'>,
    ...([0, 0, 20] as const),
  );
  return filled === style.colour ? 'its colour' : filled;
}

it('the sample of bars in a legend is filled for what was measured and hollow for what was published, as the bars are', () => {
  expect(fillOf(false)).toBe('its colour');
  expect(fillOf(true)).toBe(lightTheme.background);
});
