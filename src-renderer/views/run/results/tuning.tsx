import { valueText } from '../../../../src-main/contract/axis-values.ts';
import type { TuningView } from '../../../../src-main/contract/inspection.ts';
import { nanosecondInterval, nanoseconds } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table-box.tsx';

/** What the search for the best value of a parameter found, and every value that it or a study tried. */
export function Tuning({ tuning }: { readonly tuning: TuningView }) {
  const { variant, parameter, trials, best, edge, sentence, published = [] } = tuning;
  return (
    <Section title={`Best ${parameter} of ${variant}`}>
      <p class="strong">{sentence}</p>
      <Table
        label="Values that were tried"
        rows={trials}
        columns={[
          [parameter, ({ value }) => valueText(value), 'number'],
          ['Median', ({ medianNs, ci95 }) => nanoseconds(medianNs, ci95?.[0], ci95?.[1]), 'number'],
          ['95 % CI', ({ ci95 }) => nanosecondInterval(ci95?.[0], ci95?.[1]), 'number'],
          [
            'Remark',
            ({ value, reason }) =>
              value === best ? (
                <>
                  <span class="badge good">best</span>
                  {edge != null ? ' at the edge of the range' : null}
                </>
              ) : (
                reason
              ),
          ],
        ]}
      />
      {published.map(({ label, notes, points }) => {
        const min = Math.min(...points.map(({ ns }) => ns));
        return (
          <>
            <h3>{label}</h3>
            <Table
              label={`Values that were tried: ${label}`}
              rows={points}
              columns={[
                [parameter, ({ value }) => valueText(value), 'number'],
                ['Published', ({ ns }) => nanoseconds(ns), 'number'],
                ['Remark', ({ ns }) => (ns === min ? 'least' : null)],
              ]}
            />
            <p class="note">{notes.join(' ')}</p>
          </>
        );
      })}
    </Section>
  );
}
