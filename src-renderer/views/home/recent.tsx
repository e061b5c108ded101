import type { HistoryRow } from '../../../src-main/contract/run-results.ts';
import { keyNumber } from '../../state/key-number.ts';
import { hrefOf } from '../../state/route.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { dateTime, plural } from '../../ui/format.ts';

/** The last runs with the number that each is remembered by. */
export function Recent({ rows }: { readonly rows: readonly HistoryRow[] }) {
  return (
    <ul class="recent">
      {rows.map((row) => (
        <RecentRun key={row.id} row={row} />
      ))}
    </ul>
  );
}

function RecentRun({ row }: { readonly row: HistoryRow }) {
  const key = keyNumber(row.results);
  return (
    <li>
      <a href={hrefOf({ screen: 'run', ref: row.id, tab: 'results' })}>
        <span class="named">
          <span class="title">{row.title}</span>
          {row.status === 'complete' ? null : <StatusBadge status={row.status} />}
        </span>
        {key === null ? (
          <span class="muted">{plural(row.cases, 'case')}</span>
        ) : (
          <span class="key-number" title={`${key.text}: ${key.about}`}>
            <strong>{key.text}</strong> <span class="muted">{key.about}</span>
          </span>
        )}
        <time dateTime={row.createdAt} class="muted">
          {dateTime(row.createdAt)}
        </time>
      </a>
    </li>
  );
}
