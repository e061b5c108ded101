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
import { dateTime, nanoseconds } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table-box.tsx';

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
