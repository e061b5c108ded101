import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createForkEngine } from '../../src-main/hosts/fork-engine.ts';
import { testNativeFolder } from '../helpers/paths.ts';

const own = '/proc/self/oom_score_adj';

it.skipIf(!existsSync(own))('an engine is what the system ends first for memory', async () => {
  const child = createForkEngine()({ BREAKEVEN_NATIVE: testNativeFolder });
  const ended = new Promise((resolve) => child.onExit(resolve));
  try {
    await new Promise<void>((resolve, reject) => {
      child.onEvent(({ type }) => (type === 'ready' ? resolve() : undefined));
      child.onExit((how) => reject(new Error(how)));
    });
    expect(Number(readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8'))).toBe(1000);
    // Who started it keeps its place.
    expect(Number(readFileSync(own, 'utf8'))).toBeLessThan(1000);
  } finally {
    child.kill();
    await ended;
  }
});
