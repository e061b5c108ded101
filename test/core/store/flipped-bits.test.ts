import { expect, it } from 'vitest';
import { flipFileBits, flipStoredBits } from '../../../research/flipped-bits.ts';

it('one flipped bit of stored samples is told by whoever reads them, and by the check of all content', async () => {
  const { flipped, toldByReading, toldByCheck } = await flipStoredBits(50, 20_261_126);
  expect(flipped).toBe(50);
  expect([toldByReading, toldByCheck]).toEqual([flipped, flipped]);
});

it('one flipped bit of a run file is told on import', async () => {
  expect(await flipFileBits(50, 20_261_126)).toEqual({ flipped: 50, told: 50 });
});
