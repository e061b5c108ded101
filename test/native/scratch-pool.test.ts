import { describe, expect, it } from 'vitest';
import { engineCase, hasCuda, obstacle, openAddon, runCase, variantsOf } from './native-addons.ts';

const noGpu = obstacle('exclusive-scan', 'cub');

describe.skipIf(!hasCuda)('the axis allocation', () => {
  it('is one of every variant on a device, with the pool as its default', () => {
    for (const { parameters } of variantsOf(openAddon('cuda'), 'exclusive-scan')) {
      expect(parameters).toContainEqual(
        expect.objectContaining({ id: 'allocation', role: 'measurement', default: 'pool' }),
      );
    }
  });
});

describe.skipIf(noGpu !== null)(`temporary memory on a device (${noGpu})`, () => {
  const cases = [
    ...['cub', 'cuda-fast', 'blelloch', 'blelloch-recursive'].map((id) => ['exclusive-scan', id]),
    ...['cub-even', 'thrust-sort', 'private-columns'].map((id) => ['histogram', id]),
  ] as const;

  it.each(
    cases.flatMap(([workload, variant]) =>
      ['pool', 'malloc'].flatMap((allocation) =>
        [1000, 1 << 20].map((n) => ({ workload, variant, allocation, n })),
      ),
    ),
  )(
    'gives the right answer: $workload $variant $allocation n=$n',
    async ({ workload = '', variant = '', allocation, n }) => {
      const result = await runCase(
        openAddon('cuda'),
        engineCase(workload, variant, { n, allocation }),
      );
      expect(result, String(result.reason)).toMatchObject({
        outcome: 'ok',
        verification: { passed: true },
      });
      expect(result.warnings.join()).not.toContain('cudaMalloc');
      const call = result.samples.find(({ scope }) => scope === 'call');
      expect(call?.timesNs.every((time) => time > 0)).toBe(true);
    },
  );
});
