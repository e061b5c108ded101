import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import type { Configuration } from '../../../../src-main/contract/configuration.ts';
import type { PeakShare } from '../../../../src-main/contract/inspection.ts';
import { percentOfPeakExplanation } from '../../../../src-main/contract/percent-of-peak-text.ts';
import {
  isNotVerified,
  type Metric,
  notVerified,
  type StoredCase,
} from '../../../../src-main/contract/run.ts';
import { scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { formatSpeedup } from '../../../../src-main/contract/verdict.ts';
import { missedByCase, wideIntervalText } from '../../../../src-main/contract/wide-intervals.ts';
import { caseAttributes } from '../../../state/case-attributes.ts';
import { useApp } from '../../../state/context.ts';
import { caseQuery } from '../../../state/history-columns.ts';
import { hrefOf } from '../../../state/route.ts';
import type { OfCase } from '../../../state/run-summary.ts';
import { OutcomeBadge, VerdictBadge } from '../../../ui/badge.tsx';
import { Button, copyText } from '../../../ui/button.tsx';
import { nanosecondInterval, nanoseconds } from '../../../ui/format.ts';
import { Notes, Section } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { Attributes } from '../environment.tsx';
import { useScope } from '../scope-choice.tsx';
import { Counters } from './counters.tsx';
import { CaseSamples } from './samples.tsx';

type Props = { readonly detail: RunDetail; readonly stored: StoredCase; readonly wide?: boolean };

/** Everything known of one case: what it is, what it took, on what, how it was measured, and how to profile it. */
export function Inspector({ detail, stored, wide = false }: Props) {
  const comparison = detail.comparisons[String(stored.index)];
  const scope = useScope(detail);
  const missed = missedByCase(detail)
    .get(stored.index)
    ?.filter((one) => one.scope === scope);
  const notes = [...stored.warnings].sort(disturbedFirst);
  if (missed !== undefined && missed.length > 0) {
    notes.push(
      `It did not reach the target: ${wideIntervalText(missed)}. More repetitions narrow it.`,
    );
  }
  const source = { pane: 'source', build: stored.variant };
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
              <VerdictBadge {...comparison} /> {formatSpeedup(comparison)} over {comparison.against}
              , {scopeName(scope)}
            </>
          )}
        </p>
        {stored.reason === null ? null : <p class="bad-text">{stored.reason}</p>}
        <Attributes
          first={0}
          attributes={[
            ['Workload', stored.workload],
            ['Variant', stored.variant],
            ...Object.entries(stored.values).map(
              ([id, value]) => [id, valueText(value) || 'default'] as const,
            ),
            ['Sampling stopped by', stored.stopReason],
          ]}
        />
        <Notes texts={notes.slice(0, 1)} />
        {notes.length < 2 ? null : (
          <details>
            <summary>{notes.length - 1} more</summary>
            <Notes texts={notes.slice(1)} />
          </details>
        )}
      </Section>
      <ScopeTable
        title="Times"
        label="Times of the case"
        columns={wide ? timeColumns : timeColumns.slice(0, 3)}
        stored={stored}
      />
      <CaseSamples detail={detail} stored={stored} wide={wide} />
      <details class="inspector" open={!wide}>
        <summary>More of this case</summary>
        <ScopeTable
          title="Variation (standard deviation)"
          label="Variation of the case"
          columns={variationColumns}
          stored={stored}
        />
        <Peak detail={detail} stored={stored} />
        {caseAttributes(stored).map(({ title, rows }) => (
          <Section key={title} title={title}>
            <Attributes attributes={rows} />
          </Section>
        ))}
        <Counters detail={detail} stored={stored} />
        <CaseCommands detail={detail} stored={stored} />
        <Section
          title="Answer and source"
          aside={
            stored.attributes.build === undefined ? null : (
              <a href={hrefOf({ screen: 'run', ref: detail.run.id, tab: 'why', view: source })}>
                Source and build
              </a>
            )
          }
        >
          <Attributes
            attributes={[
              [
                'Verification',
                stored.verification !== null
                  ? `${stored.verification.rule}: ${stored.verification.message}`
                  : isNotVerified(stored)
                    ? notVerified
                    : null,
              ],
              ['SHA-256', stored.answer?.sha256],
              ['Title', variant?.title],
              ['About', variant?.summary],
              ['Source', variant?.source],
              ['Finished', stored.finishedAt],
            ]}
          />
        </Section>
      </details>
    </div>
  );
}

const disturbedFirst = (a: string, b: string) =>
  Number(b.startsWith('disturbed')) - Number(a.startsWith('disturbed'));

/** The median of this case as a column of history, over all runs that have it. */
function FollowCase({ stored }: { readonly stored: StoredCase }) {
  const app = useApp();
  return (
    <Button
      tone="quiet"
      icon="history"
      onClick={() => {
        const query = caseQuery(stored);
        app.changeSettings({ historyCase: { query, scope: app.settings.value.scope } });
        app.history.setQuery(query);
        app.go({ screen: 'history' });
      }}
    >
      Follow in history
    </Button>
  );
}

type ScopeColumn = Column<readonly [scope: string, metric: Metric]>;

const timeColumns: readonly ScopeColumn[] = [
  ['Median', ([, m]) => nanoseconds(m.medianNs, m.ci95LoNs, m.ci95HiNs), 'number strong'],
  ['95 % CI', ([, { ci95LoNs, ci95HiNs }]) => nanosecondInterval(ci95LoNs, ci95HiNs), 'number'],
  ['n', ([, { n }]) => valueText(n), 'number'],
  ['Processes', ([, { processes }]) => String(processes ?? '–'), 'number'],
];

const share = (value: number | null | undefined): string =>
  value == null || !Number.isFinite(value) ? '–' : format(value, 'percent');

/** Relative to the time: of the samples, between the processes of this run, and between runs, as it is expected. */
const variationColumns: readonly ScopeColumn[] = [
  ['Samples', ([, { sdNs, meanNs }]) => share(sdNs / meanNs), 'number'],
  ['Processes', ([, { processSd }]) => share(processSd), 'number'],
  ['Runs, expected', ([, { runSd }]) => share(runSd), 'number'],
];

type ScopeTableProps = {
  readonly title: string;
  readonly label: string;
  readonly columns: readonly ScopeColumn[];
  readonly stored: StoredCase;
};

/** One row for each timing scope of a case; nothing where it has none. */
function ScopeTable({ title, label, columns, stored: { metrics } }: ScopeTableProps) {
  const scopes = Object.entries(metrics);
  if (scopes.length === 0) return null;
  return (
    <Section title={title}>
      <Table
        label={label}
        kind="dense"
        rows={scopes}
        columns={[['Timing scope', ([id]) => scopeName(id)], ...columns]}
      />
    </Section>
  );
}

/** The run of this one case, as the run was configured. */
function configurationOf({ plan }: Pick<RunDetail, 'plan'>, stored: StoredCase): Configuration {
  const planned = plan.cases.find(({ index }) => index === stored.index);
  return {
    groups: [
      {
        workload: stored.workload,
        variants: [stored.variant],
        set: { ...stored.values },
        sweep: {},
        ...(planned?.input === undefined ? {} : { input: planned.input }),
      },
    ],
    policy: planned?.policy ?? plan.configuration.policy,
    orderSeed: plan.configuration.orderSeed,
  };
}

const titles = { run: 'Run', nsys: 'Nsight Systems' } as const;

/** How to measure or profile exactly this case. */
function CaseCommands({ detail, stored }: OfCase) {
  const app = useApp();
  const { value, failure } = useCall('commandOf', {
    configuration: configurationOf(detail, stored),
  });
  if (failure !== null) {
    return (
      <Section title="Commands">
        <p class="muted">{failure.message}</p>
      </Section>
    );
  }
  if (value === null) return null;
  return (
    <Section title="Commands">
      {(['run', 'nsys'] as const).map((which) => (
        <div key={which} class="case-command">
          <h3>{titles[which]}</h3>
          <pre>{value[which].text}</pre>
          <Button
            tone="quiet"
            icon="copy"
            onClick={() => void copyText(app, value[which].text, 'The command')}
          >
            Copy
          </Button>
        </div>
      ))}
    </Section>
  );
}

/** Declared bytes and operations as rates, and how near the case comes to each measured peak of its device. */
function Peak({ detail, stored }: OfCase) {
  const { value } = useCall('caseDetail', { ref: detail.run.id, index: stored.index });
  const share = detail.percentOfPeak?.[String(stored.index)];
  const ns = stored.metrics.kernel?.medianNs;
  const { bytesMoved, operations, operationUnit: unit } = stored;
  if (bytesMoved === null && operations === null) return null;
  const perSecond = (amount: number) => (ns === undefined ? null : amount / (ns / 1e9));
  return (
    <Section title="Throughput and peak">
      <Attributes
        attributes={[
          ['Declared bytes', bytesMoved === null ? null : format(bytesMoved, 'bytes')],
          [
            'Bandwidth, kernel',
            bytesMoved === null ? null : format(perSecond(bytesMoved), 'bytes-per-second'),
          ],
          [`Declared ${unit ?? 'operations'}`, operations === null ? null : valueText(operations)],
          [
            'Rate, kernel',
            operations === null
              ? null
              : format(perSecond(operations), 'operations-per-second', { operation: unit ?? 'op' }),
          ],
          ['% of measured peak', value?.peaks.length === 0 ? 'no peak measured' : null],
        ]}
      />
      {value === null || value.peaks.length === 0 ? null : <PeakTable peaks={value.peaks} />}
      {share === undefined ? null : <p class="muted">{percentOfPeakExplanation(share)}</p>}
    </Section>
  );
}

const peakTitles: Readonly<Record<string, string>> = { memory: 'Memory', compute: 'Compute' };

function PeakTable({ peaks }: { readonly peaks: readonly PeakShare[] }) {
  return (
    <Table
      label="Measured peaks of the case"
      kind="dense"
      rows={peaks}
      columns={[
        [
          'Measured peak',
          ({ of, binding }) => (
            <>
              {peakTitles[of] ?? of} {binding ? <span class="badge">binding</span> : null}
            </>
          ),
        ],
        ['Peak', ({ peak, unit }) => rateText(peak, unit), 'number'],
        ['Kernel', ({ rate, unit }) => rateText(rate, unit), 'number'],
        ['% of peak', ({ percent }) => format(percent / 100, 'percent'), 'number'],
      ]}
    />
  );
}

function rateText(rate: number, unit: PeakShare['unit']): string {
  return unit === 'B/s'
    ? format(rate, 'bytes-per-second')
    : format(rate, 'operations-per-second', { operation: 'FLOP' });
}
