import type { FacetValue, HistoryFacets } from '../../contract/procedures/history.ts';
import { type Filter, filterOf, outsideTrash } from './filter.ts';
import { storedAxes } from './history.ts';
import type { Database } from './sqlite.ts';

export type Facets = { of(query: string, limit: number): HistoryFacets };

type FacetRecord = { readonly facet: string; readonly value: string; readonly n: number };

/** Answers that are kept until somebody writes. */
const kept = 50;

/**
 * Counts of the runs that a query finds, by workload, status, device and tag. The runs are found once and counted from
 * there; without a query the counts come from the indexes.
 */
export function createFacets(database: Database, changeLimit: () => number = () => -1): Facets {
  let known = { revision: '', byQuery: new Map<string, readonly FacetRecord[]>() };

  const count = (query: string): readonly FacetRecord[] => {
    const revision = database.revision();
    if (known.revision !== revision || known.byQuery.size >= kept) {
      known = { revision, byQuery: new Map() };
    }
    const before = known.byQuery.get(query);
    if (before !== undefined) return before;
    const filter = filterOf(query, { axes: storedAxes(database), changeLimit });
    const records =
      filter.sql === '1' && !filter.trash ? countAll(database) : countFound(database, filter);
    known.byQuery.set(query, records);
    return records;
  };

  return {
    of(query, limit) {
      const records = count(query);
      const facet = (name: string): readonly FacetValue[] =>
        records
          .filter((record) => record.facet === name)
          .map(({ value, n }) => ({ value, count: n }))
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
          .slice(0, limit);
      return {
        total: records.find((record) => record.facet === 'total')?.n ?? 0,
        workload: facet('workload'),
        status: facet('status'),
        device: facet('device'),
        tag: facet('tag'),
      };
    },
  };
}

function countFound(database: Database, filter: Filter): readonly FacetRecord[] {
  return database
    .prepare<FacetRecord>(
      `WITH hit AS MATERIALIZED (
         SELECT r.seq, r.status, r.device FROM run AS r WHERE ${outsideTrash(filter)} AND ${filter.sql})
       SELECT 'total' AS facet, '' AS value, count(*) AS n FROM hit
       UNION ALL SELECT 'status', status, count(*) FROM hit GROUP BY status
       UNION ALL SELECT 'device', device, count(*) FROM hit GROUP BY device
       UNION ALL SELECT 'workload', w.workload, count(*) FROM run_workload AS w
         WHERE w.run IN (SELECT seq FROM hit) GROUP BY w.workload
       UNION ALL SELECT 'tag', t.tag, count(*) FROM run_tag AS t
         WHERE t.run IN (SELECT seq FROM hit) GROUP BY t.tag`,
    )
    .all(...filter.parameters);
}

/**
 * Without a condition the counts come from the indexes, less what is in the trash. CROSS JOIN begins with the few runs
 * there, whatever SQLite would choose.
 */
function countAll(database: Database): readonly FacetRecord[] {
  const kept = 'FROM run WHERE trashed_at IS NULL';
  const less = (table: string, column: string): string =>
    `SELECT '${column}', ${column}, count(*) - (
       SELECT count(*) FROM run AS r CROSS JOIN ${table} AS gone
       WHERE gone.run = r.seq AND r.trashed_at IS NOT NULL AND gone.${column} = ${table}.${column})
     FROM ${table} GROUP BY ${column}`;
  return database
    .prepare<FacetRecord>(
      `WITH by_status AS MATERIALIZED (SELECT status, count(*) AS n ${kept} GROUP BY status)
       SELECT 'total' AS facet, '' AS value, coalesce(sum(n), 0) AS n FROM by_status
       UNION ALL SELECT 'status', status, n FROM by_status
       UNION ALL SELECT 'device', device, count(*) ${kept} GROUP BY device
       UNION ALL ${less('run_workload', 'workload')}
       UNION ALL ${less('run_tag', 'tag')}`,
    )
    .all()
    .filter(({ facet, n }) => facet === 'total' || n > 0);
}
