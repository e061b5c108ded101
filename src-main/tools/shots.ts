import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.ts';

/**
 * `npm run shots [folder] [names]`: every screen, light and dark, at 1280 and 1920, over the sample results (those of a GPU
 * among them) and made-up runs, to be looked at one by one. The interface must be built.
 */
export function main(args: readonly string[]): number {
  const script = join(root, 'test', 'e2e', 'screenshots.ts');
  const given = args.length === 0 ? [join('out', 'screenshots')] : args;
  const { status } = spawnSync(process.execPath, [script, ...given], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
}
