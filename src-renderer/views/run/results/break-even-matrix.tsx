import type { ComponentChildren } from 'preact';
import { darkTheme, lightTheme, seriesStyle } from '../../../../src-main/charts/index.ts';
import { shownBaselineNote } from '../../../../src-main/contract/break-even-groups.ts';
import { refinementText } from '../../../../src-main/contract/break-even-target.ts';
import { breakEvenScopes, scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { formatCount, formatSizeWithInterval } from '../../../../src-main/contract/units.ts';
import { identityOf } from '../../../../src-main/contract/variant-identity.ts';
import type { BreakEvenView } from '../../../../src-main/contract/verdict.ts';
import { useApp } from '../../../state/context.ts';
import { hrefOf, withView } from '../../../state/route.ts';
import { type Facetted, type MatrixRow, matrixRows, sizesOf } from '../../../state/run-summary.ts';
import { readZoom, useHidden, useView } from '../../../state/workspace.ts';
import { useDark } from '../../../ui/dark.ts';
import { Section } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table-box.tsx';

type Scale = { readonly min: number; readonly max: number; readonly ticks: readonly number[] };

/** The sizes that were measured on a logarithmic axis, with whole decades as ticks. */
export function sizeScale(sizes: readonly number[]): Scale | null {
  const positive = sizes.filter((size) => size > 0);
  const [min, max] = [positive[0], positive.at(-1)];
  if (min === undefined || max === undefined || min === max) return null;
  const ticks: number[] = [];
  for (let power = Math.ceil(Math.log10(min)); 10 ** power <= max; power += 1)
    ticks.push(10 ** power);
  return { min, max, ticks };
}

/** Percent of the width at which a size stands; sizes outside stand at the ends. */
export function placeOf(size: number, { min, max }: Scale): number {
  const share = (Math.log(size) - Math.log(min)) / (Math.log(max) - Math.log(min));
  return 100 * Math.max(0, Math.min(1, share));
}

type Props = {
  readonly facet: Facetted;
  readonly scope: string;
  /** Other break-evens of the scope. */
  readonly children: ComponentChildren;
};

/**
 * Where each variant overtakes in one timing scope, on the sizes that the curve shows: point and interval in its colour,
 * the pair of the sentence first. The sentence of each is the title of its place.
 */
export function BreakEvenMatrix({ facet, scope, children }: Props) {
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
      {children}
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
