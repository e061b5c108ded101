import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isAlive } from '../helpers/is-alive.ts';

describe('an engine whose parent is killed', () => {
  // `hang` leaves its event loop free; `deaf` blocks the main thread, as long native code there would.
  it.each(['hang', 'deaf'])('ends while %s runs', async (variant) => {
    const file = join(import.meta.dirname, '..', 'helpers', 'engine-parent.ts');
    const parent = spawn(process.execPath, [file, variant], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const engine = Number(line.toString());
    expect(isAlive(engine)).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(engine)).toBe(false), { timeout: 10_000 });
  });
});
