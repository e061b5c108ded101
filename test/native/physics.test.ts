import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { engineCase, openAddon, openPart, runCase, testAddonFolder } from './native-addons.ts';

type Work = {
  readonly bytes?: number;
  readonly operations?: number;
  readonly unit?: string;
  readonly bytesAreBound?: boolean;
  readonly operationsAreBound?: boolean;
};
const { whyNot } = openPart<{
  whyNot: (work: Work, limits: Readonly<Record<string, number>>, ns: number) => string;
}>('physics');

/** A terabyte and a teraflop a second. */
const limits = { bytesPerS: 1e12, flopsPerS: 1e12, otherOperationsPerS: 4e12 };

describe('a time is impossible', () => {
  it('below half of what its bytes take', () => {
    expect(whyNot({ bytes: 1e6 }, limits, 501)).toBe('');
    expect(whyNot({ bytes: 1e6 }, limits, 499)).toBe(
      'its bytes at 2 TB/s are more than twice the 1 TB/s that its units can do',
    );
    expect(whyNot({ bytes: 1e6, bytesAreBound: true }, limits, 1)).toBe('');
  });

  it('below half of what its operations take, in their own unit', () => {
    expect(whyNot({ operations: 1e6, unit: 'FLOP' }, limits, 501)).toBe('');
    expect(whyNot({ operations: 1e6, unit: 'flop' }, limits, 499)).toContain('2 TFLOP/s');
    expect(whyNot({ operations: 1e6, unit: 'additions' }, limits, 126)).toBe('');
    expect(whyNot({ operations: 1e6, unit: 'additions' }, limits, 124)).toContain('operations at');
    const bound = { operations: 1e6, unit: 'flop', operationsAreBound: true };
    expect(whyNot(bound, limits, 1)).toBe('');
  });

  it('where more comes from memory than memory has, without what caches may hold', () => {
    const memory = { memoryBytesPerS: 1e12, cachedBytes: 1e6 };
    expect(whyNot({ bytes: 3e6 }, memory, 999)).toContain('bytes from memory');
    expect(whyNot({ bytes: 3e6 }, memory, 1001)).toBe('');
    expect(whyNot({ bytes: 1e6 }, memory, 1)).toBe('');
  });

  it('where it is shorter than half of a launch and something was to be done', () => {
    expect(whyNot({ bytes: 4 }, { launchNs: 500 }, 249)).toBe('no kernel is launched in 249 ns');
    expect(whyNot({ bytes: 4 }, { launchNs: 500 }, 251)).toBe('');
    expect(whyNot({}, { launchNs: 500 }, 1)).toBe('');
  });

  it('nowhere where nothing is known', () => {
    expect(whyNot({ bytes: 1e18, operations: 1e18, unit: 'flop' }, {}, 1)).toBe('');
  });
});

it('a case that is faster than its machine can be fails', async () => {
  const addon = openAddon('cpu', testAddonFolder);
  const run = (variant: string, more: Values = {}) =>
    runCase(addon, engineCase('histogram', variant, { n: 1000, ...more }));
  const result = await run('test-impossible');
  // Of other processors the ports are not known, and nothing is judged.
  if (process.arch !== 'x64') {
    expect(result.outcome).toBe('ok');
    return;
  }
  expect(result).toMatchObject({ outcome: 'failed', samples: [] });
  expect(result.reason).toMatch(
    /^faster than this machine can be: its bytes at [\d.]+ [PE]B\/s are more than twice the [\d.]+ [GT]B\/s /,
  );
  expect((await run('sequential')).outcome).toBe('ok');
  // The cores that a process used count, whatever number of threads it asked for.
  const ofOneCore = await run('test-impossible-of-one-core', { threads: 8 });
  expect(ofOneCore.reason).toMatch(/^faster than this machine can be: its bytes at /);
});
