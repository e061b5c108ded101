import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { engineCase, obstacle, openAddon, runCase } from './native-addons.ts';

const noGpu = obstacle('min3x3', 'block-32');

const measured = async (workload: string, variant: string, values: Values) => {
  const result = await runCase(openAddon('cuda'), engineCase(workload, variant, values));
  expect(result.outcome, String(result.reason)).toBe('ok');
  const [kernel] = result.samples.filter(({ scope }) => scope === 'kernel');
  if (kernel === undefined) throw new Error('no kernel');
  return { attributes: result.attributes, kernel };
};

describe.skipIf(noGpu !== null)(`the measuring loop on a GPU (${noGpu})`, () => {
  it('reads the clock of the work alone: not of the time in which the stream was held', async () => {
    // A stamp before the hold would enclose more than the work, and no clock would be known.
    const { attributes, kernel } = await measured('exclusive-scan', 'cuda-fast', { n: 1 << 24 });
    expect(attributes).toMatchObject({ clockUnknown: false, launchHidden: true });
    const clocks = [...(kernel.clocksHz ?? [])].filter((clock) => !Number.isNaN(clock));
    for (const clock of clocks) expect(clock).toBeGreaterThan(1e8);
  });

  it('says where no clock could be read', async () => {
    const { attributes } = await measured('exclusive-scan', 'cuda-fast', { n: 1024 });
    expect(attributes).toMatchObject({ clockUnknown: true });
  });

  // The launches of a library are not noted: as many count as its variant declares.
  it.each(['block-32', 'cub'])(
    'judges by each launch whether a case is near the launch overhead: %s',
    async (variant) => {
      const { attributes, kernel } = await measured('min3x3', variant, { n: 64 });
      expect(attributes).toMatchObject({ nearLaunchOverhead: true });
      // By one launch, its nine would be far from it.
      const [shortest] = kernel.timesNs.toSorted();
      expect(shortest).toBeGreaterThan(2 * Number(attributes.emptyLaunchNs));
    },
  );

  it('judges by the launches that there were where all are noted', async () => {
    // One pass, of up to 31 that it declares.
    const { attributes, kernel } = await measured('histogram', 'tagged-words', {
      n: 1 << 20,
      bins: 64,
    });
    const [shortest] = kernel.timesNs.toSorted();
    expect(shortest).toBeLessThan(31 * Number(attributes.emptyLaunchNs));
    expect(attributes).toMatchObject({ nearLaunchOverhead: false });
  });
});
