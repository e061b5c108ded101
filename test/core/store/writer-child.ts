import { readSync, writeSync } from 'node:fs';
import { openStore } from '../../../src-main/core/store/store.ts';
import { finished, newRun, planned, scope } from './fixtures.ts';

// Finishes cases until it is killed, and says each one's index once the store has returned. Asked to, it waits for a byte
// before each.
const home = process.argv[2] ?? '';
const asked = process.argv[3] === 'asked';
const store = openStore(home);
const { id } = store.createRun(newRun([planned(0)]));
writeSync(1, `run ${id}\n`);
for (let i = 0; !asked || readSync(0, Buffer.alloc(1)) === 1; i += 1) {
  const times = Array.from({ length: 20_000 }, (_, k) => i + k / 1000);
  const samples = [scope('kernel', 0, times), scope('call', 0, times)];
  store.saveCase(id, finished(i, { result: { samples } }));
  writeSync(1, `${i}\n`);
}
