import { describe, expect, it } from 'vitest';
import { engineCase, openAddon, testAddonFolder, verifyCase } from './native-addons.ts';

const views = [
  'whole',
  'seahorses',
  'elephants',
  'inside',
  'outside',
  // Around |c| = 2, the cusps and edges of cardioid and bulb, zero, tiny and huge numbers.
  '-2.1,-1.9,-0.1,0.1',
  '-5,5,-5,5',
  '0.2499,0.2501,-0.0001,0.0001',
  '-0.7501,-0.7499,-0.0001,0.0001',
  '-1.2501,-1.2499,-0.0001,0.0001',
  '-1e-300,1e-300,-1e-300,1e-300',
  '-1.3,-0.7,-1e-210,1e-210',
  '-2,2,-1e-320,1e-320',
  '-1e200,1e200,-1e200,1e200',
];

/** Around the lengths of the blocks and of the steps before the first one. */
const iterations = [1, 2, 8, 9, 10, 16, 17, 24, 25, 26, 100, 1000];

describe('the shortcuts of the exact CUDA variants', () => {
  it.each(['test-blocked-steps', 'test-interior-steps'])('%s keep every bit', async (variant) => {
    const addon = openAddon('cpu', testAddonFolder);
    for (const region of views) {
      for (const maxiter of iterations) {
        const values = { xres: 63, yres: 65, maxiter, region };
        const result = await verifyCase(addon, engineCase('mandelbrot', variant, values));
        const where = `${region}, maxiter ${maxiter}: ${result.reason}`;
        expect(result.verification, where).toMatchObject({ rule: 'exact', passed: true });
      }
    }
  });
});
