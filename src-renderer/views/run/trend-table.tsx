import { changeText } from '../../../src-main/contract/change-text.ts';
import type { Trend } from '../../../src-main/contract/procedures/trends.ts';
import { hrefOf } from '../../state/route.ts';
import { dateTime, nanosecondInterval, nanoseconds } from '../../ui/format.ts';
import { Head, numbers, TableBox } from '../../ui/table-box.tsx';

const states = {
  changed: { text: 'changed', tone: 'active' },
  steady: { text: 'steady', tone: 'plain' },
  'too-few': { text: 'too few runs', tone: 'plain' },
} as const satisfies Record<Trend['state'], { text: string; tone: string }>;

/** One row per case: the current segment and the latest change point. The name of a case shows its figure. */
export function TrendTable({
  trends,
  nameOf,
  shown,
  choose,
}: {
  readonly trends: readonly Trend[];
  readonly nameOf: (trend: Trend) => string;
  /** Index of the case whose figure is shown. */
  readonly shown: number;
  readonly choose: (caseIndex: number) => void;
}) {
  return (
    <TableBox label="Cases over the runs" low>
      <table class="table">
        <Head
          columns={[
            'Case',
            ...numbers('Runs', 'Current median', '95 % CI'),
            'State',
            'Latest change point',
            'Since',
          ]}
        />
        <tbody>
          {trends.map((trend) => (
            <tr key={trend.caseIndex}>
              <th scope="row">
                <button
                  type="button"
                  class="pick"
                  aria-pressed={trend.caseIndex === shown}
                  onClick={() => choose(trend.caseIndex)}
                >
                  {nameOf(trend)}
                </button>
              </th>
              <Cells trend={trend} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function Cells({ trend }: { readonly trend: Trend }) {
  const level = trend.segments.at(-1);
  const step = trend.changePoints.at(-1);
  const { text, tone } = states[trend.state];
  return (
    <>
      <td class="number">{trend.runs}</td>
      <td class="number strong">{nanoseconds(level?.medianNs, ...(level?.ci95 ?? []))}</td>
      <td class="number">
        {trend.state === 'too-few' ? '–' : nanosecondInterval(level?.ci95[0], level?.ci95[1])}
      </td>
      <td>
        <span class={`badge ${tone}`}>{text}</span>
        {trend.notes.length === 0 ? null : (
          <span class="badge warn" title={trend.notes.join('\n')}>
            {trend.notes.length === 1 ? 'note' : `${trend.notes.length} notes`}
          </span>
        )}
      </td>
      <td>
        {step === undefined ? (
          '–'
        ) : (
          <>
            <span class={`badge ${step.ratio > 1 ? 'bad' : 'good'}`}>
              {step.ratio > 1 ? 'slower' : 'faster'}
            </span>{' '}
            {changeText(step.ratio, step.ci95)}
          </>
        )}
      </td>
      <td>
        {step === undefined ? (
          '–'
        ) : (
          <a href={hrefOf({ screen: 'run', ref: step.after.runId, tab: 'results' })}>
            <time dateTime={step.after.at}>{dateTime(step.after.at)}</time>
          </a>
        )}
      </td>
    </>
  );
}
