import type { Migration } from './migration.ts';

/**
 * What people add to runs: tags, notes, pins, a baseline, views and the trash. Every order that history offers has an
 * index of its own over the runs that are not in the trash, ended by the id so that a keyset names one row.
 */
export const curation: Migration = {
  version: 2,
  name: 'curation',
  sql: `
ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN baseline INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN deleted_at TEXT;

CREATE TABLE run_tag (
  tag TEXT NOT NULL COLLATE NOCASE,
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  PRIMARY KEY (tag, run)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_tag_by_run ON run_tag (run);

CREATE TABLE saved_view (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  query TEXT NOT NULL,
  options TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

DROP INDEX run_by_created;
CREATE INDEX run_by_created ON run (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX run_by_title ON run (title, id) WHERE deleted_at IS NULL;
CREATE INDEX run_by_status ON run (status, id) WHERE deleted_at IS NULL;
CREATE INDEX run_by_device ON run (device, id) WHERE deleted_at IS NULL;
CREATE INDEX run_by_cases ON run (cases, id) WHERE deleted_at IS NULL;
CREATE INDEX run_in_trash ON run (created_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX run_pinned ON run (created_at, id) WHERE pinned = 1 AND deleted_at IS NULL;
CREATE UNIQUE INDEX run_baseline ON run (baseline) WHERE baseline = 1 AND deleted_at IS NULL;
`,
};
