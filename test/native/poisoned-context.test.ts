import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src-main/core/app.ts';
import { createForkEngine } from '../../src-main/hosts/fork-engine.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { obstacle, testAddonFolder } from './native-addons.ts';

/** What an engine does then is tried by a script in `test/core/run`. */
const why = obstacle('histogram', 'test-poison-cuda', testAddonFolder);

describe.skipIf(why !== null)(`a broken CUDA context${why === null ? '' : ` (${why})`}`, () => {
  it('costs the case of the kernel that broke it, and no other of the run', async () => {
    const fork = createForkEngine();
    const app = createApp({
      home: temporaryFolder(),
      lockName: `poison-${process.pid}`,
      forkEngine: (environment) => fork({ ...environment, BREAKEVEN_NATIVE: testAddonFolder }),
    });
    onTestFinished(() => app.close());
    const runId = await runToEnd(app, () =>
      app.api.startRun({
        configuration: {
          groups: ['test-poison-cuda', 'cuda-fast', 'sequential'].flatMap((variant) =>
            // Twice, so that each comes after the broken one whatever the order of devices is.
            [10_000, 20_000].map((n) => ({
              ...{ workload: 'histogram', variants: [variant], set: { n, bins: 8 }, sweep: {} },
            })),
          ),
          policy: {
            ...{ criterion: 'fixed', parameters: { samples: 12 }, timeLimitS: null },
            ...{ repetitions: 1, order: 'sequential' },
          },
          orderSeed: 1,
        },
      }),
    );
    const { cases } = await app.api.run({ ref: runId });
    const outcomes = Map.groupBy(cases, ({ variant }) => variant);
    for (const { outcome, reason } of outcomes.get('test-poison-cuda') ?? []) {
      expect([outcome, reason]).toEqual([
        'failed',
        expect.stringMatching(/^cudaError\w*(Address|Fault)/),
      ]);
    }
    for (const variant of ['cuda-fast', 'sequential']) {
      const found = outcomes.get(variant)?.map(({ outcome, reason }) => [outcome, reason]);
      expect(found).toEqual([
        ['ok', null],
        ['ok', null],
      ]);
    }
  });
});
