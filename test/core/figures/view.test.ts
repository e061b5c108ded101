import { describe, expect, it } from 'vitest';
import type { FigureSpec } from '../../../src-main/contract/figure.ts';
import { withView } from '../../../src-main/core/figures/view.ts';
import { line, scaling } from './specs.ts';

const spec: FigureSpec = scaling({
  title: 'Time over n',
  caption: 'Centre: median.',
  series: [line('sequential', 'cpu', 0, [10, 100, 1000], (x) => x / 10)],
});
const linear: FigureSpec = {
  ...spec,
  x: { ...spec.x, scale: 'linear' },
  y: { ...spec.y, scale: 'linear' },
};

describe('an axis that a user cuts', () => {
  it('says in the caption that it does not begin at zero, and what lies outside', () => {
    expect(withView(linear, { y: { min: 5 } }).caption).toBe(
      'Centre: median. The vertical axis begins at 5, not at zero. 1 of 3 points are outside the axes.',
    );
    expect(withView(linear, { x: { max: 200 } }).caption).toBe(
      'Centre: median. 1 of 3 points are outside the axes.',
    );
  });

  it('says nothing where nothing is cut', () => {
    expect(withView(linear, { y: { min: 0 }, x: { min: 10, max: 1000 } }).caption).toBe(
      'Centre: median.',
    );
    // A logarithmic axis has no zero to begin at.
    expect(withView(spec, { y: { min: 0.5 } }).caption).toBe('Centre: median.');
    expect(withView(linear, { caption: 'Mine' }).caption).toBe('Mine. Centre: median.');
  });

  it('may not take the beginning of bars away', () => {
    const bars: FigureSpec = {
      ...linear,
      series: linear.series.map((each) =>
        each.mark === 'box' ? each : ({ ...each, mark: 'bar' } as typeof each),
      ),
    };
    expect(() => withView(bars, { y: { min: 5 } })).toThrow('y: bars start at zero, not at 5');
    expect(withView(bars, { y: { min: 0 } }).y.min).toBe(0);
  });
});
