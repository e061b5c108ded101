import { useEffect, useState } from 'preact/hooks';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { caseName, varyingAxes } from '../../../../src-main/contract/case-names.ts';
import { type Failure, toFailure } from '../../../../src-main/contract/failure.ts';
import type { RunLogLine } from '../../../../src-main/contract/procedures/detail.ts';
import type { Metric, StoredCase } from '../../../../src-main/contract/run.ts';
import { timeText } from '../../../../src-main/contract/times.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { useApp } from '../../../state/context.ts';
import { useView } from '../../../state/workspace.ts';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/field.tsx';
import { nanoseconds } from '../../../ui/format.ts';
import { Empty, Failed, Loading, Section } from '../../../ui/page.tsx';
import { type Column, NameButton, Table } from '../../../ui/table-box.tsx';
import { workloadViews } from '../../../workload-views/view.ts';
import { exportRuns } from '../../export.tsx';
import { useWorkload } from '../choices.tsx';
import { Environment } from '../environment.tsx';
import { useScope } from '../scope-choice.tsx';
import { Study } from './study.tsx';

/** Whether a workload of the run has something to show. */
export function hasPicture({ plan }: RunDetail): boolean {
  return plan.cases.some(({ workload }) => workloadViews.has(workload));
}

/** What the workloads of the run show besides numbers. */
export function Picture({ detail }: { readonly detail: RunDetail }) {
  const { workload, choice } = useWorkload(detail, { fits: (id) => workloadViews.has(id) });
  const view = workloadViews.get(workload);
  return (
    <>
      {choice === null ? null : <div class="figure-controls">{choice}</div>}
      {view === undefined ? null : <view.Picture detail={detail} />}
    </>
  );
}

const panes = [
  { id: 'environment', title: 'Environment', View: Environment },
  { id: 'samples', title: 'All samples', View: Samples },
  { id: 'study', title: 'Study', View: Study },
  { id: 'picture', title: 'Picture', View: Picture },
  { id: 'log', title: 'Log', View: RunLog },
] as const;

/** What is stored of the run besides its answer: the machine, every sample, the study that it reproduces, the log. */
export function Record({ detail }: { readonly detail: RunDetail }) {
  const [wanted, choose] = useView('pane');
  const measured = detail.cases.length > 0;
  const offered = panes.filter(
    ({ id }) =>
      (id !== 'samples' || measured) &&
      (id !== 'picture' || hasPicture(detail)) &&
      (id !== 'study' || (measured && detail.study !== undefined)),
  );
  const { id: chosen, View } = offered.find(({ id }) => id === wanted) ?? panes[0];
  return (
    <>
      <Segmented label="Record" choices={offered} chosen={chosen} choose={choose} />
      <View detail={detail} />
    </>
  );
}

const pageSize = 200;

type Log = {
  readonly lines: readonly RunLogLine[];
  readonly more: boolean;
  readonly failure: Failure | null;
};

/** What happened in the run, oldest first. */
function RunLog({ detail }: { readonly detail: RunDetail }) {
  const { client } = useApp();
  const ref = detail.run.id;
  const [log, setLog] = useState<Log | null>(null);
  const ask = async (known: readonly RunLogLine[]) => {
    try {
      const page = await client.call('runLog', {
        ref,
        after: known.at(-1)?.line ?? 0,
        limit: pageSize,
      });
      setLog({ lines: [...known, ...page.lines], more: page.more, failure: null });
    } catch (error) {
      setLog({ lines: known, more: false, failure: toFailure(error) });
    }
  };
  // A run that goes on writes lines after the last one that is known.
  useEffect(() => void ask(log?.lines ?? []), [ref, detail]);
  if (log === null) return <Loading what="the log" />;
  if (log.failure !== null) {
    return (
      <Failed
        what="The log could not be read"
        failure={log.failure}
        retry={() => void ask(log.lines)}
      />
    );
  }
  if (log.lines.length === 0) return <Empty>Nothing was written down for this run.</Empty>;
  return (
    <>
      <ol class="log full" aria-label="Log of the run">
        {log.lines.map(({ line, at, level, text }) => (
          <li key={line} class={level === 'error' ? 'bad' : level}>
            <time dateTime={at}>{timeText(at, 'local', { seconds: true })}</time>{' '}
            {level === 'info' ? null : <span class="visually-hidden">{level}: </span>}
            {text}
          </li>
        ))}
      </ol>
      {log.more ? (
        <Button onClick={() => void ask(log.lines)}>Show the next {pageSize} lines</Button>
      ) : null}
    </>
  );
}

type Row = { readonly stored: StoredCase; readonly metric: Metric };

const figures: readonly (readonly [string, (metric: Metric) => string])[] = [
  ['n', ({ n, leftOut = 0 }) => (leftOut === 0 ? `${n}` : `${n} of ${n + leftOut}`)],
  ['Min', (metric) => nanoseconds(metric.minNs)],
  ['Q1', (metric) => nanoseconds(metric.q1Ns)],
  ['Median', (metric) => nanoseconds(metric.medianNs, metric.ci95LoNs, metric.ci95HiNs)],
  ['Q3', (metric) => nanoseconds(metric.q3Ns)],
  ['p95', (metric) => nanoseconds(metric.p95Ns)],
  ['p99', (metric) => nanoseconds(metric.p99Ns)],
  ['Max', (metric) => nanoseconds(metric.maxNs)],
  ['Mean', (metric) => nanoseconds(metric.meanNs)],
  ['SD', (metric) => nanoseconds(metric.sdNs)],
  ['IQR / median', (metric) => format(metric.relativeIqr, 'percent')],
  ['Outliers', (metric) => `${metric.outliers}${metric.slowFirst ? ', slow first' : ''}`],
];

/** What the samples of each case are like. */
function Samples({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const scope = useScope(detail);
  const [, openCase] = useView('case');
  const axes = varyingAxes(detail.cases).map(({ id }) => id);
  const measured = detail.cases.flatMap((stored): Row[] => {
    const metric = stored.metrics[scope];
    return metric === undefined ? [] : [{ stored, metric }];
  });
  return (
    <Section
      title="Samples"
      aside={
        <Button icon="download" onClick={() => void exportRuns(app, [detail.run.id], 'csv')}>
          All samples as CSV
        </Button>
      }
    >
      <Table
        label="Statistics of the samples"
        kind="dense samples"
        rows={measured}
        columns={[
          [
            'Case',
            ({ stored }) => (
              <NameButton
                name={caseName(stored, axes)}
                open={() => openCase(String(stored.index))}
              />
            ),
          ],
          ...figures.map(
            ([title, text]): Column<Row> => [title, ({ metric }) => text(metric), 'number'],
          ),
          [
            'Stopped by',
            ({ stored, metric }) => (
              <>
                {stored.stopReason ?? '–'}{' '}
                {metric.correlated === true ? (
                  <span
                    class="badge warn"
                    title="The samples are autocorrelated: an interval that assumes independent samples would be too narrow."
                  >
                    correlated
                  </span>
                ) : null}
              </>
            ),
          ],
        ]}
      />
      {measured.some(({ metric }) => metric.leftOut !== undefined) ? (
        <p class="muted">
          n of all: samples of disturbed repetitions are left out of these figures.
        </p>
      ) : null}
    </Section>
  );
}
