import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../helpers/is-alive.ts';

describe('an engine whose parent is killed', () => {
  // `hang` leaves its event loop free; `deaf` blocks the main thread, as long native code there would.
  it.each(['hang', 'deaf'])('ends within 2 s while %s runs', async (variant) => {
    const file = join(import.meta.dirname, '..', 'helpers', 'engine-parent.ts');
    const parent = spawn(process.execPath, [file, variant], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const engine = Number(line.toString());
    expect(isAlive(engine)).toBe(true);
    const before = performance.now();
    parent.kill('SIGKILL');
    while (isAlive(engine) && performance.now() - before < 10_000) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const took = performance.now() - before;
    expect(took).toBeLessThan(2000);
  });
});
