import type { ComponentChild } from 'preact';
import type { Trend, TrendChange } from '../../../src-main/contract/procedures/trends.ts';
import { hrefOf } from '../../state/route.ts';
import { dateTime, nanosecondInterval, nanoseconds } from '../../ui/format.ts';
import { Table } from '../../ui/table-box.tsx';
import { ChangeOf } from '../changes/table.tsx';

const states = {
  changed: { text: 'changed', tone: 'active' },
  steady: { text: 'steady', tone: 'plain' },
  'too-few': { text: 'too few runs', tone: 'plain' },
} as const satisfies Record<Trend['state'], { text: string; tone: string }>;

type Props = {
  readonly trends: readonly Trend[];
  readonly nameOf: (trend: Trend) => string;
  /** Index of the case whose figure is shown. */
  readonly shown: number;
  readonly choose: (caseIndex: number) => void;
};

/** One row per case: the current segment and the latest change point. The name of a case shows its figure. */
export function TrendTable({ trends, nameOf, shown, choose }: Props) {
  return (
    <Table
      label="Cases over the runs"
      low
      rows={trends}
      keyOf={({ caseIndex }) => caseIndex}
      columns={[
        [
          'Case',
          (trend) => (
            <button
              type="button"
              class="pick"
              aria-pressed={trend.caseIndex === shown}
              onClick={() => choose(trend.caseIndex)}
            >
              {nameOf(trend)}
            </button>
          ),
        ],
        ['Runs', ({ runs }) => runs, 'number'],
        [
          'Current median',
          ({ segments }) =>
            nanoseconds(segments.at(-1)?.medianNs, ...(segments.at(-1)?.ci95 ?? [])),
          'number strong',
        ],
        [
          '95 % CI',
          ({ state, segments }) =>
            state === 'too-few' ? '–' : nanosecondInterval(...(segments.at(-1)?.ci95 ?? [])),
          'number',
        ],
        ['State', (trend) => <State trend={trend} />],
        ['Latest change point', (trend) => ofLast(trend, (step) => <ChangeOf step={step} />)],
        [
          'Since',
          (trend) =>
            ofLast(trend, ({ after }) => (
              <a href={hrefOf({ screen: 'run', ref: after.runId, tab: 'results' })}>
                <time dateTime={after.at}>{dateTime(after.at)}</time>
              </a>
            )),
        ],
      ]}
    />
  );
}

const ofLast = ({ changePoints }: Trend, show: (step: TrendChange) => ComponentChild) => {
  const step = changePoints.at(-1);
  return step === undefined ? '–' : show(step);
};

function State({ trend: { state, notes } }: { readonly trend: Trend }) {
  const { text, tone } = states[state];
  return (
    <>
      <span class={`badge ${tone}`}>{text}</span>
      {notes.length === 0 ? null : (
        <span class="badge warn" title={notes.join('\n')}>
          {notes.length === 1 ? 'note' : `${notes.length} notes`}
        </span>
      )}
    </>
  );
}
