import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nativeOutput, root } from './paths.ts';
import { StepFailed, say, withFailures } from './steps.ts';

/** Of `test/soak/main.ts`, which is not imported: tests know tools, and tools no tests. */
type SoakMain = (
  args: readonly string[],
  native: string,
  tell: typeof say,
) => Promise<{ readonly wrong: string } | { readonly kept: boolean; readonly text: string }>;

/**
 * `npm run soak -- --minutes N [--seed S] [--only part-of-a-fault's-name] [--stores K] [--built]`: mixed work on one
 * store, or on K at once, by the sources or the bundles, while processes are killed and what they need runs out, with everything looked through after each fault.
 * Ends with 1 when something was lost.
 */
export function main(args: readonly string[]): Promise<number> {
  return withFailures(async () => {
    if (process.platform !== 'linux') throw new StepFailed('The soak test runs on Linux.');
    const file = pathToFileURL(join(root, 'test', 'soak', 'main.ts')).href;
    const soak = (await import(file)) as { readonly main: SoakMain };
    const ended = await soak.main(args, nativeOutput, say);
    if ('wrong' in ended) throw new StepFailed(ended.wrong);
    console.log(ended.text);
    return ended.kept ? 0 : 1;
  });
}
