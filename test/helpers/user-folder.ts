import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';

// Every test file has a user data folder, and a folder of locks, of its own: none sees, or leaves anything in, that of
// whoever runs the tests.
const folder = mkdtempSync(join(tmpdir(), 'breakeven-user-'));
// Another user, as whom some tests act, may reach what is in it.
chmodSync(folder, 0o711);
process.env.BREAKEVEN_TEST_FOLDER = folder;
process.env.XDG_DATA_HOME = folder;
process.env.BREAKEVEN_LOCK_FOLDER = mkdtempSync(join(folder, 'locks-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // The next file may run in the same process.
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
