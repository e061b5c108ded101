import type { Chart, Plugin } from 'chart.js';
import type { Draw2D } from './draw.ts';
import { type Drawing, drawingOf, fontOf } from './drawing.ts';
import { type Area, addBox, type Box } from './layout-box.ts';
import { drawLegend, measureLegend } from './legend.ts';
import { measureIn, wrapText } from './text.ts';

type TextBlock = {
  readonly lines: readonly string[];
  readonly size: number;
  readonly weight: 400 | 600;
  readonly colour: string;
};

const leading = 1.3;

function textBox(
  chart: Chart,
  position: 'top' | 'bottom',
  block: (drawing: Drawing, context: Draw2D, width: number) => TextBlock | null,
): Box {
  let current: TextBlock | null = null;
  return {
    position,
    weight: 2000,
    fullSize: true,
    measure(width) {
      const drawing = drawingOf(chart);
      current =
        drawing === undefined ? null : block(drawing, chart.ctx as unknown as Draw2D, width);
      return current === null
        ? 0
        : current.lines.length * current.size * leading + current.size * 0.5;
    },
    draw(context: Draw2D, area: Area) {
      const drawing = drawingOf(chart);
      if (current === null || drawing === undefined) {
        return;
      }
      const { size, weight, colour } = current;
      context.font = fontOf(drawing.sizes, size, weight);
      context.fillStyle = colour;
      context.textAlign = 'left';
      context.textBaseline = 'alphabetic';
      const from = position === 'top' ? area.top : area.top + size * 0.5;
      current.lines.forEach((line, i) => {
        context.fillText(line, area.left, from + (i * leading + 1) * size);
      });
    },
  };
}

function legendBox(chart: Chart): Box {
  return {
    position: 'bottom',
    weight: 1000,
    fullSize: true,
    measure(width) {
      const drawing = drawingOf(chart);
      return drawing?.frame.legend === true
        ? measureLegend(drawing, chart.ctx as unknown as Draw2D, width, chart.height)
        : 0;
    },
    draw(context, area) {
      const drawing = drawingOf(chart);
      if (drawing !== undefined) {
        drawLegend(drawing, context, area, chart.height);
      }
    },
  };
}

/** Background, title, legend and caption of a picture that stands alone. A window shows its own instead. */
export const frame: Plugin = {
  id: 'figureFrame',
  beforeInit(chart) {
    addBox(
      chart,
      textBox(chart, 'top', ({ spec, sizes, theme, frame: { title, whole } }, context, width) => {
        const lines = title
          ? wrapText(
              spec.title,
              width,
              measureIn(context, fontOf(sizes, sizes.base, 600)),
              whole === true ? undefined : 3,
            )
          : [];
        return lines.length === 0
          ? null
          : { lines, size: sizes.base, weight: 600, colour: theme.text };
      }),
    );
    addBox(chart, legendBox(chart));
    addBox(
      chart,
      textBox(
        chart,
        'bottom',
        // A caption is never cut: it says what centre and bar are, of which machine, with n.
        ({ spec, sizes, theme, frame: { caption } }, context, width) => {
          const lines = caption
            ? wrapText(spec.caption, width, measureIn(context, fontOf(sizes, sizes.small)))
            : [];
          return lines.length === 0
            ? null
            : { lines, size: sizes.small, weight: 400, colour: theme.mutedText };
        },
      ),
    );
  },
  beforeDraw(chart) {
    const drawing = drawingOf(chart);
    if (drawing !== undefined) {
      const context = chart.ctx as unknown as Draw2D;
      context.save();
      context.fillStyle = drawing.theme.background;
      context.fillRect(0, 0, chart.width, chart.height);
      context.restore();
    }
  },
};
