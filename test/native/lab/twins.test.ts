import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTwin } from '../../benchmarks/parts/open-twins.ts';
import { hostTwins } from '../../benchmarks/parts/twin-labs.ts';
import { engineCase, openAddon, runCase } from '../native-addons.ts';

/** Code that is built in and the same code of a lab, which differ in the call alone. */
const addon = openAddon('cpu');

const folder = mkdtempSync(join(tmpdir(), 'breakeven-twins-'));

beforeAll(async () => {
  for (const twin of hostTwins) await openTwin(addon, twin, folder);
}, 120_000);
afterAll(async () => {
  for (const { lab } of hostTwins) await addon.closeLab(lab);
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
