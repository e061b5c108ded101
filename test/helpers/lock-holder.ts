import { acquireRunLock } from '../../src-main/core/run/run-lock.ts';
import { openLockFile } from '../../src-main/core/store/file-lock.ts';
import { systemAddon } from '../../src-main/core/util/system-addon.ts';

/**
 * Takes the lock of the given name as the given user, says so, and keeps it until it is killed. With a file it holds that
 * alone, as a process of another container does whose network is its own.
 */
const [name, user = '', file] = process.argv.slice(2);
process.umask(0o077);
// Another user may not read the folder that this is loaded from.
systemAddon();
if (user !== '') process.setuid?.(Number(user));
if (file === undefined) {
  await acquireRunLock({
    name,
    holder: { pid: process.pid, user: 'ada', what: 'the run "first"' },
  });
} else if (!openLockFile(file, 0o666).tryLock(0)) {
  throw new Error('somebody else has it');
}
process.stdout.write('held\n');
setInterval(() => {}, 1000);
