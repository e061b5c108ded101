import { useEffect } from 'preact/hooks';
import type { HistoryRow } from '../../../src-main/contract/run-results.ts';
import { useApp } from '../../state/context.ts';
import { keyNumber } from '../../state/key-number.ts';
import { hrefOf } from '../../state/route.ts';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The baseline and the pinned runs, with what each is remembered by and its history over the runs. */
export function Marked() {
  const { marked } = useApp();
  useEffect(() => void marked.load(), [marked]);
  const { value } = marked.state.value;
  if (value === null || (value.baseline === null && value.pinned.length === 0)) return null;
  const rows = [
    ...(value.baseline === null ? [] : [value.baseline]),
    ...value.pinned.filter(({ id }) => id !== value.baseline?.id),
  ];
  return (
    <Section title="Baseline and pinned runs">
      <ul class="recent marked-runs">
        {rows.map((row) => (
          <MarkedRun key={row.id} row={row} />
        ))}
      </ul>
    </Section>
  );
}

function MarkedRun({ row }: { readonly row: HistoryRow }) {
  const key = keyNumber(row.results);
  const { value } = useCall(
    'trends',
    key === null ? null : { ref: row.id, index: key.caseIndex, points: true, limit: 1 },
  );
  const [trend] = value?.trends ?? [];
  const points = trend?.points ?? [];
  return (
    <li>
      <a href={hrefOf({ screen: 'run', ref: row.id, tab: 'results' })}>
        <Icon name={row.baseline ? 'flag' : 'pin'} />
        <span class="grow">
          <span class="visually-hidden">{row.baseline ? 'Baseline' : 'Pinned'}: </span>
          {row.title}
        </span>
        {points.length < 2 || trend === undefined ? null : (
          <Sparkline
            values={points.map(({ medianNs }) => medianNs)}
            about={`${trend.variant}, ${points.length} runs: ${trend.sentence}`}
          />
        )}
        {key === null ? null : <strong title={key.about}>{key.text}</strong>}
      </a>
    </li>
  );
}
