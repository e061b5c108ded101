import { type Chart, type LayoutItem, layouts } from 'chart.js';
import type { Draw2D } from './draw.ts';

export type Area = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A strip above or below the plot that Chart.js makes room for. */
export type Box = {
  readonly position: 'top' | 'bottom';
  /** Higher ones lie farther from the plot. */
  readonly weight: number;
  /** As wide as the picture instead of the plot. */
  readonly fullSize: boolean;
  /** Height for the given width; 0 takes no room. */
  measure(width: number, height: number): number;
  draw(context: Draw2D, area: Area): void;
};

/** Registers a strip with the chart's layout. */
export function addBox(chart: Chart, box: Box): void {
  const item = {
    position: box.position,
    weight: box.weight,
    fullSize: box.fullSize,
    options: {},
    left: 0,
    top: 0,
    right: 0,
    bottom: 0,
    width: 0,
    height: 0,
    beforeLayout: () => undefined,
    isHorizontal: () => true,
    getPadding: () => ({ left: 0, top: 0, right: 0, bottom: 0 }),
    update(width: number, height: number) {
      item.width = width;
      item.height = box.measure(width, height);
    },
    draw() {
      if (item.height > 0) {
        const context = chart.ctx as unknown as Draw2D;
        context.save();
        box.draw(context, item);
        context.restore();
      }
    },
  };
  layouts.addBox(chart, item as unknown as LayoutItem);
}
