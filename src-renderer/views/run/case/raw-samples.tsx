import { useState } from 'preact/hooks';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { Button } from '../../../ui/button.tsx';
import { plural } from '../../../ui/format.ts';
import { Failed, Loading } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';

const pageSize = 200;

type Props = { readonly id: string; readonly index: number; readonly scope: string };

/** Raw samples, a page at a time, in the order in which they were taken. */
export function RawSamples({ id, index, scope }: Props) {
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
