import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder inside that of the test file (`user-folder.ts`), with which it is removed. */
export const temporaryFolder = (): string =>
  mkdtempSync(join(process.env.BREAKEVEN_TEST_FOLDER ?? tmpdir(), 'test-'));
