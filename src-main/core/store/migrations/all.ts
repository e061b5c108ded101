import type { RawDatabase } from '../sqlite.ts';
import { baseline } from './0001-baseline.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [baseline];

export const latestVersion = migrations.length;

export function versionOf(raw: RawDatabase): number {
  return Number(raw.pragma('user_version', { simple: true }));
}

/**
 * Brings the database up to date, each step in a transaction of its own: a step that fails leaves the version before it.
 * The version is read again under the write lock, so that two processes opening an old database take turns.
 */
export function migrate(raw: RawDatabase, steps: readonly Migration[] = migrations): void {
  for (const step of steps) {
    raw
      .transaction(() => {
        if (versionOf(raw) >= step.version) return;
        raw.exec(step.sql);
        step.fill?.(raw);
        raw.pragma(`user_version = ${step.version}`);
      })
      .immediate();
  }
}
