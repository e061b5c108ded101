import type { RunRow } from '../../src-main/contract/run.ts';

/** Null takes the row out of the list. */
export type RowChange = (row: RunRow) => RunRow | null;

export type PendingChange = {
  /** The store has made it. `rows`: as it has them now; null leaves the change as it is. */
  settle(rows: readonly RunRow[] | null): void;
  /** It will not be made. */
  cancel(): void;
};

export type PendingRows = {
  /** Holds a change for pages that were read before the store made it. */
  add(ids: ReadonlySet<string>, change: RowChange): PendingChange;
  /** A page is asked for. Returns its number. */
  asked(): number;
  /** The rows of a page with the changes that it may not know. */
  apply(page: number, rows: readonly RunRow[]): readonly RunRow[];
};

/**
 * Changes show before the store has made them, and a page of the list that was asked for meanwhile may show the runs as
 * they were, or come after the store's own word. Each change therefore covers every page that was asked for before it
 * was settled; pages that are asked for later know it.
 */
export function createPendingRows(): PendingRows {
  type Entry = {
    readonly ids: ReadonlySet<string>;
    change: RowChange;
    /** The last page that may not know it; null while it is not settled. */
    until: number | null;
  };
  const entries = new Set<Entry>();
  let newest = 0;
  return {
    add(ids, change) {
      const entry: Entry = { ids, change, until: null };
      entries.add(entry);
      return {
        settle(rows) {
          entry.until = newest;
          if (rows === null) return;
          const byId = new Map(rows.map((row) => [row.id, row]));
          entry.change = (row) => byId.get(row.id) ?? row;
        },
        cancel() {
          entries.delete(entry);
        },
      };
    },
    asked() {
      // Of several pages under way only the newest is shown.
      for (const entry of entries) if (entry.until !== null) entries.delete(entry);
      newest += 1;
      return newest;
    },
    apply(page, rows) {
      const held = [...entries].filter(({ until }) => until === null || page <= until);
      if (held.length === 0) return rows;
      return rows.flatMap((row) => {
        let now: RunRow | null = row;
        for (const { ids, change } of held) if (now !== null && ids.has(now.id)) now = change(now);
        return now ?? [];
      });
    },
  };
}
