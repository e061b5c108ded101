import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import type { EngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { createRunControl } from '../../../src-main/core/run/run-control.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { newRun, planned, policy, result, scope } from '../store/fixtures.ts';
import { executeScripted } from './execute-scripted.ts';

it('no case is skipped between cases, and each skip is told of once', () => {
  const control = createRunControl();
  control.begin(0, new AbortController().signal);
  expect([control.skip(1), control.skip(0)]).toEqual([false, true]);
  expect([control.end(), control.end(), control.skip(0)]).toEqual([true, false, false]);
});

describe('a pause', () => {
  it('holds the gate until it ends, however often it is begun', async () => {
    const control = createRunControl();
    const { signal } = new AbortController();
    await control.gate(signal);
    control.pause(true);
    control.pause(true);
    let open = false;
    const waiting = control.gate(signal).then(() => {
      open = true;
    });
    await setImmediate();
    expect(open).toBe(false);
    control.pause(false);
    control.pause(true);
    await setImmediate();
    expect(open).toBe(false);
    control.pause(false);
    await waiting;
    expect(open).toBe(true);
  });

  it('ends with the run', async () => {
    const control = createRunControl();
    const stop = new AbortController();
    control.pause(true);
    const waiting = control.gate(stop.signal);
    stop.abort(new BreakevenError('cancelled', 'the run was cancelled'));
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a skipped round', () => {
  let store: Store;
  freshStore((opened) => {
    store = opened;
  });

  it('leaves the rounds before it, and none after it is measured', async () => {
    const only = planned(0, {
      workload: 'count',
      policy: { ...policy, repetitions: 4 },
      values: { n: 10 },
    });
    const { id } = store.createRun(newRun([only]));
    const control = createRunControl();
    const asked: number[] = [];
    const run: EngineSupervisor['run'] = async ({ repetition }, { signal }) => {
      asked.push(repetition);
      if (repetition < 2) return result({ samples: [scope('kernel', repetition, [1, 2, 3])] });
      queueMicrotask(() => control.skip(0));
      return await new Promise((_, reject) => {
        signal?.addEventListener('abort', () =>
          reject(new BreakevenError('cancelled', 'cancelled')),
        );
      });
    };
    await executeScripted({ store, runId: id, run, control });
    expect(asked).toEqual([0, 1, 2]);
    expect(store.run(id).cases[0]).toMatchObject({ outcome: 'ok', metrics: { kernel: { n: 6 } } });
    expect(store.samples(id, 0).map(({ repetition }) => repetition)).toEqual([0, 1]);
    const [skipped, closed] = store.logOf(id, 0, 10).slice(-2);
    expect(skipped).toMatchObject({
      level: 'warning',
      text: 'count sequential n=10, repetition 3 skipped: skipped by the user',
      caseIndex: 0,
    });
    const few = '2 of 4 repetitions: the others were skipped or not reached';
    expect(closed).toMatchObject({ level: 'warning', text: `count sequential n=10: ${few}` });
    expect(store.run(id).cases[0]?.warnings).toEqual([few]);
  });
});
