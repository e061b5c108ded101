import { expect, it } from 'vitest';
import { checkPictureSize } from '../../../src-main/core/figures/picture.ts';

it('is bounded before anything is computed', () => {
  expect(() => checkPictureSize({ xres: 2048, yres: 4096 })).not.toThrow();
  expect(() => checkPictureSize({ n: 1e9 })).not.toThrow();
  expect(() => checkPictureSize({ xres: 2049, yres: 4096 })).toThrow(/at most 8388608 pixels/);
});
