import { describe, expect, it } from 'vitest';
import { everyCase } from '../helpers/every-case.ts';
import { engineCase, openAddon, runCase, testAddonFolder, verifyCase } from './native-addons.ts';

const views = [
  'whole',
  'seahorses',
  'elephants',
  'inside',
  'outside',
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
    for (const [at, region] of views.entries()) {
      for (const maxiter of iterations.filter((_, i) => everyCase || (at + i) % 2 === 0)) {
        const values = { xres: 63, yres: 65, maxiter, region };
        const result = await verifyCase(addon, engineCase('mandelbrot', variant, values));
        const where = `${region}, maxiter ${maxiter}: ${result.reason}`;
        expect(result.verification, where).toMatchObject({ rule: 'exact', passed: true });
      }
    }
  });
});

describe('rows that are conjugates of others', () => {
  const steps = async (picture: { xres: number; yres: number; region: string }) => {
    const addon = openAddon('cpu', testAddonFolder);
    const result = await runCase(
      addon,
      engineCase('mandelbrot', 'test-blocked-steps', { ...picture, maxiter: 100 }),
    );
    expect(result.verification, String(result.reason)).toMatchObject({ passed: true });
    const all = result.answer?.attributes.iterations;
    if (typeof all !== 'number' || result.operations === null) throw new Error('no steps');
    return { all, computed: result.operations };
  };

  it.each([
    // The axis on a row, between two rows, near either end.
    { xres: 40, yres: 40, region: '-2,0.5,-1.25,1.25' },
    { xres: 40, yres: 41, region: '-2,0.5,-1.28125,1.28125' },
    { xres: 32, yres: 48, region: '-2,1,-1,2' },
    { xres: 32, yres: 48, region: '-2,1,-2,1' },
    { xres: 8, yres: 8, region: '-2,2,-0.25,3.75' },
    // Rounded rows, no axis in the picture, an axis between rows that are not its mirrors.
    { xres: 30, yres: 30, region: '-2,0.5,-1.25,1.25', mirrored: false },
    { xres: 32, yres: 32, region: '-2,0.5,0.25,1.25', mirrored: false },
    { xres: 32, yres: 32, region: '-2,0.5,-2.25,-0.25', mirrored: false },
    { xres: 32, yres: 32, region: '-2,0.5,-1.26,1.24', mirrored: false },
  ])('are computed once where a row mirrors another: $xres x $yres, $region', async (row) => {
    const { mirrored = true, ...picture } = row;
    const { all, computed } = await steps(picture);
    const [least, most] = mirrored ? [all / 2, all - 1] : [all, all];
    expect(computed).toBeGreaterThanOrEqual(least);
    expect(computed).toBeLessThanOrEqual(most);
  });
});
