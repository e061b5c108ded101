import { expect, it } from 'vitest';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { engines, makeRunner, planOf, store, useEngines } from './runner-over-scripted.ts';

const fault = 'cudaErrorDevicesUnavailable (CUDA-capable device(s) is/are busy or unavailable)';

it('a device that falls off in the second repetition costs its own variant, and nothing stored', async () => {
  let isGone = false;
  let asked = 0;
  useEngines(
    createScriptedEngines(undefined, undefined, {
      deviceFault() {
        asked += 1;
        // Its two cases are measured once.
        isGone ||= asked > 2;
        return isGone ? fault : null;
      },
    }),
  );
  const plan = planOf(
    { variants: ['accelerated', 'sequential', 'parallel'], sweep: { n: [1000, 2000] } },
    { repetitions: 3 },
  );
  const runner = makeRunner();
  const id = await runner.start(plan, 'lost');
  await runner.idle();
  const { run, cases } = store.run(id);
  const of = Map.groupBy(cases, ({ variant }) => variant);
  const seen = (variant: string) =>
    of.get(variant)?.map(({ index, outcome, reason }) => ({
      outcome,
      reason,
      repetitions: new Set(store.samples(id, index).map(({ repetition }) => repetition)).size,
    }));
  expect(run).toMatchObject({ status: 'complete' });
  expect(seen('accelerated')).toEqual(
    [0, 1].map(() => ({ outcome: 'failed', reason: fault, repetitions: 1 })),
  );
  for (const variant of ['sequential', 'parallel']) {
    expect(seen(variant)).toEqual(
      [0, 1].map(() => ({ outcome: 'ok', reason: null, repetitions: 3 })),
    );
  }
  // A process whose device is gone is not asked again.
  expect(engines.processes.length).toBeGreaterThan(3);
});
