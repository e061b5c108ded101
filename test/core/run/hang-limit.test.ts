import { describe, expect, it } from 'vitest';
import type { CaseEstimate } from '../../../src-main/contract/engine-protocol.ts';
import type { EngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { newRun, planned, result, scope } from '../store/fixtures.ts';
import { executeScripted } from './execute-scripted.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

/** How long a case with this estimate may be silent, in seconds. */
async function limitOf(
  estimate?: Partial<CaseEstimate>,
  policy: { readonly hangLimitS?: number } = {},
): Promise<number> {
  const whole = { hostBytes: 0, deviceBytes: 0, seconds: 0, ...estimate };
  const plain = planned(0, { workload: 'count', values: { n: 10 } });
  const only = {
    ...plain,
    policy: { ...plain.policy, ...policy },
    ...(estimate === undefined ? {} : { estimate: whole }),
  };
  const { id } = store.createRun(newRun([only]));
  const limits: number[] = [];
  const run: EngineSupervisor['run'] = async (_case, { hangLimitMs }) => {
    limits.push(hangLimitMs / 1000);
    return result({ samples: [scope('kernel', 0, [1, 2, 3])] });
  };
  await executeScripted({ store, runId: id, run });
  expect(limits).toHaveLength(1);
  return limits[0] ?? Number.NaN;
}

describe('the silence of an engine that is taken for work', () => {
  it('is ten times what the computation is estimated to take', async () => {
    expect(await limitOf({ seconds: 30 })).toBe(300);
  });

  it('counts the time in which the input is made', async () => {
    expect(await limitOf({ seconds: 1, inputSeconds: 29 })).toBe(300);
    expect(await limitOf({ seconds: 0, inputSeconds: 30 })).toBe(300);
  });

  it('is a minute for what is short', async () => {
    expect(await limitOf({ seconds: 0, inputSeconds: 0 })).toBe(60);
    expect(await limitOf({ seconds: 5.9 })).toBe(60);
    expect(await limitOf({ seconds: 6.1 })).toBeCloseTo(61, 9);
  });

  it('is what the policy says, whatever is estimated', async () => {
    expect(await limitOf({ seconds: 30 }, { hangLimitS: 2.5 })).toBe(2.5);
    expect(await limitOf(undefined, { hangLimitS: 900 })).toBe(900);
  });

  it('is ten minutes where nobody knows how long the case takes', async () => {
    expect(await limitOf()).toBe(600);
  });
});
