import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { axesBetween } from '../../../state/facets.ts';
import type { Facetted } from '../../../state/run-summary.ts';
import { useView } from '../../../state/workspace.ts';
import { LabelledSelect } from '../../../ui/field.tsx';
import { Failed } from '../../../ui/page.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { FigureView } from '../figure-view.tsx';

type Props = { readonly facet: Facetted; readonly scope: string };

/** From which size on one value of an axis pays over another: choose the axis and its two values. */
export function BreakEvensBetween({ facet: { detail, known }, scope }: Props) {
  const [choice, choose] = useView('between');
  const [wanted = '', ...ends] = choice.split('|');
  const measured = detail.cases.filter(
    ({ outcome, workload }) => outcome === 'ok' && workload === known.id,
  );
  const axes = axesBetween(measured, new Set([known.sizeAxis]));
  const axis = axes.find(({ id }) => id === wanted);
  const texts = (axis?.values ?? []).map((value) => valueText(value));
  const small = texts.find((text) => text === ends[0]) ?? texts[0] ?? '';
  const large = texts.find((text) => text === ends[1]) ?? texts.at(-1) ?? '';
  const value = (text: string) => axis?.values[texts.indexOf(text)] ?? text;
  const between =
    axis === undefined || small === large
      ? null
      : { axis: axis.id, small: value(small), large: value(large) };
  const asked = between === null ? null : { ref: detail.run.id, ...between };
  const { value: answer, failure, again } = useCall('breakEvensBetween', asked, detail.run.status);
  if (axes.length === 0) return null;
  const options = texts.map((id) => ({ id, title: id }));
  const found = (answer?.breakEvens ?? []).filter(
    (view) => view.workload === known.id && view.scope === scope,
  );
  const drawn = found.find((view) => view.answer === 'one') ?? found[0];
  return (
    <section class="break-even-group" aria-label="Between values of an axis">
      <h3>Between values of an axis</h3>
      <div class="figure-controls">
        <LabelledSelect
          label="Axis"
          id="between-axis"
          value={axis?.id ?? ''}
          options={[{ id: '', title: 'choose …' }, ...axes.map(({ id }) => ({ id, title: id }))]}
          onChange={choose}
        />
        {axis === undefined ? null : (
          <>
            <LabelledSelect
              label="Small"
              id="between-small"
              value={small}
              options={options}
              onChange={(text) => choose([wanted, text, large].join('|'))}
            />
            <LabelledSelect
              label="Large"
              id="between-large"
              value={large}
              options={options}
              onChange={(text) => choose([wanted, small, text].join('|'))}
            />
          </>
        )}
      </div>
      {axis !== undefined && between === null ? <p class="note">Choose two values.</p> : null}
      {between === null ? null : failure !== null ? (
        <Failed what="These break-evens cannot be computed" failure={failure} retry={again} />
      ) : answer === null ? null : found.length === 0 ? (
        <p>No variant was measured with both values at two sizes.</p>
      ) : (
        <ul class="break-evens">
          {found.map(({ sentence, small: low, large: high, answer: kind }) => (
            <li key={`${low} ${high} ${sentence}`} class={kind}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {between === null || drawn === undefined ? null : (
        <FigureView
          input={{
            ref: detail.run.id,
            kind: 'scaling',
            workload: drawn.workload,
            scope: drawn.scope,
            between,
            ...(drawn.values === undefined ? {} : { where: drawn.values }),
          }}
          version={detail}
          small
        />
      )}
    </section>
  );
}
