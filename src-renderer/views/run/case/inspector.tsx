import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { format, formatRatio } from '../../../../src-main/contract/units.ts';
import { caseAttributes } from '../../../state/case-attributes.ts';
import { useApp } from '../../../state/context.ts';
import { caseQuery } from '../../../state/history-columns.ts';
import { OutcomeBadge, VerdictBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { nanosecondInterval, nanoseconds } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { TableBox } from '../../../ui/table-box.tsx';
import { Attributes } from '../environment.tsx';
import { CaseCode } from './code.tsx';
import { CaseCommands } from './commands.tsx';
import { Counters } from './counters.tsx';
import { Peak } from './peak.tsx';
import { CaseSamples } from './samples.tsx';

/** Everything known of one case: what it is, what it took, on what, how it was measured, and how to profile it. */
export function Inspector({
  detail,
  stored,
  wide = false,
}: {
  readonly detail: RunDetail;
  readonly stored: StoredCase;
  readonly wide?: boolean;
}) {
  const comparison = detail.comparisons[String(stored.index)];
  const variant = detail.workloads
    ?.find(({ id }) => id === stored.workload)
    ?.variants.find(({ id }) => id === stored.variant);
  return (
    <div class={wide ? 'inspector wide' : 'inspector'}>
      <Section title="Case" aside={stored.outcome === 'ok' ? <FollowCase stored={stored} /> : null}>
        <p>
          <OutcomeBadge outcome={stored.outcome} />{' '}
          {comparison === undefined ? null : (
            <>
              <VerdictBadge {...comparison} /> {formatRatio(comparison.ratio, comparison.ci95)} of{' '}
              {comparison.against}
            </>
          )}
        </p>
        {stored.reason === null ? null : <p class="bad-text">{stored.reason}</p>}
        <Attributes
          attributes={[
            ['Workload', stored.workload],
            ['Variant', stored.variant],
            ...Object.entries(stored.values).map(
              ([id, value]) => [id, valueText(value) || 'default'] as const,
            ),
            ...(stored.stopReason === null
              ? []
              : ([['Sampling stopped by', stored.stopReason]] as const)),
          ]}
        />
        {stored.warnings.map((text) => (
          <p key={text} class="note warn">
            {text}
          </p>
        ))}
      </Section>
      <Times stored={stored} />
      <Variation stored={stored} />
      <Peak detail={detail} stored={stored} />
      {caseAttributes(stored).map(({ title, rows }) => (
        <Section key={title} title={title}>
          <Attributes attributes={rows} />
        </Section>
      ))}
      <CaseSamples detail={detail} stored={stored} />
      <Counters detail={detail} stored={stored} />
      <CaseCommands detail={detail} stored={stored} />
      <CaseCode detail={detail} stored={stored} />
      <Section title="Answer and source">
        <Attributes
          attributes={[
            ...(stored.verification === null
              ? []
              : ([
                  ['Verification', `${stored.verification.rule}: ${stored.verification.message}`],
                ] as const)),
            ...(stored.answer === null ? [] : ([['SHA-256', stored.answer.sha256]] as const)),
            ...(variant === undefined
              ? []
              : ([
                  ['Title', variant.title],
                  ['About', variant.summary],
                  ['Source', variant.source],
                ] as const)),
            ['Finished', stored.finishedAt],
          ]}
        />
      </Section>
    </div>
  );
}

/** The median of this case as a column of history, over all runs that have it. */
function FollowCase({ stored }: { readonly stored: StoredCase }) {
  const app = useApp();
  return (
    <Button
      tone="quiet"
      icon="history"
      onClick={() => {
        const query = caseQuery(stored);
        app.changeSettings({ historyCase: { query, span: app.settings.value.span } });
        app.history.setQuery(query);
        app.go({ screen: 'history' });
      }}
    >
      Follow in history
    </Button>
  );
}

function Times({ stored: { metrics } }: { readonly stored: StoredCase }) {
  const scopes = Object.entries(metrics);
  if (scopes.length === 0) return null;
  return (
    <Section title="Times">
      <TableBox label="Times of the case">
        <table class="table dense">
          <thead>
            <tr>
              {['Timing scope', 'Median', '95 % CI', 'n', 'Processes'].map((title, i) => (
                <th key={title} scope="col" class={i === 0 ? '' : 'number'}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scopes.map(([id, metric]) => (
              <tr key={id}>
                <th scope="row">{scopeName(id)}</th>
                <td class="number strong">
                  {nanoseconds(metric.median_ns, metric.ci95_lo_ns, metric.ci95_hi_ns)}
                </td>
                <td class="number">{nanosecondInterval(metric.ci95_lo_ns, metric.ci95_hi_ns)}</td>
                <td class="number">{valueText(metric.n)}</td>
                <td class="number">{metric.processes ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </Section>
  );
}

/** Standard deviations relative to the time: of the samples, between the processes of this run, and between runs. */
function Variation({ stored: { metrics } }: { readonly stored: StoredCase }) {
  const scopes = Object.entries(metrics).filter(([, { processes }]) => processes !== undefined);
  if (scopes.length === 0) return null;
  const share = (value: number | null | undefined): string =>
    value == null || !Number.isFinite(value) ? '–' : format(value, 'percent');
  return (
    <Section title="Variation (standard deviation)">
      <TableBox label="Variation of the case">
        <table class="table dense">
          <thead>
            <tr>
              {['Timing scope', 'Samples', 'Processes', 'Runs, expected'].map((title, i) => (
                <th key={title} scope="col" class={i === 0 ? '' : 'number'}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scopes.map(([id, { sd_ns, mean_ns, process_sd, run_sd }]) => (
              <tr key={id}>
                <th scope="row">{scopeName(id)}</th>
                <td class="number">{share(sd_ns / mean_ns)}</td>
                <td class="number">{share(process_sd)}</td>
                <td class="number">{share(run_sd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </Section>
  );
}
