import { acquireRunLock } from '../../src-main/core/run/run-lock.ts';

/** Takes the lock of the given name, says so, and keeps it until it is killed. */
await acquireRunLock({
  name: process.argv[2],
  holder: { pid: process.pid, user: 'ada', what: 'the run "first"' },
});
process.stdout.write('held\n');
setInterval(() => {}, 1000);
