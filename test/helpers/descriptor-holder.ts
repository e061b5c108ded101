import { openSync } from 'node:fs';
import { systemAddon } from '../../src-main/core/util/system-addon.ts';

/** Takes the kernel's lock of the file that is named, says so, and keeps it until it is killed. */
const [file = ''] = process.argv.slice(2);
if (!systemAddon().tryLock(openSync(file, 'r+'), 0)) throw new Error('somebody else has it');
process.stdout.write('held\n');
setInterval(() => {}, 1000);
