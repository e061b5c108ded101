import { valueText } from '../../../../src-main/contract/axis-values.ts';
import type { PeakShare } from '../../../../src-main/contract/inspection.ts';
import { percentOfPeakExplanation } from '../../../../src-main/contract/percent-of-peak-text.ts';
import { format } from '../../../../src-main/contract/units.ts';
import type { OfCase } from '../../../state/run-summary.ts';
import { Section } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { Attributes } from '../environment.tsx';

/** Declared bytes and operations as rates, and how near the case comes to each measured peak of its device. */
export function Peak({ detail, stored }: OfCase) {
  const { value } = useCall('caseDetail', { ref: detail.run.id, index: stored.index });
  const share = detail.percentOfPeak?.[String(stored.index)];
  const ns = stored.metrics.kernel?.medianNs;
  const { bytesMoved, operations, operationUnit } = stored;
  if (bytesMoved === null && operations === null) return null;
  const perSecond = (amount: number) => (ns === undefined ? null : amount / (ns / 1e9));
  return (
    <Section title="Throughput and peak">
      <Attributes
        attributes={[
          ...(bytesMoved === null
            ? []
            : ([
                ['Declared bytes', format(bytesMoved, 'bytes')],
                ['Bandwidth, kernel', format(perSecond(bytesMoved), 'bytes-per-second')],
              ] as const)),
          ...(operations === null
            ? []
            : ([
                [`Declared ${operationUnit ?? 'operations'}`, valueText(operations)],
                [
                  'Rate, kernel',
                  format(perSecond(operations), 'operations-per-second', {
                    operation: operationUnit ?? 'op',
                  }),
                ],
              ] as const)),
          ...(value !== null && value.peaks.length === 0
            ? ([['% of measured peak', 'no peak measured']] as const)
            : []),
        ]}
      />
      {value === null || value.peaks.length === 0 ? null : <PeakTable peaks={value.peaks} />}
      {share === undefined ? null : <p class="muted">{percentOfPeakExplanation(share)}</p>}
    </Section>
  );
}

const titles: Readonly<Record<string, string>> = { memory: 'Memory', compute: 'Compute' };

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
              {titles[of] ?? of} {binding ? <span class="badge">binding</span> : null}
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
