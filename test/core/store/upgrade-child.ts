import { once } from 'node:events';
import { openStore } from '../../../src-main/core/store/store.ts';
import { withSecondVersion } from './first-version.ts';

// Opens the store when it is told to, and says what came of it.
const home = process.argv[2] ?? '';
process.stdout.write('ready\n');
await once(process.stdin, 'data');
try {
  const store = openStore(home, { migrations: withSecondVersion });
  const ids = store.history({}).rows.map(({ id }) => id);
  const samples = store.samples('oldrun', 0, 'kernel').map(({ timesNs }) => [...timesNs]);
  process.stdout.write(JSON.stringify({ ids, samples, warnings: store.warnings }));
  store.close();
} catch (error) {
  process.stdout.write(JSON.stringify({ error: String(error) }));
}
process.exit();
