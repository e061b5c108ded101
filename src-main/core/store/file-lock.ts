import { closeSync, constants, fchmodSync, fstatSync, openSync } from 'node:fs';
import { type BreakevenError, environmentFault } from '../../contract/failure.ts';
import { systemAddon } from '../util/system-addon.ts';
import { systemCode } from '../util/system-error.ts';

/** An empty file of which the kernel locks places (see `SystemAddon`); closing it, or the end of this process, ends them. */
export type LockFile = {
  tryLock(place: number): boolean;
  unlock(place: number): void;
  /** Whether another open file has one of so many places. */
  isLocked(place: number, count: number): boolean;
  /** Unlocks these places, which are locked, and closes the file. */
  close(places?: Iterable<number>): void;
};

const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Others may have put anything there: no link is followed, no lease or pipe is waited for. Node adds O_CLOEXEC. */
const cautious = O_RDWR | O_NOFOLLOW | O_NONBLOCK;

/**
 * Opens an empty file to lock, which is made with this mode where there is none, and neither written nor removed.
 *
 * @throws BreakevenError `environment` where it is no regular file, or cannot be opened.
 */
export function openLockFile(path: string, mode = 0o600): LockFile {
  const { tryLock, unlock, isLocked } = systemAddon();
  const descriptor = open(path, mode);
  if (!fstatSync(descriptor).isFile()) {
    closeSync(descriptor);
    throw refused(path, 'it is not a regular file');
  }
  return {
    tryLock: (place) => tryLock(descriptor, place),
    unlock: (place) => unlock(descriptor, place),
    isLocked: (place, count) => isLocked(descriptor, place, count),
    close(places = []) {
      for (const place of places) unlock(descriptor, place);
      closeSync(descriptor);
    },
  };
}

/** Others may make the file in the same moment, and give it to everybody a moment later. */
const maxAttempts = 10;

/** Without O_CREAT where it is there: with it the kernel refuses files of other users in a shared folder (fs.protected_regular). */
function open(path: string, mode: number): number {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return openSync(path, cautious);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EACCES' && attempt < maxAttempts) continue;
      if (code !== 'ENOENT') throw refused(path, reasons[code ?? ''] ?? String(error));
    }
    try {
      const descriptor = openSync(path, cautious | O_CREAT | O_EXCL, mode);
      // Whatever the mask of this process.
      fchmodSync(descriptor, mode);
      return descriptor;
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EEXIST' && attempt < maxAttempts) continue;
      throw refused(path, reasons[code ?? ''] ?? String(error));
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EAGAIN: 'another process keeps it from being opened',
  EROFS: 'its file system is read-only',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link',
  ENOENT: 'its folder does not exist',
  ENXIO: 'it is not a regular file',
};

const refused = (path: string, reason: string): BreakevenError =>
  environmentFault(`${path} cannot be locked: ${reason}`);
