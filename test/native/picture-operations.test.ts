import { describe, expect, it } from 'vitest';
import { engineCase, openAddon, runCase } from './native-addons.ts';

describe('declared operations of a picture', () => {
  it('are of the steps that its points take, not of the most that they might', async () => {
    const [xres, yres, maxiter] = [60, 40, 500];
    const pixels = xres * yres;
    for (const region of ['whole', 'inside', 'outside']) {
      const { operations, answer } = await runCase(
        openAddon('cpu'),
        engineCase('mandelbrot', 'sequential', { xres, yres, maxiter, region }),
      );
      // A point that escaped at k took k - 1 steps, one that did not maxiter - 1.
      const { sum, zeros } = answer?.attributes ?? {};
      const steps = Number(sum) + Number(zeros) * maxiter - pixels;
      expect(operations, region).toBe(6 * steps + 5 * pixels);
      expect(operations, region).toBeLessThanOrEqual(pixels * (6 * maxiter + 5));
    }
  });
});
