import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { engineCase, openTestAddons, runCase, verifyCase } from './native-addons.ts';
import { deviceOutcomes } from './zoo/device-outcomes.ts';

const source = "Breakeven's zoo";

const sizes: Readonly<Record<string, readonly Values[]>> = {
  histogram: [{ n: 33 }, { n: 200_003, bins: 1000 }],
  'exclusive-scan': [{ n: 1009 }, { n: 200_003 }],
  mandelbrot: [
    { xres: 33, yres: 17, maxiter: 60 },
    { xres: 351, yres: 353, maxiter: 60 },
  ],
};

const addon = openTestAddons().find(({ provider }) => provider === 'cuda');
const workloads = addon?.catalog().workloads ?? [];
const subjects = workloads.flatMap(({ id: workload, variants }) =>
  variants
    .filter((variant) => variant.source === source)
    .map((variant) => ({ ...variant, workload, name: variant.id.replace(/^zoo-|-cuda$/g, '') })),
);

describe.skipIf(addon === undefined)('programs on a device that leave out work', () => {
  it('have an outcome each', () => {
    const names = new Set(subjects.map(({ name }) => name));
    expect([...names].sort()).toEqual(Object.keys(deviceOutcomes).sort());
  });

  for (const { workload, id, name, available, reason: unavailable } of subjects) {
    if (!available) {
      it.skip(`${workload}: ${name} (${unavailable})`, () => undefined);
      continue;
    }
    if (deviceOutcomes[name]?.missedIn === workload) {
      it.todo(`${workload}: ${name} is not found`);
      continue;
    }
    it(`${workload}: ${name}`, async () => {
      if (addon === undefined) throw new Error('there is no CUDA addon');
      const { reason: expected, smallMissedIn } = deviceOutcomes[name] ?? { reason: /never/ };
      for (const values of (sizes[workload] ?? []).slice(smallMissedIn === workload ? -1 : 0)) {
        const result = await runCase(addon, engineCase(workload, id, values));
        const where = `${JSON.stringify(values)}: ${result.reason}`;
        expect(result.outcome, where).toBe(expected === 'ok' ? 'ok' : 'failed');
        if (expected === 'ok') {
          const checked = await verifyCase(addon, engineCase(workload, id, values));
          expect(checked.outcome, String(checked.reason)).toBe('ok');
          continue;
        }
        expect(result.reason, where).toMatch(expected);
        expect(result.samples, where).toEqual([]);
      }
    });
  }
});
