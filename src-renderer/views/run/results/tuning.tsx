import { valueText } from '../../../../src-main/contract/axis-values.ts';
import type { PublishedSearch, TuningView } from '../../../../src-main/contract/inspection.ts';
import { nanosecondInterval, nanoseconds } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { TableBox } from '../../../ui/table-box.tsx';

/** What the search for the best value of a parameter found, and every value that it tried. */
export function Tuning({ tuning }: { readonly tuning: TuningView }) {
  const { variant, parameter, trials, best, edge, sentence } = tuning;
  return (
    <Section title={`Best ${parameter} of ${variant}`}>
      <p class="strong">{sentence}</p>
      <TableBox label="Values that were tried">
        <table class="table">
          <thead>
            <tr>
              <th scope="col" class="number">
                {parameter}
              </th>
              <th scope="col" class="number">
                Median
              </th>
              <th scope="col" class="number">
                95 % CI
              </th>
              <th scope="col">Remark</th>
            </tr>
          </thead>
          <tbody>
            {trials.map(({ value, medianNs, ci95, reason }) => (
              <tr key={String(value)}>
                <th scope="row" class="number">
                  {valueText(value)}
                </th>
                <td class="number">{nanoseconds(medianNs, ci95?.[0], ci95?.[1])}</td>
                <td class="number">{nanosecondInterval(ci95?.[0], ci95?.[1])}</td>
                <td>
                  {value === best ? <span class="badge good">best</span> : reason}
                  {value === best && edge != null ? ' at the edge of the range' : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {(tuning.published ?? []).map((search) => (
        <Published key={search.label} parameter={parameter} search={search} />
      ))}
    </Section>
  );
}

/** What a study found when it tried values of the same parameter. */
function Published({
  parameter,
  search: { label, notes, points },
}: {
  readonly parameter: string;
  readonly search: PublishedSearch;
}) {
  const min = Math.min(...points.map(({ ns }) => ns));
  return (
    <>
      <h3>{label}</h3>
      <TableBox label={`Values that were tried: ${label}`}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col" class="number">
                {parameter}
              </th>
              <th scope="col" class="number">
                Published
              </th>
              <th scope="col">Remark</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ value, ns }) => (
              <tr key={value}>
                <th scope="row" class="number">
                  {valueText(value)}
                </th>
                <td class="number muted">{nanoseconds(ns)}</td>
                <td>{ns === min ? 'least' : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      <p class="note">{notes.join(' ')}</p>
    </>
  );
}
