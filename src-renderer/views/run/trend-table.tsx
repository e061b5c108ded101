import type { ComponentChild } from 'preact';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { changeText } from '../../../src-main/contract/change-text.ts';
import type {
  Trend,
  TrendChange,
  TrendDifference,
  TrendPoint,
} from '../../../src-main/contract/procedures/trends.ts';
import { useApp } from '../../state/context.ts';
import { hrefOf } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { dateTime, nanosecondInterval, nanoseconds, plural } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table-box.tsx';
import { useCall } from '../../ui/use-call.ts';
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

type TrendRunsProps = { readonly detail: RunDetail; readonly trend: Trend };

/** The runs of a history as links, the newest first: what the points of its figure are, for the keyboard too. */
export function TrendRuns({ detail, trend: { caseIndex, scope } }: TrendRunsProps) {
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

/** The change points of one case, latest first, each with the attributes that differ around it. */
export function TrendSteps({ trend, name }: { readonly trend: Trend; readonly name: string }) {
  const steps = [...trend.changePoints].reverse();
  return (
    <Section title={`Change points of ${name}`}>
      {steps.length === 0 ? <p>{sentence(trend.sentence)}</p> : null}
      {trend.notes.map((note) => (
        <p key={note} class="note">
          {sentence(note)}
        </p>
      ))}
      {steps.map((step) => (
        <Step key={step.at} trend={trend} step={step} />
      ))}
      {steps.length === 0 ? null : (
        <p class="muted">
          An attribute changes with the change point when it is constant in the nearest runs before
          and after it (up to eight each). It need not be the cause.
        </p>
      )}
    </Section>
  );
}

function Step({ trend, step }: { readonly trend: Trend; readonly step: TrendChange }) {
  const app = useApp();
  const { before, after, ratio, ci95, differences } = step;
  const [from, to] = [before, after].map(({ runId }) => `${runId}:${trend.variant}`);
  const word = ratio > 1 ? 'slower' : 'faster';
  const at = trend.changePoints.indexOf(step);
  const [old, now] = [trend.segments[at], trend.segments[at + 1]];
  return (
    <article class="step" aria-label={`${word} from run ${after.runId} on`}>
      <p>
        <span class={`badge ${ratio > 1 ? 'bad' : 'good'}`}>{word}</span>{' '}
        <span class="strong">{changeText(ratio, ci95)}</span>,{' '}
        {nanoseconds(old?.medianNs, ...(old?.ci95 ?? []))} to{' '}
        {nanoseconds(now?.medianNs, ...(now?.ci95 ?? []))}, between <RunLink point={before} /> and{' '}
        <RunLink point={after} />.{' '}
        <Button
          tone="quiet"
          icon="compare"
          onClick={() => app.go({ screen: 'compare', refs: [from ?? '', to ?? ''] })}
        >
          Compare the two
        </Button>
      </p>
      {differences.length === 0 ? (
        <p class="muted">No other recorded attribute differs between the two runs.</p>
      ) : (
        <Differences differences={differences} />
      )}
    </article>
  );
}

function RunLink({ point }: { readonly point: TrendPoint }) {
  return (
    <>
      <a href={hrefOf({ screen: 'run', ref: point.runId, tab: 'results' })}>
        <code>{point.runId}</code>
      </a>{' '}
      <span class="muted">({dateTime(point.at)})</span>
    </>
  );
}

function Differences({ differences }: { readonly differences: readonly TrendDifference[] }) {
  const text = (value: string | null) => value ?? <span class="muted">not known</span>;
  return (
    <Table
      label="Attributes that differ at the change point"
      rows={differences}
      columns={[
        ['Differs', ({ attribute }) => attribute],
        ['Before', ({ before }) => text(before)],
        ['After', ({ after }) => text(after)],
        [
          'At the change point',
          ({ lasting }) =>
            lasting ? (
              <span class="badge warn">changes with it</span>
            ) : (
              <span class="muted">differs between these two runs only</span>
            ),
        ],
      ]}
    />
  );
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
