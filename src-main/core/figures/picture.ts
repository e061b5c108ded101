import { deflateSync } from 'node:zlib';
import type { Sketch } from '../../contract/engine-protocol.ts';
import { badInput } from '../../contract/failure.ts';
import type { PictureView } from '../../contract/inspection.ts';
import type { Values } from '../../contract/workload.ts';
import { encodePngChunks } from './png-chunks.ts';

/** The answer of a picture's variant: float64 pixels, row by row. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly data: Float64Array;
};

/** A larger picture takes longer to draw than a reader waits, and no screen shows all of it. */
const maxPixels = 2 ** 23;

/** @throws BreakevenError `bad-input` for a picture that is too large to draw, before it is computed. */
export function checkPictureSize({ xres, yres }: Values): void {
  if (typeof xres !== 'number' || typeof yres !== 'number' || xres * yres <= maxPixels) return;
  throw badInput(
    `a picture of ${xres} x ${yres} pixels is too large to draw: at most ${maxPixels} pixels`,
  );
}

/**
 * Reads an output as a picture of `xres` by `yres` float64 pixels.
 *
 * @throws BreakevenError `bad-input` for an answer that is none.
 */
export function pixelsOf(workload: string, values: Values, output: Uint8Array): Pixels {
  const { xres, yres } = values;
  if (typeof xres !== 'number' || typeof yres !== 'number') {
    throw badInput(`${workload} has no picture: its answer is not an image`);
  }
  if (output.byteLength !== xres * yres * 8) {
    throw badInput(
      `${workload} has no picture: its answer is ${output.byteLength} bytes, not ${xres} x ${yres} pixels`,
    );
  }
  const view = new DataView(output.buffer, output.byteOffset, output.byteLength);
  const data = Float64Array.from({ length: xres * yres }, (_, i) => view.getFloat64(i * 8, true));
  return { width: xres, height: yres, data };
}

/** The picture itself: the inside black, the rest by the logarithm of its value; two values are black and white. */
export function pictureOf(name: string, pixels: Pixels): PictureView {
  const { data } = pixels;
  let max = 0;
  let zeros = 0;
  let sum = 0;
  const distinct = new Set<number>();
  for (const value of data) {
    max = Math.max(max, value);
    if (value === 0) zeros += 1;
    sum += value;
    if (distinct.size <= 2) distinct.add(value);
  }
  const attributes = {
    pixels: data.length,
    zeros,
    greatest: max,
    mean: sum / Math.max(1, data.length),
  };
  const binary = distinct.size <= 2 && max === 255;
  const scale = Math.log1p(Math.max(1, max));
  const colour = (i: number): Colour => {
    const value = data[i] ?? 0;
    if (binary) return value > 0 ? white : black;
    return value <= 0 ? black : shade(Math.log1p(value) / scale);
  };
  return { ...encode(name, pixels, colour), attributes };
}

/** A side has this many pixels at least: a small matrix is drawn larger. */
const minPixels = 256;

/**
 * Where the entries of a matrix lie, darker where a pixel holds more of them: a spy plot.
 *
 * @param standsInFor the matrix that was asked for, where this one was generated in its place
 */
export function spyOf(
  name: string,
  { width, height, cells }: Sketch,
  standsInFor?: string,
): PictureView {
  const zoom = Math.max(1, Math.floor(minPixels / Math.max(1, width)));
  const max = cells.reduce((found, value) => Math.max(found, value), 1);
  const entries = cells.reduce((sum, value) => sum + value, 0);
  const wide = width * zoom;
  const colour = (i: number): Colour => {
    const x = Math.floor((i % wide) / zoom);
    const y = Math.floor(i / wide / zoom);
    const count = cells[y * width + x] ?? 0;
    if (count === 0) return white;
    const grey = Math.round(130 * (1 - Math.log1p(count) / Math.log1p(max)));
    return [grey, grey, grey];
  };
  const attributes = {
    pixels: wide * height * zoom,
    entries,
    maxInOnePixel: max,
    ...(standsInFor === undefined ? {} : { standsInFor }),
  };
  return { ...encode(name, { width: wide, height: height * zoom }, colour), attributes };
}

/** Where two pictures differ: pixels that agree are pale, those that differ are vermilion. */
export function differenceOf(name: string, a: Pixels, b: Pixels): PictureView {
  if (a.width !== b.width || a.height !== b.height) {
    throw badInput('the two pictures have different sizes');
  }
  let differing = 0;
  let maxGap = 0;
  a.data.forEach((value, i) => {
    const gap = Math.abs(value - (b.data[i] ?? Number.NaN));
    if (gap === 0) return;
    differing += 1;
    maxGap = Math.max(maxGap, gap);
  });
  const max = a.data.reduce((found, value) => Math.max(found, value), 1);
  const colour = (i: number): Colour => {
    const value = a.data[i] ?? 0;
    if (value !== b.data[i]) return vermilion;
    const pale = 255 - Math.round(70 * (Math.log1p(Math.max(0, value)) / Math.log1p(max)));
    return [pale, pale, pale];
  };
  const attributes = {
    pixels: a.data.length,
    differing,
    percent: (100 * differing) / Math.max(1, a.data.length),
    maxDifference: maxGap,
  };
  return { ...encode(name, a, colour), attributes };
}

type Colour = readonly [number, number, number];
const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];
const vermilion: Colour = [213, 94, 0];

/** Dark blue over green to pale yellow, so that brightness alone carries the order as well. */
const ramp: readonly Colour[] = [
  [24, 15, 61],
  [38, 70, 130],
  [33, 125, 142],
  [60, 172, 112],
  [166, 214, 73],
  [253, 245, 180],
];

function shade(part: number): Colour {
  const at = Math.min(1, Math.max(0, part)) * (ramp.length - 1);
  const low = Math.min(ramp.length - 2, Math.floor(at));
  const [from, to] = [ramp[low] ?? black, ramp[low + 1] ?? white];
  const mix = (i: 0 | 1 | 2): number => Math.round(from[i] + (to[i] - from[i]) * (at - low));
  return [mix(0), mix(1), mix(2)];
}

/** PNG, 8 bits a channel, row 0 on top. */
function encode(
  name: string,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  colour: (i: number) => Colour,
): Omit<PictureView, 'attributes'> {
  const stride = 1 + 3 * width;
  const raw = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colour(y * width + x);
      const at = y * stride + 1 + 3 * x;
      raw[at] = red;
      raw[at + 1] = green;
      raw[at + 2] = blue;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const bytes = encodePngChunks([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: deflateSync(raw, { level: 6 }) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]);
  return { name: `${name}.png`, mime: 'image/png', bytes, width, height };
}
