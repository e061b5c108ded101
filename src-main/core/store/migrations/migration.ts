import type { RawDatabase } from '../sqlite.ts';

/** One step of the schema. Append-only: a step that was shipped is never edited. */
export type Migration = {
  /** Counts from 1 without gaps; kept in the database's `user_version`. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** Gives data to what `sql` made, in the same transaction. */
  readonly fill?: (raw: RawDatabase) => void;
};
