import { buildHere } from './build.ts';
import { cliBundle } from './paths.ts';
import { show, withFailures } from './steps.ts';

/** `npm run quick`: builds what is missing or stale, then runs the `quick` preset into `out/`. */
export function main(args: readonly string[]): Promise<number> {
  return withFailures(async () => {
    await buildHere();
    // What an earlier quick run left there is this command's own.
    const words = ['run', '--preset', 'quick', '--out', 'out', '--force', ...args];
    return show(process.execPath, [cliBundle, ...words]);
  });
}
