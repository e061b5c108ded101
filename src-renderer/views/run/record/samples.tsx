import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { caseName, varyingAxes } from '../../../../src-main/contract/case-names.ts';
import type { Metric, StoredCase } from '../../../../src-main/contract/run.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { useApp } from '../../../state/context.ts';
import { useView } from '../../../state/workspace.ts';
import { Button } from '../../../ui/button.tsx';
import { nanoseconds } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { type Column, NameButton, Table } from '../../../ui/table-box.tsx';
import { exportRuns } from '../../export.tsx';
import { useScope } from '../scope-choice.tsx';

type Row = { readonly stored: StoredCase; readonly metric: Metric };

const figures: readonly (readonly [string, (metric: Metric) => string])[] = [
  ['n', (metric) => String(metric.n)],
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
export function Samples({ detail }: { readonly detail: RunDetail }) {
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
    </Section>
  );
}
