import { afterAll, describe, expect, it } from 'vitest';
import type { EngineCase } from '../../src-main/contract/engine-protocol.ts';
import { createEngineSupervisor } from '../../src-main/core/engines/engine-supervisor.ts';
import { createForkEngine } from '../../src-main/hosts/fork-engine.ts';
import { testNativeFolder } from '../helpers/paths.ts';
import { orphansOf } from '../soak/processes.ts';

const engineCase = (variant: string): EngineCase => ({
  index: 0,
  workload: 'histogram',
  variant,
  values: { n: 100_000, bins: 8 },
  inputKey: '',
  policy: {
    ...{ criterion: 'fixed', parameters: { samples: 12 }, timeLimitS: null },
    ...{ repetitions: 1, order: 'sequential' },
  },
  repetition: 0,
});

/** Variants that do wrong on purpose, in the product's own engine. */
describe('bad native code', () => {
  const home = `/nowhere/bad-native-${process.pid}`;
  const supervisor = createEngineSupervisor({
    fork: createForkEngine(),
    // By its home a process is told from those of other tests.
    environment: { BREAKEVEN_NATIVE: testNativeFolder, BREAKEVEN_HOME: home },
  });
  afterAll(() => supervisor.restart());

  it.each([
    ['test-crash', 30_000, /^the engine stopped: signal SIGSEGV/],
    ['test-hang', 1500, /^the engine stopped: it did not respond for 1\.5 s$/],
    ['test-throw', 30_000, /^thrown on purpose$/],
    ['test-memory', 30_000, /^ran out of host memory$/],
    ['test-threads', 30_000, /^it leaves threads behind: \d+ before a run, \d+ after it$/],
    [
      'test-fork',
      30_000,
      /^\d+ process(?: was|es were) still running after the case and (?:was|were) ended$/,
    ],
    ['test-descriptors', 30_000, /^the engine stopped: /],
  ])('%s costs its own case, and says why', async (variant, hangLimitMs, reason) => {
    const bad = await supervisor.run(engineCase(variant), { hangLimitMs });
    expect(bad).toMatchObject({ outcome: 'failed', samples: [] });
    expect(bad.reason).toMatch(reason);
    // None of them is found by its silence but the one that is silent.
    if (variant !== 'test-hang') expect(bad.reason).not.toContain('did not respond');
    // Its engine is ended, and so is whatever the variant left.
    expect(await orphansOf(home)).toEqual([]);
    const good = await supervisor.run(engineCase('sequential'), { hangLimitMs: 60_000 });
    expect(good).toMatchObject({ outcome: 'ok', verification: { passed: true } });
  });
});
