import { darkTheme, lightTheme, seriesStyle } from '../../../../src-main/charts/index.ts';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { shownBaselineNote } from '../../../../src-main/contract/break-even-groups.ts';
import { refinementText } from '../../../../src-main/contract/break-even-target.ts';
import { breakEvenScopes, scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { formatCount, formatSizeWithInterval } from '../../../../src-main/contract/units.ts';
import { identityOf } from '../../../../src-main/contract/variant-identity.ts';
import type { BreakEvenView } from '../../../../src-main/contract/verdict.ts';
import { useApp } from '../../../state/context.ts';
import { axesBetween } from '../../../state/facets.ts';
import { hrefOf, withView } from '../../../state/route.ts';
import {
  type Facetted,
  type MatrixRow,
  matrixRows,
  placeOf,
  type Scale,
  sizeScale,
  sizesOf,
} from '../../../state/run-summary.ts';
import { readZoom, useHidden, useView } from '../../../state/workspace.ts';
import { useDark } from '../../../ui/dark.ts';
import { LabelledSelect } from '../../../ui/field.tsx';
import { Failed, Section } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { FigureView } from '../figure-view.tsx';

type Props = { readonly facet: Facetted; readonly scope: string };

/**
 * Where each variant overtakes in one timing scope, on the sizes that the curve shows: point and interval in its colour,
 * the pair of the sentence first. The sentence of each is the title of its place.
 */
export function BreakEvenMatrix({ facet, scope }: Props) {
  const [hidden] = useHidden();
  const [zoomed] = useView('zoom');
  const { detail, known } = facet;
  const rows = matrixRows(facet, scope).filter(
    ({ variant, against }) => !hidden.has(variant) && !hidden.has(against),
  );
  const zoom = readZoom(zoomed);
  const scale = sizeScale(zoom === null ? sizesOf(facet) : [zoom.min, zoom.max]);
  if (detail.breakEvens.length === 0) return null;
  const { refinementEnded } = detail;
  const note = shownBaselineNote(known, (id) =>
    rows.some(({ variant, against }) => variant === id || against === id),
  );
  if (!breakEvenScopes.some((id) => id === scope)) {
    return (
      <Section title="Break-even">
        <p class="muted">
          No break-even is computed of {scopeName(scope)} time: it leaves out what a caller waits
          for. Device call and end to end have them.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Break-even">
      {refinementEnded === undefined ? null : (
        <p>{refinementText(detail.breakEvens, refinementEnded)}</p>
      )}
      {rows.length === 0 || scale === null ? null : (
        <Table
          label="Break-even sizes"
          kind="matrix dense"
          rows={rows}
          keyOf={({ variant, against }) => `${variant}\t${against}`}
          columns={[
            [
              'Variant',
              ({ variant, answer }) => (
                <span class={answer.headline === undefined ? '' : 'strong'}>{variant}</span>
              ),
            ],
            ['compared with', ({ against }) => against, 'muted'],
            [
              <>
                {scopeName(scope)}: n*, 95 % CI
                <Ticks scale={scale} axis={known.sizeAxis} />
              </>,
              (row) => <Track row={row} scale={scale} facet={facet} />,
              'track-head',
            ],
          ]}
        />
      )}
      {note === '' ? null : <p class="muted">{note}</p>}
      <BreakEvensBetween facet={facet} scope={scope} />
    </Section>
  );
}

function Ticks({ scale, axis }: { readonly scale: Scale; readonly axis: string }) {
  return (
    <span class="track ticks" aria-hidden="true" title={`${axis}, logarithmic`}>
      {scale.ticks.map((tick) => (
        <span
          key={tick}
          class={placeOf(tick, scale) < 5 ? 'first' : ''}
          style={{ left: `${placeOf(tick, scale)}%` }}
        >
          {formatCount(tick)}
        </span>
      ))}
    </span>
  );
}

type TrackProps = { readonly row: MatrixRow; readonly scale: Scale; readonly facet: Facetted };

function Track({ row: { variant, against, answer }, scale, facet: { detail, known } }: TrackProps) {
  const app = useApp();
  const route = app.route.value;
  const theme = useDark() ? darkTheme : lightTheme;
  // The pair alone in every pane, or all again where it stands alone.
  const others = [
    ...new Set(
      detail.cases.flatMap((each) =>
        each.workload === known.id && each.variant !== variant && each.variant !== against
          ? [each.variant]
          : [],
      ),
    ),
  ].join('|');
  const open = withView(route, { hide: route.view?.hide === others ? null : others });
  // Its place among all variants of the catalog, as figures have it.
  const whole = app.catalog.state.value.value?.workloads.find(({ id }) => id === known.id);
  const listed = whole?.variants.some(({ id }) => id === answer.large) === true;
  const { device, slot } = identityOf(listed ? whole : known, answer.large);
  const series = { key: answer.large, label: answer.large, device, published: false } as const;
  const { colour } = seriesStyle(
    { ...series, ...(slot === undefined ? {} : { slot }), mark: 'line', points: [] },
    theme,
  );
  return (
    <a
      class="track-link"
      href={hrefOf(open)}
      title={answer.sentence}
      onClick={(event) => {
        event.preventDefault();
        app.go(open);
      }}
    >
      {answer.answer === 'one' && answer.at !== null ? (
        <>
          <span class="track" aria-hidden="true">
            {scale.ticks.map((tick) => (
              <i key={tick} style={{ left: `${placeOf(tick, scale)}%` }} />
            ))}
            {answer.ci95 === null ? null : (
              <b
                style={{
                  left: `${placeOf(answer.ci95[0], scale)}%`,
                  right: `${100 - placeOf(answer.ci95[1], scale)}%`,
                  background: colour,
                }}
              />
            )}
            <em style={{ left: `${placeOf(answer.at, scale)}%`, background: colour }} />
          </span>
          <span class="track-text">{formatSizeWithInterval(answer.at, answer.ci95)}</span>
        </>
      ) : (
        <span class="muted">{otherAnswer(answer)}</span>
      )}
    </a>
  );
}

function otherAnswer({ answer, large }: BreakEvenView): string {
  switch (answer) {
    case 'several':
      return 'several break-evens';
    case 'inconclusive':
      return 'inconclusive';
    default:
      return `${large} is faster at every size`;
  }
}

/** From which size on one value of an axis pays over another: choose the axis and its two values. */
function BreakEvensBetween({ facet: { detail, known }, scope }: Props) {
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
          options={[{ id: '', title: 'choose …' }, ...axes.map(({ id }) => id)]}
          onChange={choose}
        />
        {axis === undefined ? null : (
          <>
            <LabelledSelect
              label="Small"
              id="between-small"
              value={small}
              options={texts}
              onChange={(text) => choose([wanted, text, large].join('|'))}
            />
            <LabelledSelect
              label="Large"
              id="between-large"
              value={large}
              options={texts}
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
