import { describe, expect, it } from 'vitest';
import { drawableAxes, facetOf } from '../../src-renderer/state/facets.ts';

const square = (xres: number, more = {}) => ({ xres, yres: xres, maxiter: 1000, ...more });

describe('one point of a sweep', () => {
  it('lets the other side of a square follow the drawn one', () => {
    const all = [256, 512, 1024].map((side) => square(side));
    expect(facetOf(all, {}, 'xres')).toEqual({ where: {}, fields: [] });
  });

  it('is chosen by one side of a square, of which the other follows', () => {
    const all = [256, 512, 1024].map((side) => square(side));
    const fields = [{ id: 'xres', values: [256, 512, 1024] }];
    expect(facetOf(all, {})).toEqual({ where: { xres: 1024, yres: 1024 }, fields });
    expect(facetOf(all, { xres: 256 })).toEqual({ where: { xres: 256, yres: 256 }, fields });
  });

  it('has both sides where they differ in some case', () => {
    const apart = [square(256), { ...square(512), yres: 256 }, square(512)];
    expect(facetOf(apart, {}, 'xres').fields).toEqual([{ id: 'yres', values: [256, 512] }]);
    expect(facetOf(apart, {}).where).toEqual({ xres: 512, yres: 512 });
  });

  it('is where the longest line is unless chosen, and the last point where nothing is drawn', () => {
    const all = [
      ...[0.7, 0.825, 0.9, 1].map((share) => square(1024, { share })),
      ...[256, 512].map((side) => square(side, { share: 0.825 })),
      square(256),
    ];
    const drawn = facetOf(all, {}, 'xres');
    expect(drawn.where).toEqual({ share: 0.825 });
    expect(facetOf(all, { share: 0.9 }, 'xres').where).toEqual({ share: 0.9 });
    expect(facetOf(all, { share: 5 }, 'xres').where).toEqual({ share: 0.825 });
    // Only values that go together are offered.
    expect(facetOf(all, { xres: 512, share: 1 })).toEqual({
      where: { xres: 512, yres: 512, share: 0.825 },
      fields: [{ id: 'xres', values: [256, 512, 1024] }],
    });
    expect(facetOf(all, {}).where).toEqual({ xres: 1024, yres: 1024, share: 1 });
  });
});

it('the axes that times can be drawn over are numbers that differ, the size first, and not what follows one of them', () => {
  const all = [
    { yres: 256, xres: 256, threads: 1, memory: 'device', seed: 1 },
    { yres: 512, xres: 512, threads: 2, memory: 'mapped', seed: 2 },
    { yres: 512, xres: 512, threads: 1, memory: 'mapped', seed: 2 },
  ];
  expect(drawableAxes(all, 'xres')).toEqual(['xres', 'threads']);
  expect(drawableAxes(all.slice(1), 'xres')).toEqual(['threads']);
  expect(drawableAxes(all.slice(0, 1), 'xres')).toEqual([]);
});
