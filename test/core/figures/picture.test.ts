import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  checkPictureSize,
  differenceOf,
  pictureOf,
  pixelsOf,
  spyOf,
} from '../../../src-main/core/figures/picture.ts';
import { readPngChunks } from '../../../src-main/core/figures/png-chunks.ts';

const bytesOf = (values: readonly number[]): Uint8Array =>
  new Uint8Array(Float64Array.from(values).buffer);

const pixel = (png: Uint8Array, width: number, x: number, y: number): number[] => {
  const data = readPngChunks(png).find(({ type }) => type === 'IDAT')?.data ?? Buffer.alloc(0);
  const raw = inflateSync(data);
  const at = y * (1 + 3 * width) + 1 + 3 * x;
  return [...raw.subarray(at, at + 3)];
};

it('draws the inside black and keeps rows and columns', () => {
  const pixels = pixelsOf('mandelbrot', { xres: 3, yres: 2 }, bytesOf([0, 1, 9, 4, 0, 2]));
  const view = pictureOf('fractal', pixels);
  expect(view).toMatchObject({ name: 'fractal.png', width: 3, height: 2 });
  expect(view.attributes).toEqual({ pixels: 6, zeros: 2, greatest: 9, mean: 16 / 6 });
  expect(pixel(view.bytes, 3, 0, 0)).toEqual([0, 0, 0]);
  expect(pixel(view.bytes, 3, 1, 1)).toEqual([0, 0, 0]);
  expect(pixel(view.bytes, 3, 2, 0)).not.toEqual(pixel(view.bytes, 3, 1, 0));
});

it('draws a binarised picture in black and white', () => {
  const pixels = pixelsOf('binarize', { xres: 2, yres: 1 }, bytesOf([0, 255]));
  const { bytes } = pictureOf('binary', pixels);
  expect([pixel(bytes, 2, 0, 0), pixel(bytes, 2, 1, 0)]).toEqual([
    [0, 0, 0],
    [255, 255, 255],
  ]);
});

it('counts and marks where two pictures differ', () => {
  const of = (values: readonly number[]) =>
    pixelsOf('mandelbrot', { xres: 2, yres: 2 }, bytesOf(values));
  const { attributes, bytes } = differenceOf('gap', of([1, 2, 3, 4]), of([1, 2, 7, 4]));
  expect(attributes).toEqual({ pixels: 4, differing: 1, percent: 25, maxDifference: 4 });
  expect(pixel(bytes, 2, 0, 1)).toEqual([213, 94, 0]);
  expect(differenceOf('none', of([1, 2, 3, 4]), of([1, 2, 3, 4])).attributes.differing).toBe(0);
});

it('refuses answers that are no picture in one sentence', () => {
  expect(() => pixelsOf('histogram', { n: 3 }, bytesOf([1]))).toThrow('histogram has no picture');
  expect(() => pixelsOf('mean', { xres: 4, yres: 4 }, bytesOf([1]))).toThrow(
    'is 8 bytes, not 4 x 4',
  );
});

it('draws a matrix with its entries dark, the more the darker, and a small one larger', () => {
  const cells = Float64Array.from([1, 0, 8, 1]);
  const { bytes, width, height, attributes } = spyOf('spy', { width: 2, height: 2, cells });
  expect([width, height]).toEqual([256, 256]);
  expect(attributes).toEqual({ pixels: 256 * 256, entries: 10, maxInOnePixel: 8 });
  const other = spyOf('spy', { width: 2, height: 2, cells }, 'gyro_m');
  expect(other.attributes).toMatchObject({ entries: 10, standsInFor: 'gyro_m' });
  const [one, none, many] = [
    pixel(bytes, 256, 0, 0),
    pixel(bytes, 256, 255, 0),
    pixel(bytes, 256, 127, 255),
  ];
  expect(none).toEqual([255, 255, 255]);
  expect(many).toEqual([0, 0, 0]);
  expect(one[0]).toBeGreaterThan(0);
  expect(one[0]).toBeLessThan(200);
});

it('bounds a picture before anything is computed', () => {
  expect(() => checkPictureSize({ xres: 2048, yres: 4096 })).not.toThrow();
  expect(() => checkPictureSize({ n: 1e9 })).not.toThrow();
  expect(() => checkPictureSize({ xres: 2049, yres: 4096 })).toThrow(/at most 8388608 pixels/);
});
