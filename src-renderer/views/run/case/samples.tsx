import { useState } from 'preact/hooks';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import type { SampleBins } from '../../../../src-main/contract/procedures/detail.ts';
import type { Repetition } from '../../../../src-main/contract/run.ts';
import { headlineScope, scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { format } from '../../../../src-main/contract/units.ts';
import type { OfCase } from '../../../state/run-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { nanoseconds, plural } from '../../../ui/format.ts';
import { Failed, Loaded, Loading, Section } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { BinsChart, CourseChart } from '../sample-charts.tsx';
import { useScope } from '../scope-choice.tsx';

/** The samples in time order, repetition by repetition, with what disturbed them. */
export function CaseSamples({ detail, stored, wide }: OfCase & { readonly wide: boolean }) {
  const scopes = Object.keys(stored.metrics);
  const wanted = useScope(detail);
  const timingScope = scopes.includes(wanted) ? wanted : headlineScope(scopes);
  const of = { ref: detail.run.id, index: stored.index };
  const asked = useCall('sampleBins', timingScope === null ? null : { ...of, scope: timingScope });
  const more = useCall('caseDetail', of);
  const [raw, setRaw] = useState(false);
  if (timingScope === null) return null;
  const repetitions = more.value?.repetitions ?? [];
  const disturbed = new Set(
    repetitions.flatMap((one) => (one.disturbed === null ? [] : [one.repetition])),
  );
  return (
    <Section
      title={`Samples by repetition, ${scopeName(timingScope)}`}
      aside={
        <Button pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? 'Hide raw samples' : 'Show raw samples'}
        </Button>
      }
    >
      <Loaded of={asked} what="samples" failed="The samples could not be read">
        {(value) => (
          <>
            <CourseChart course={value.course} disturbed={disturbed} />
            <BinsChart bins={value.bins} n={value.n} />
            <details open={!wide}>
              <summary>
                {plural(value.repetitions.length, 'repetition')}
                {disturbed.size === 0 ? '' : `, ${disturbed.size} disturbed`}
              </summary>
              <Table
                label="Repetitions of the case"
                kind="dense"
                rows={value.repetitions}
                columns={[
                  ['Repetition', ({ repetition }) => repetition + 1, 'number'],
                  ['n', ({ n }) => n, 'number'],
                  ['Median', ({ medianNs }) => nanoseconds(medianNs), 'number'],
                  ...(wide ? conditionColumns : []),
                  [
                    'Interference',
                    (one) =>
                      interferenceText(
                        repetitions.find((each) => each.repetition === one.repetition),
                      ),
                    'prose',
                  ],
                ]}
              />
            </details>
          </>
        )}
      </Loaded>
      {raw ? (
        <RawSamples id={of.ref} index={of.index} scope={timingScope} key={timingScope} />
      ) : null}
    </Section>
  );
}

/** Left out where there is little room. */
const conditionColumns: readonly Column<SampleBins['repetitions'][number]>[] = [
  ['Executions per sample', ({ repeats }) => repeats, 'number'],
  ['Launch', (one) => (one.launchIncluded ? 'included' : 'hidden'), 'number'],
  ['SM clock', ({ clockHz }) => format(clockHz, 'hertz'), 'number'],
];

function interferenceText(repetition: Repetition | undefined) {
  if (repetition === undefined) return <span class="muted">not recorded</span>;
  return repetition.disturbed === null ? (
    'none'
  ) : (
    <span class="badge warn" title={repetition.disturbed}>
      {repetition.disturbed}
    </span>
  );
}

const pageSize = 200;

type Props = { readonly id: string; readonly index: number; readonly scope: string };

/** Raw samples, a page at a time, in the order in which they were taken. */
function RawSamples({ id, index, scope }: Props) {
  const [offset, setOffset] = useState(0);
  const { value, failure } = useCall('samples', { ref: id, index, scope, offset, limit: pageSize });
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
      <Table
        label="Raw samples"
        rows={rows}
        columns={[
          ['Repetition', ({ repetition }) => repetition + 1, 'number'],
          ['Sample', ({ sample }) => sample + 1, 'number'],
          ['Time (ns)', ({ timeNs }) => timeNs, 'number'],
          ['SM clock', ({ clockHz }) => format(clockHz, 'hertz'), 'number'],
          ['CPU time (ns)', ({ cpuNs }) => cpuNs ?? '–', 'number'],
        ]}
      />
    </>
  );
}
