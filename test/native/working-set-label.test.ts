import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { engineCase, openAddon, runCase } from './native-addons.ts';

/** Data caches of the first CPU as the system tells them, the nearest first. */
function dataCaches(): readonly { readonly level: number; readonly bytes: number }[] {
  const folder = '/sys/devices/system/cpu/cpu0/cache';
  if (!existsSync(folder)) return [];
  const line = (index: string, file: string) =>
    readFileSync(join(folder, index, file), 'utf8').trim();
  return readdirSync(folder)
    .filter((name) => name.startsWith('index') && line(name, 'type') !== 'Instruction')
    .map((name) => ({
      level: Number(line(name, 'level')),
      bytes: 1024 * Number.parseInt(line(name, 'size'), 10),
    }))
    .sort((a, b) => a.level - b.level);
}

describe('the label of a working set that stays in a cache', () => {
  const addon = openAddon('cpu');
  const bins = 8;
  const labelOf = async (values: Values) => {
    const { attributes, bytesMoved } = await runCase(
      addon,
      engineCase('histogram', 'sequential', { bins, ...values }),
    );
    return { resident: attributes.cacheResident, level: attributes.cacheLevel, bytesMoved };
  };

  it.skipIf(dataCaches().length < 2)('names the nearest cache that holds it', async () => {
    for (const { level, bytes } of dataCaches().slice(0, 2)) {
      const fits = { n: bytes / 4 - bins };
      expect(await labelOf(fits)).toEqual({
        resident: true,
        level: `L${level}`,
        bytesMoved: bytes,
      });
      const more = await labelOf({ n: bytes / 4 });
      expect(more.level).not.toBe(`L${level}`);
    }
  });

  it('is not given to flushed caches', async () => {
    expect((await labelOf({ n: 500, cache: 'hot' })).resident).toBe(true);
    expect((await labelOf({ n: 500, cache: 'cold' })).resident).toBe(false);
  });
});
