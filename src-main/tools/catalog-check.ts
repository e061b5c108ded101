import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliBundle } from './paths.ts';
import { quietly, StepFailed } from './steps.ts';

/**
 * Asks what was built for its catalog and fails for what is wrong in it: a variant that is registered twice, say, of
 * which one would never run.
 *
 * @throws StepFailed with one line a fault.
 */
export async function checkCatalog(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-build-'));
  try {
    const words = [cliBundle, 'list', '--home', home];
    refuseFaults(await quietly('reading the catalog', process.execPath, words));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** `listed` is what `list` prints, notes included. */
export function refuseFaults(listed: string): void {
  const faults = listed.split('\n').filter((line) => line.startsWith('catalog: '));
  if (faults.length === 0) return;
  throw new StepFailed(`${faults.join('\n')}\nthe catalog of what was built is not sound`);
}
