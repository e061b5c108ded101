import type { RawDatabase } from '../sqlite.ts';

/** One step of the schema. Append-only: a step that was shipped is never edited. */
export type Migration = {
  /** Counts from 1 without gaps; kept in the database's `user_version`. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /**
   * Gives the data of one run, by its `seq`, to what `sql` made. A run for which it throws keeps what `sql` gave it: one
   * bad row does not stop the others.
   */
  readonly fill?: (raw: RawDatabase, run: number) => void;
};
