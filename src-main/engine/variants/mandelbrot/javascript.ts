import type { Computation, ScriptVariant, Task } from '../script-variant.ts';
import { describePicture, type Picture, pictureCost, pictureOf } from './picture.ts';

/**
 * Escape times of z <- z^2 + c, row-major; 0 where maxiter was reached. Numbers of JavaScript are float64 and every
 * operation is rounded on its own, so the picture equals the reference bit for bit.
 */
export function computePicture(picture: Picture, pixels: Float64Array): void {
  const { xres, yres, maxiter, xmin, xmax, ymin, ymax } = picture;
  const dx = (xmax - xmin) / xres;
  const dy = (ymax - ymin) / yres;
  for (let i = 0; i < xres; i += 1) {
    const cx = i * dx + xmin;
    for (let j = 0; j < yres; j += 1) {
      const cy = j * dy + ymin;
      let u = 0;
      let v = 0;
      let k = 1;
      while (k < maxiter && u * u + v * v < 4) {
        const next = u * u - v * v + cx;
        v = 2 * u * v + cy;
        u = next;
        k += 1;
      }
      pixels[j * xres + i] = k === maxiter ? 0 : k;
    }
  }
}

async function open(task: Task): Promise<Computation> {
  const picture = pictureOf(task);
  const make = () => new Float64Array(picture.xres * picture.yres);
  let pixels = make();
  return {
    run: async (whole, repeats) => {
      const cpu = process.cpuUsage();
      const start = process.hrtime.bigint();
      for (let i = 0; i < repeats; i += 1) {
        if (whole) pixels = make();
        computePicture(picture, pixels);
      }
      const ns = Number(process.hrtime.bigint() - start);
      const { user, system } = process.cpuUsage(cpu);
      return { ns, cpuNs: 1e3 * (user + system) };
    },
    output: async () => new Uint8Array(pixels.buffer, 0, pixels.byteLength),
    close: () => {},
    runtime: `V8 ${process.versions.v8}`,
    clockResolutionNs: clockStep(),
  };
}

/** The minimum of 100 observed steps of the clock. */
function clockStep(): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let seen = 0; seen < 100; ) {
    const start = process.hrtime.bigint();
    const step = Number(process.hrtime.bigint() - start);
    if (step <= 0) continue;
    shortest = Math.min(shortest, step);
    seen += 1;
  }
  return shortest;
}

export const variant: ScriptVariant = {
  workload: 'mandelbrot',
  describe: () =>
    describePicture({
      id: 'javascript',
      title: 'JavaScript',
      summary:
        'Plain loops over a Float64Array, compiled while they run: the interpreted baseline.',
      source: 'Breakeven',
    }),
  input: 'none',
  slowdown: 1.5,
  cost: pictureCost,
  open,
};
