import { describe, expect, it } from 'vitest';
import { nativeMachineSchema } from '../../src-main/contract/machine.ts';
import { catalogSchema } from '../../src-main/contract/workload.ts';
import { hasCpu, hasCuda, openAddons } from './native-addons.ts';

describe.skipIf(!hasCpu)('what the addons say of themselves', () => {
  const addons = openAddons();

  it('parses as the contract, without faults', () => {
    for (const addon of addons) {
      const catalog = catalogSchema.parse(addon.catalog());
      expect(catalog.problems).toEqual([]);
      expect(catalog.workloads.map(({ id }) => id)).toContain('histogram');
      expect(catalog.stopRules.map(({ id }) => id)).toEqual(['precision', 'fixed', 'noise']);
      nativeMachineSchema.parse(addon.machine());
    }
  });

  it('holds each variant once, on the side that its device says', () => {
    const seen = new Set<string>();
    for (const addon of addons) {
      for (const workload of addon.catalog().workloads) {
        for (const variant of workload.variants) {
          expect(variant.device === 'cpu').toBe(addon.provider === 'cpu');
          const name = `${workload.id}/${variant.id}`;
          expect(seen.has(name), name).toBe(false);
          seen.add(name);
        }
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });

  it('says why a variant is not available, and never otherwise', () => {
    for (const addon of addons) {
      for (const { variants } of addon.catalog().workloads) {
        for (const { available, reason } of variants) {
          expect(reason === null).toBe(available);
        }
      }
    }
  });

  it('gives every variant the axes of how it is measured, and each axis a default within it', () => {
    for (const addon of addons) {
      for (const workload of addon.catalog().workloads) {
        for (const { parameters, spans } of workload.variants) {
          const axes = [...workload.axes, ...parameters];
          expect(parameters.map(({ id }) => id)).toEqual(
            expect.arrayContaining(['cache', 'freshInput']),
          );
          expect(spans).toEqual(expect.arrayContaining(['kernel', 'call', 'total']));
          expect(new Set(axes.map(({ id }) => id)).size).toBe(axes.length);
          for (const axis of axes) {
            if (axis.type === 'integer' || axis.type === 'real') {
              expect(axis.default).toBeGreaterThanOrEqual(axis.min);
              expect(axis.default).toBeLessThanOrEqual(axis.max);
            }
            if (axis.type === 'choice') {
              expect(axis.choices.map(({ id }) => id)).toContain(axis.default);
            }
          }
        }
      }
    }
  });

  it.skipIf(!hasCuda)('tells in one sentence when there is no GPU', () => {
    const cuda = addons.find(({ provider }) => provider === 'cuda');
    const machine = nativeMachineSchema.parse(cuda?.machine());
    expect(machine.noGpuReason === null).toBe(machine.gpus.length > 0);
    expect(machine.versions.cudaRuntime).toMatch(/^\d+\.\d+$/);
  });
});
