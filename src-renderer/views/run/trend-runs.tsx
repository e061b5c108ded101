import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { Trend } from '../../../src-main/contract/procedures/trends.ts';
import { useApp } from '../../state/context.ts';
import { hrefOf } from '../../state/route.ts';
import { dateTime, nanoseconds, plural } from '../../ui/format.ts';
import { Table } from '../../ui/table-box.tsx';
import { useCall } from '../../ui/use-call.ts';

type Props = { readonly detail: RunDetail; readonly trend: Trend };

/** The runs of a history as links, the newest first: what the points of its figure are, for the keyboard too. */
export function TrendRuns({ detail, trend: { caseIndex, scope } }: Props) {
  const rests = useApp().live.progress.value?.status !== 'running';
  const asked = { ref: detail.run.id, index: caseIndex, scope, points: true, limit: 1 };
  const { value } = useCall('trends', rests ? asked : null, detail);
  const points = value?.trends[0]?.points ?? [];
  if (points.length === 0) return null;
  return (
    <details>
      <summary>{plural(points.length, 'run')} of this case</summary>
      <Table
        label="Runs of this case"
        kind="dense"
        low
        rows={points.toReversed()}
        columns={[
          [
            'Run',
            ({ runId }) => (
              <a href={hrefOf({ screen: 'run', ref: runId, tab: 'results' })}>{runId}</a>
            ),
          ],
          ['Date', ({ at }) => <time dateTime={at}>{dateTime(at)}</time>],
          ['Commit', ({ commit }) => (commit ? <code>{commit.slice(0, 8)}</code> : '–')],
          ['Median', ({ medianNs, ci95 }) => nanoseconds(medianNs, ci95?.[0], ci95?.[1]), 'number'],
        ]}
      />
    </details>
  );
}
