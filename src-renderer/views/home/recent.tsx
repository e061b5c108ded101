import type { RunRow } from '../../../src-main/contract/run.ts';
import { useApp } from '../../state/context.ts';
import { hrefOf } from '../../state/route.ts';
import { firstFacet, type KeyNumber, keyNumber } from '../../state/run-summary.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { dateTime, plural } from '../../ui/format.ts';
import { useCall } from '../../ui/use-call.ts';

/** Reading a run of more cases takes time that a first screen does not have. */
const maxCases = 500;

/** What a run is remembered by; null while it is not known, and of a run that is large or under way. */
export function useKeyNumber(row: RunRow): KeyNumber | null {
  const app = useApp();
  // What is measured now must not be disturbed by reading what was measured before.
  const rests = app.live.progress.value?.status !== 'running' && app.elsewhere.run.value === null;
  const readable = rests && row.cases <= maxCases && row.ok > 0 && row.status !== 'running';
  // Not what the run's own screen keeps: peaks may be measured between now and then.
  const { value: detail } = useCall('run', readable ? { ref: row.id } : null);
  const facet = detail === null ? null : firstFacet(detail, app.catalog.state.value.value);
  return facet === null ? null : keyNumber(facet);
}

/** The last runs with the number that each is remembered by. */
export function Recent({ rows }: { readonly rows: readonly RunRow[] }) {
  return (
    <ul class="recent">
      {rows.map((row) => (
        <RecentRun key={row.id} row={row} />
      ))}
    </ul>
  );
}

function RecentRun({ row }: { readonly row: RunRow }) {
  const key = useKeyNumber(row);
  return (
    <li>
      <a href={hrefOf({ screen: 'run', ref: row.id, tab: 'summary' })}>
        <span class="grow">{row.title}</span>
        {key === null ? (
          <span class="muted">{plural(row.cases, 'case')}</span>
        ) : (
          <span class="key-number" title={`${key.text}: ${key.about}`}>
            <strong>{key.text}</strong> <span class="muted">{key.about}</span>
          </span>
        )}
        {row.status === 'complete' ? null : <StatusBadge status={row.status} />}
        <time dateTime={row.createdAt} class="muted">
          {dateTime(row.createdAt)}
        </time>
      </a>
    </li>
  );
}
