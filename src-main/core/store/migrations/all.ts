import type { RawDatabase } from '../sqlite.ts';
import { runs } from './0001-runs.ts';
import { curation } from './0002-curation.ts';
import { search } from './0003-search.ts';
import { peaks } from './0004-ceilings.ts';
import { origin } from './0005-origin.ts';
import { caseLookup } from './0006-case-lookup.ts';
import { trends } from './0007-trends.ts';
import { processes } from './0008-processes.ts';
import { repetitions } from './0009-repetitions.ts';
import { labs } from './0010-labs.ts';
import { results } from './0011-results.ts';
import { lookups } from './0012-lookups.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  runs,
  curation,
  search,
  peaks,
  origin,
  caseLookup,
  trends,
  processes,
  repetitions,
  labs,
  results,
  lookups,
];

export const latestVersion = migrations.length;

export function versionOf(raw: RawDatabase): number {
  return Number(raw.pragma('user_version', { simple: true }));
}

/**
 * Brings the database to `target`, each step in a transaction of its own: a step that fails leaves the version before
 * it. The version is read again under the write lock, so that two processes opening an old database take turns.
 */
export function migrate(raw: RawDatabase, target: number = latestVersion): void {
  for (const step of migrations) {
    if (step.version > target) return;
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
