import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTwin } from '../../simulations/twin-files.ts';
import { hostTwins, inPlaceTwin } from '../../simulations/twin-labs.ts';
import { engineCase, openAddon, runCase } from '../native-addons.ts';

/** Code that is built in and the same code of a lab, which differ in the call alone. */
const addon = openAddon('cpu');

/** All that are built in but row-ordering, which has times of its parts and an array whose length comes of its values. */
const twins = [...hostTwins, inPlaceTwin];

const folder = mkdtempSync(join(tmpdir(), 'breakeven-twins-'));

beforeAll(async () => {
  for (const twin of twins) await openTwin(addon, twin, folder);
});
afterAll(async () => {
  for (const { lab } of twins) await addon.closeLab(lab);
  rmSync(folder, { recursive: true, force: true });
});

describe.each(hostTwins.map((twin) => ({ ...twin, name: `${twin.workload} ${twin.variant}` })))(
  '$name',
  ({ workload, variant, set, lab, variants, labSet }) => {
    it('goes the same way through the harness as a variant of a lab', async () => {
      const policy = {
        ...engineCase('', '', {}).policy,
        parameters: { samples: 7, otherSamples: 3 },
      };
      const [builtIn, own] = [
        await runCase(addon, engineCase(workload, variant, set, { policy })),
        await runCase(addon, engineCase(lab, variants[0], labSet, { policy })),
      ];
      const way = ({ outcome, samples, stopReason }: typeof own) => ({
        outcome,
        stopReason,
        scopes: samples.map(({ scope, timesNs }) => [scope, timesNs.length]),
        // One measurement serves both: there is nothing around the kernel.
        callIsKernel: samples[1]?.timesNs.join() === samples[0]?.timesNs.join(),
        timesCpu: samples[0]?.cpuNs?.length,
      });
      expect(way(own)).toEqual(way(builtIn));
      expect(way(own)).toMatchObject({ outcome: 'ok', callIsKernel: true });
    });
  },
);

describe('the same code on the same input', () => {
  // Sums of several threads depend on how many there are.
  const sequential = twins.filter(({ variant }) => variant === 'sequential');
  it.each(sequential.map((twin) => ({ ...twin, name: `${twin.workload} ${twin.variant}` })))(
    'answers in a lab, byte for byte, as $name does',
    async ({ workload, variant, set, lab, variants, labSet }) => {
      const seeded = (values: typeof set, id: string) => ({
        ...values,
        ...(/mandelbrot|fractal/.test(id) ? {} : { seed: 7 }),
      });
      const [builtIn, own] = [
        await runCase(addon, engineCase(workload, variant, seeded(set, workload))),
        await runCase(addon, engineCase(lab, variants[0], { ...labSet, seed: 7 })),
      ];
      expect([own.outcome, builtIn.outcome]).toEqual(['ok', 'ok']);
      expect(own.answer?.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(own.answer?.sha256).toBe(builtIn.answer?.sha256);
    },
  );
});
