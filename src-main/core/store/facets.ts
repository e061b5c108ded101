import type { FacetValue, HistoryFacets } from '../../contract/procedures/history.ts';
import { filterOf } from './filter.ts';
import { storedAxes } from './history.ts';
import type { Database } from './sqlite.ts';

/** How many of the runs that a query selects have each workload, status, device, class of machine and tag. */
export function readFacets(
  database: Database,
  query: string,
  limit: number,
  changeLimit: () => number,
): HistoryFacets {
  const filter = filterOf(query, { axes: storedAxes(database), changeLimit });
  const records = database
    .prepare<{ readonly facet: string; readonly value: string; readonly n: number }>(
      `WITH hit AS MATERIALIZED (SELECT r.seq, r.status, r.device, r.class FROM run AS r WHERE ${filter.sql})
       SELECT 'total' AS facet, '' AS value, count(*) AS n FROM hit
       UNION ALL SELECT 'status', status, count(*) FROM hit GROUP BY status
       UNION ALL SELECT 'device', device, count(*) FROM hit GROUP BY device
       UNION ALL SELECT 'class', class, count(*) FROM hit GROUP BY class
       UNION ALL SELECT 'workload', w.workload, count(*) FROM hit CROSS JOIN run_workload AS w ON w.run = hit.seq
         GROUP BY w.workload
       UNION ALL SELECT 'tag', t.tag, count(*) FROM hit CROSS JOIN run_tag AS t ON t.run = hit.seq GROUP BY t.tag`,
    )
    .all(...filter.parameters);
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
    class: facet('class'),
    tag: facet('tag'),
  };
}
