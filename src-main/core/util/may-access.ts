import { accessSync, constants } from 'node:fs';

const modes = { read: constants.R_OK, run: constants.X_OK } as const;

/** Whether this user may do that with a file or folder; false where there is none. */
export function mayAccess(path: string, mode: keyof typeof modes): boolean {
  try {
    accessSync(path, modes[mode]);
    return true;
  } catch {
    return false;
  }
}
