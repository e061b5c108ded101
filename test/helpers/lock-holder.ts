import { acquireRunLock } from '../../src-main/core/run/run-lock.ts';
import { leaveNote, tryFileLock } from '../../src-main/core/store/file-lock.ts';

/**
 * Takes the lock of the given name, says so, and keeps it until it is killed. With a file it holds that alone, as a process
 * of another container does whose network is its own.
 */
const [name, file] = process.argv.slice(2);
const holder = { pid: process.pid, user: 'ada', what: 'the run "first"' };
if (file === undefined) {
  await acquireRunLock({ name, holder });
} else {
  if (typeof tryFileLock(file) === 'string') throw new Error('somebody else has it');
  leaveNote(file, JSON.stringify({ ...holder, pid: 7, host: 'container-2' }));
}
process.stdout.write('held\n');
setInterval(() => {}, 1000);
