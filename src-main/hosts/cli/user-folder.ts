import { existsSync } from 'node:fs';

/**
 * The folder that the user stands in where npm started this process in another one: `npm run breakeven` goes to the
 * folder of the package first. Null where the process stands where the user does.
 */
export function userFolder(env: Readonly<Record<string, string | undefined>>): string | null {
  // A script of another package, or another script of this one, may have gone where it wants relative paths to resolve.
  const isOwnScript =
    env.npm_lifecycle_event === 'breakeven' && env.npm_package_name === 'breakeven';
  const folder = isOwnScript ? env.INIT_CWD : undefined;
  return folder !== undefined && existsSync(folder) ? folder : null;
}
