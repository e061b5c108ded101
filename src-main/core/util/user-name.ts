import { userInfo } from 'node:os';

/** The name of the user; the number where the system knows no name for it, as in many containers. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
