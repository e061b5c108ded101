import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { interferenceSchema } from '../../src-main/contract/interference.ts';
import { measuredPeakSchema } from '../../src-main/contract/machine.ts';
import { openAddon } from './native-addons.ts';

describe('peaks of the host', () => {
  it('are measured with plausible figures over threads', async () => {
    const replied = z.object({
      peaks: z.array(measuredPeakSchema),
      interference: interferenceSchema,
    });
    const { peaks, interference } = replied.parse(await openAddon('cpu').measurePeaks());
    const { seconds = 0, usableCpus = 0, othersS = -1 } = interference;
    expect(othersS).toBeGreaterThanOrEqual(0);
    // In all of the time of all CPUs, but for a tick of each.
    expect(othersS).toBeLessThan((seconds + 0.02) * Math.max(usableCpus, availableParallelism()));
    const ofOne = peaks.filter(({ attributes }) => attributes.threads === 1);
    const caches = new Set(ofOne.flatMap(({ attributes }) => attributes.cache ?? []));
    expect(caches.size).toBeGreaterThanOrEqual(1);
    expect(ofOne.map(({ id }) => id).sort()).toEqual(
      [
        'host-copy',
        'host-fma-fp64',
        'host-read',
        ...[...caches].flatMap(() => ['host-cache-copy', 'host-cache-read']),
      ].sort(),
    );
    for (const { id, unit, value } of peaks) {
      expect(unit, id).toBe(id.startsWith('host-fma') ? 'FLOP/s' : 'B/s');
      expect(value, id).toBeGreaterThan(0);
      // No core moves more than some cache lines a cycle, or does more than some hundred operations.
      expect(value / availableParallelism(), id).toBeLessThan(3e12);
    }
  });
});
