import { describe, expect, it } from 'vitest';
import { engineCase, hasCuda, openAddon, runCase } from './native-addons.ts';

const catalog = hasCuda ? openAddon('cuda').catalog() : null;
const variantsOf = (workload: string) =>
  catalog?.workloads.find(({ id }) => id === workload)?.variants ?? [];
const noGpu =
  catalog === null
    ? 'the CUDA addon is not built here'
    : (variantsOf('exclusive-scan').find(({ id }) => id === 'cub')?.reason ?? null);

describe.skipIf(catalog === null)('the axis allocation', () => {
  it('is one of every variant on a device, with the pool as its default', () => {
    for (const { parameters } of variantsOf('exclusive-scan')) {
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
