import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { caseName } from '../../../../src-main/contract/case-names.ts';
import type { SampleBins } from '../../../../src-main/contract/procedures/detail.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { useView } from '../../../state/workspace.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field.tsx';
import { nanoseconds, plural } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { TableBox } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { BinsChart, CourseChart } from '../sample-charts.tsx';

/** The samples of one case: how they lie, how they came in time, and one by one when asked for. */
export function SamplePanel({
  detail,
  cases,
  scope,
  axes,
}: {
  readonly detail: RunDetail;
  readonly cases: readonly StoredCase[];
  readonly scope: string;
  readonly axes: readonly string[];
}) {
  const [wanted, setWanted] = useView('of');
  const chosen = cases.find((each) => String(each.index) === wanted) ?? cases[0];
  const index = chosen?.index ?? 0;
  const [raw, setRaw] = useState(false);
  const { value, failure, again } = useCall(
    'sampleBins',
    { ref: detail.run.id, index, scope },
    detail.cases.length,
  );
  return (
    <Section
      title="One case"
      aside={
        <>
          <span class="labelled">
            <label for="sample-case">Case</label>
            <Select
              id="sample-case"
              value={String(index)}
              options={cases.map((each) => ({
                id: String(each.index),
                title: caseName(each, axes),
              }))}
              onChange={setWanted}
            />
          </span>
          <Button pressed={raw} onClick={() => setRaw(!raw)}>
            {raw ? 'Hide raw samples' : 'Show raw samples'}
          </Button>
        </>
      }
    >
      {failure !== null ? (
        <Failed what="The samples of this case could not be read" failure={failure} retry={again} />
      ) : value === null ? (
        <Loading what="samples" />
      ) : (
        <Lie bins={value} />
      )}
      {raw ? (
        <RawSamples key={`${index} ${scope}`} id={detail.run.id} index={index} scope={scope} />
      ) : null}
    </Section>
  );
}

function Lie({ bins: { n, bins, quantiles, repetitions, course } }: { readonly bins: SampleBins }) {
  return (
    <>
      <div class="columns">
        <BinsChart bins={bins} n={n} />
        <CourseChart course={course} />
      </div>
      <div class="columns">
        <TableBox label="Quantiles">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Quantile</th>
                <th scope="col" class="number">
                  Time
                </th>
              </tr>
            </thead>
            <tbody>
              {quantiles.map(({ p, ns }) => (
                <tr key={p}>
                  <th scope="row">{p === 0 ? 'min' : p === 1 ? 'max' : format(p, 'percent')}</th>
                  <td class="number">{nanoseconds(ns)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
        <TableBox label="Repetitions">
          <table class="table">
            <thead>
              <tr>
                {['Repetition', 'n', 'Median', 'Executions per sample', 'Launch', 'SM clock'].map(
                  (title) => (
                    <th key={title} scope="col" class="number">
                      {title}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {repetitions.map((repetition) => (
                <tr key={repetition.repetition}>
                  <th scope="row" class="number">
                    {repetition.repetition + 1}
                  </th>
                  <td class="number">{repetition.n}</td>
                  <td class="number">{nanoseconds(repetition.medianNs)}</td>
                  <td class="number">{repetition.repeats}</td>
                  <td class="number">{repetition.launchIncluded ? 'included' : 'hidden'}</td>
                  <td class="number">{format(repetition.clockHz, 'hertz')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      </div>
    </>
  );
}

const pageSize = 200;

/** Raw samples, a page at a time, in the order in which they were taken. */
function RawSamples({
  id,
  index,
  scope,
}: {
  readonly id: string;
  readonly index: number;
  readonly scope: string;
}) {
  const [offset, setOffset] = useState(0);
  const { value, failure } = useCall('samples', {
    ref: id,
    index,
    scope,
    offset,
    limit: pageSize,
  });
  if (failure !== null) return <Failed what="The samples could not be read" failure={failure} />;
  if (value === null) return <Loading what="samples" />;
  const { total, rows } = value;
  return (
    <>
      <div class="pager">
        <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
          Before
        </Button>
        <span aria-live="polite">
          {valueText(offset + 1)} to {valueText(Math.min(total, offset + pageSize))} of{' '}
          {plural(total, 'sample')}
        </span>
        <Button disabled={offset + pageSize >= total} onClick={() => setOffset(offset + pageSize)}>
          After
        </Button>
      </div>
      <TableBox label="Raw samples">
        <table class="table">
          <thead>
            <tr>
              {['Repetition', 'Sample', 'Time (ns)', 'SM clock', 'CPU time (ns)'].map((title) => (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.repetition} ${row.sample}`}>
                <td class="number">{row.repetition + 1}</td>
                <td class="number">{row.sample + 1}</td>
                <td class="number">{row.timeNs}</td>
                <td class="number">{format(row.clockHz, 'hertz')}</td>
                <td class="number">{row.cpuNs ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </>
  );
}
