import { arch, release, type as systemType } from 'node:os';
import type { EngineDescription } from '../../contract/engine-protocol.ts';
import { latestVersion } from '../store/migrations/all.ts';
import { loadSqlite } from '../store/sqlite.ts';
import { productVersion } from '../util/product-version.ts';
import { machineOf } from './doctor.ts';

/** What a report of a fault has to name: the product, what it runs on, and what it measures with. */
export function versionsOf(engine: EngineDescription | null): Readonly<Record<string, string>> {
  const machine = machineOf(engine ?? 'the engine did not start');
  const { electron, chrome, node } = process.versions;
  return {
    app: productVersion(),
    ...machine.versions,
    ...(electron === undefined ? {} : { electron }),
    ...(chrome === undefined ? {} : { chromium: chrome }),
    node,
    sqlite: sqliteVersion(),
    schema: String(latestVersion),
    system: `${systemType()} ${release()} ${arch()}`,
    processor: machine.cpuModel,
    gpus: machine.gpus.map(({ name }) => name).join(', ') || 'none',
  };
}

function sqliteVersion(): string {
  const raw = new (loadSqlite())(':memory:');
  try {
    return String(raw.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    raw.close();
  }
}
