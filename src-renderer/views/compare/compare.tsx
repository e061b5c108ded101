import type { RunDetail } from '../../src-main/contract/api.ts';
import type { Metric } from '../../src-main/contract/run.ts';
import { format } from '../../src-main/contract/units.ts';
import { caseName } from '../state/case-name.ts';
import {
  environmentDifferences,
  intervalsApart,
  type Match,
  matchedCases,
} from '../state/compare-facts.ts';
import { useApp } from '../state/context.ts';
import { hrefOf } from '../state/route.ts';
import { varyingAxes } from '../state/run-facts.ts';
import { Button } from '../ui/button.tsx';
import { dateTime, nanosecondInterval, nanoseconds } from '../ui/format.ts';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Failed, Loading } from '../ui/states.tsx';
import { TableBox } from '../ui/table-box.tsx';
import { SpanSelect, useSpan } from './run/span-select.tsx';

/** Two to eight runs side by side: how their machines differ first, then the cases that they have in common. */
export function Compare({ refs }: { readonly refs: readonly string[] }) {
  const app = useApp();
  if (refs.length < 2) {
    return (
      <Page title="Compare">
        <Empty
          action={{ label: 'Choose runs in the history', run: () => app.go({ screen: 'history' }) }}
        >
          Tick two to eight runs in the history to see them side by side.
        </Empty>
      </Page>
    );
  }
  const resources = refs.slice(0, 8).map((ref) => app.run(ref));
  const details = resources.flatMap(({ state }) => state.value.value ?? []);
  const broken = resources.find(
    ({ state }) => state.value.failure !== null && !state.value.loading,
  );
  const failure = broken?.state.value.failure ?? null;
  return (
    <Page title="Compare" wide under={`${refs.length} runs; ratios are over the first`}>
      {failure !== null ? (
        <Failed
          what="One of the runs could not be loaded"
          failure={failure}
          retry={() => void broken?.load()}
        />
      ) : details.length < resources.length ? (
        <Loading what="the runs" />
      ) : (
        <Comparison details={details} />
      )}
    </Page>
  );
}

function Comparison({ details }: { readonly details: readonly RunDetail[] }) {
  const app = useApp();
  const [first] = details;
  if (first === undefined) return null;
  const toFront = (index: number) => {
    const ids = details.map(({ run }) => run.id);
    const [chosen] = ids.splice(index, 1);
    if (chosen !== undefined) app.go({ screen: 'compare', refs: [chosen, ...ids] });
  };
  return (
    <>
      <Differences details={details} />
      <Cases details={details} first={first} toFront={toFront} />
    </>
  );
}

function Differences({ details }: { readonly details: readonly RunDetail[] }) {
  const differences = environmentDifferences(details);
  return (
    <Section title="Environment">
      {differences.length === 0 ? (
        <p>All runs were taken on the same machine with the same versions.</p>
      ) : (
        <TableBox label="Differences of the environment">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Differs</th>
                {details.map(({ run }) => (
                  <th key={run.id} scope="col">
                    {run.title} <code>{run.id}</code>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differences.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, i) => (
                    <td key={details[i]?.run.id}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
    </Section>
  );
}

function Cases({
  details,
  first,
  toFront,
}: {
  readonly details: readonly RunDetail[];
  readonly first: RunDetail;
  readonly toFront: (index: number) => void;
}) {
  const span = useSpan(first);
  const matches = matchedCases(details, span);
  const axes = varyingAxes(matches.map(({ stored }) => stored)).map(({ id }) => id);
  return (
    <Section title="Cases in common" aside={<SpanSelect detail={first} />}>
      {matches.length === 0 ? (
        <Empty>These runs have no case in common: same workload, variant and values.</Empty>
      ) : (
        <TableBox label="Cases in common">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Case</th>
                {details.map(({ run }, i) => (
                  <th key={run.id} scope="col" class="number">
                    <a href={hrefOf({ screen: 'run', ref: run.id, tab: 'summary' })}>{run.title}</a>{' '}
                    <span class="muted">{dateTime(run.createdAt)}</span>
                    {i === 0 ? (
                      <span class="badge plain">baseline</span>
                    ) : (
                      <Button tone="quiet" onClick={() => toFront(i)}>
                        Make baseline
                      </Button>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {matches.map((match) => (
                <MatchRow
                  key={`${match.name} ${match.stored.index}`}
                  match={match}
                  details={details}
                  axes={axes}
                />
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <p class="muted">
        Each cell: median, 95 % confidence interval, and the ratio of the median over the first
        run's. Whether two intervals are apart is no verdict on its own: two runs differ by more
        than their samples say.
      </p>
    </Section>
  );
}

function MatchRow({
  match,
  details,
  axes,
}: {
  readonly axes: readonly string[];
  readonly match: Match;
  readonly details: readonly RunDetail[];
}) {
  const [base] = match.metrics;
  return (
    <tr>
      <th scope="row">
        {match.stored.workload} {caseName(match.stored, axes)}
      </th>
      {match.metrics.map((metric, i) => (
        <td key={details[i]?.run.id} class="number">
          {metric === null ? (
            <span class="muted">not measured</span>
          ) : (
            <>
              <span class="strong">{nanoseconds(metric.median_ns)}</span>{' '}
              {nanosecondInterval(metric.ci95_lo_ns, metric.ci95_hi_ns)}
              {i === 0 || base === null || base === undefined ? null : (
                <Ratio metric={metric} base={base} />
              )}
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

function Ratio({ metric, base }: { readonly metric: Metric; readonly base: Metric }) {
  const apart = intervalsApart(metric, base);
  const words =
    apart === null ? 'no interval' : apart ? 'intervals are apart' : 'intervals overlap';
  return (
    <span class="ratio">
      {format(metric.median_ns / base.median_ns, 'ratio')} <span class="muted">{words}</span>
    </span>
  );
}
