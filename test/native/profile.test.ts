import { describe, expect, it } from 'vitest';
import { caseResultSchema } from '../../src-main/contract/run.ts';
import { engineCase, openAddon, testAddonFolder } from './native-addons.ts';

const addon = openAddon('cpu', testAddonFolder);

async function profiled(variant: string) {
  const events: string[] = [];
  const found = await addon.profile(engineCase('histogram', variant, { n: 1000 }), ({ phase }) => {
    events.push(phase);
  });
  return { ...caseResultSchema.parse(found), events };
}

describe('one execution for a profiler', () => {
  it('is verified and not timed', async () => {
    const { outcome, verification, samples, bytesMoved, events } = await profiled('sequential');
    expect([outcome, verification?.passed, samples, bytesMoved]).toEqual(['ok', true, [], 4032]);
    expect(events).not.toContain('sample');
    expect(events).not.toContain('warm-up');
  });

  it('counts for nothing with a wrong answer', async () => {
    const { outcome, reason } = await profiled('test-wrong');
    expect([outcome, reason]).toEqual([
      'failed',
      expect.stringMatching(/^wrong answer before the profiled execution: bin 7 is \d+/),
    ]);
  });
});
