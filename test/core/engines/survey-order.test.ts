import { expect, it, vi } from 'vitest';
import { createMeasuring } from '../../../src-main/core/engines/engines.ts';
import { forkScriptedEngine } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const order: string[] = [];
vi.mock('../../../src-main/core/machine/measured-code.ts', () => ({
  measuredCode: () => {
    order.push('code is read');
    return Promise.resolve({});
  },
}));

it.each([
  ['looks at what other programs take before it works itself', false],
  ['has worked before it looks, where the engines were started early', true],
])('%s', async (_title, isEarly) => {
  order.length = 0;
  const home = temporaryFolder();
  const measuring = createMeasuring(home, forkScriptedEngine, undefined, async () => {
    order.push('machine is looked at');
    await Promise.resolve();
    order.push('machine is known');
    return [];
  });
  try {
    if (isEarly) measuring.startEarly();
    await measuring.survey();
  } finally {
    await measuring.close();
  }
  const looks = ['machine is looked at', 'machine is known'];
  expect(order).toEqual(isEarly ? ['code is read', ...looks] : [...looks, 'code is read']);
});
