import type { ComponentChild } from 'preact';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import type { TuningView } from '../../../../src-main/contract/inspection.ts';
import { nanosecondInterval, nanoseconds } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { TableBox } from '../../../ui/table-box.tsx';

/** What the search for the best value of a parameter found, and every value that it or a study tried. */
export function Tuning({ tuning }: { readonly tuning: TuningView }) {
  const { variant, parameter, trials, best, edge, sentence, published = [] } = tuning;
  return (
    <Section title={`Best ${parameter} of ${variant}`}>
      <p class="strong">{sentence}</p>
      <Trials
        label="Values that were tried"
        numbers={[parameter, 'Median', '95 % CI']}
        rows={trials.map(({ value, medianNs, ci95, reason }) => [
          valueText(value),
          nanoseconds(medianNs, ci95?.[0], ci95?.[1]),
          nanosecondInterval(ci95?.[0], ci95?.[1]),
          value === best ? (
            <>
              <span class="badge good">best</span>
              {edge != null ? ' at the edge of the range' : null}
            </>
          ) : (
            reason
          ),
        ])}
      />
      {published.map(({ label, notes, points }) => {
        const min = Math.min(...points.map(({ ns }) => ns));
        return (
          <>
            <h3>{label}</h3>
            <Trials
              label={`Values that were tried: ${label}`}
              numbers={[parameter, 'Published']}
              rows={points.map(({ value, ns }) => [
                valueText(value),
                nanoseconds(ns),
                ns === min ? 'least' : null,
              ])}
            />
            <p class="note">{notes.join(' ')}</p>
          </>
        );
      })}
    </Section>
  );
}

/** Numbers by the value of the parameter, which is the first of them, and a remark at the end. */
function Trials({
  label,
  numbers,
  rows,
}: {
  readonly label: string;
  readonly numbers: readonly string[];
  readonly rows: readonly (readonly ComponentChild[])[];
}) {
  const toneOf = (i: number) => (i < numbers.length ? 'number' : '');
  return (
    <TableBox label={label}>
      <table class="table">
        <thead>
          <tr>
            {[...numbers, 'Remark'].map((title, i) => (
              <th key={title} scope="col" class={toneOf(i)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([value, ...cells]) => (
            <tr key={String(value)}>
              <th scope="row" class="number">
                {value}
              </th>
              {cells.map((cell, i) => (
                <td key={numbers[i + 1] ?? 'Remark'} class={toneOf(i + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
