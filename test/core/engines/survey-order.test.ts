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

it('looks at what other programs take before it works itself', async () => {
  const home = temporaryFolder();
  const measuring = createMeasuring(home, forkScriptedEngine, undefined, async () => {
    order.push('machine is looked at');
    await Promise.resolve();
    order.push('machine is known');
    return [];
  });
  try {
    await measuring.survey();
  } finally {
    await measuring.close();
  }
  expect(order).toEqual(['machine is looked at', 'machine is known', 'code is read']);
});
