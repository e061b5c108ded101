import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { numberText } from '../../../../src-main/contract/numbers.ts';
import { scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { formatInterval } from '../../../../src-main/contract/units.ts';
import {
  causeText,
  type Estimated,
  type Waterfall as Steps,
  signedTime,
  stepName,
  waterfallOf,
} from '../../../../src-main/contract/waterfall.ts';
import { casesAt, evidenceOf, type Pair } from '../../../state/pair.ts';
import type { Facetted } from '../../../state/run-summary.ts';
import { useView } from '../../../state/workspace.ts';
import { LabelledSelect } from '../../../ui/field.tsx';
import { nanoseconds } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { TableBox } from '../../../ui/table-box.tsx';

/** From the time of one variant to that of another at one size, part by part, and what causes it. */
export function Waterfall({
  facet,
  pair,
  size,
  scope,
}: {
  readonly facet: Facetted;
  readonly pair: Pair;
  readonly size: number;
  readonly scope: string;
}) {
  const [, choose] = useView('pair');
  const axis = facet.known.sizeAxis;
  const here = casesAt(facet).filter((each) => each.values[axis] === size);
  const sideOf = (variant: string) => here.find((each) => each.variant === variant);
  const [from, to] = [sideOf(pair.from), sideOf(pair.to)];
  const steps = from === undefined || to === undefined ? null : waterfallOf(from, to, scope);
  const variants = [...new Set(here.map(({ variant }) => variant))];
  const select = (id: 'from' | 'to', title: string) => (
    <LabelledSelect
      label={title}
      id={`waterfall-${id}`}
      value={pair[id]}
      options={variants.map((variant) => ({ id: variant, title: variant }))}
      onChange={(variant) => choose(namedPair({ ...pair, [id]: variant }))}
    />
  );
  return (
    <Section
      title={`From ${pair.from} to ${pair.to} at ${axis} = ${numberText(size)}`}
      aside={
        <>
          {select('from', 'From')}
          {select('to', 'to')}
        </>
      }
    >
      {steps === null || from === undefined || to === undefined ? (
        <p class="muted">
          {scope === 'total' || scope === 'call'
            ? `The parts of ${scopeName(scope)} were not timed for both variants at this size.`
            : `${scopeName(scope)} has no parts that were timed: device call and end to end have.`}
        </p>
      ) : (
        <>
          <p class="strong">{causeText(steps, scope)}</p>
          <StepTable steps={steps} detail={facet.detail} cases={[from, to]} />
        </>
      )}
    </Section>
  );
}

const namedPair = ({ from, to }: Pair): string => `${from}|${to}`;

function StepTable({
  steps: { from, to, steps },
  detail,
  cases,
}: {
  readonly steps: Steps;
  readonly detail: RunDetail;
  readonly cases: Parameters<typeof evidenceOf>[1][];
}) {
  // Where each bar begins: the sum of all before it.
  const starts = steps.map((_, i) => steps.slice(0, i).reduce((sum, { ns }) => sum + ns, from.ns));
  const ends = steps.map(({ ns }, i) => (starts[i] ?? 0) + ns);
  const max = Math.max(from.ns, to.ns, ...starts, ...ends);
  const [before, after] = cases.map((stored) => evidenceOf(detail, stored));
  const row = (
    name: string,
    [start, end]: readonly [number, number],
    tone: string,
    value: string,
    estimate: Estimated,
    evidence = '',
  ) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td>
        <span class="track fall" aria-hidden="true">
          <b
            class={tone}
            style={{
              left: `${(100 * Math.min(start, end)) / max}%`,
              width: `${(100 * Math.abs(end - start)) / max}%`,
            }}
          />
        </span>
      </td>
      <td class="number strong">{value}</td>
      <td class="number">
        {estimate.ci95 === null ? '–' : formatInterval(...estimate.ci95, 'duration')}
      </td>
      <td class="muted">{evidence}</td>
    </tr>
  );
  const time = ({ ns, ci95 }: Estimated) => nanoseconds(ns, ci95?.[0], ci95?.[1]);
  return (
    <TableBox label="Parts of the difference">
      <table class="table dense waterfall">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" class="fall-head" />
            <th scope="col" class="number">
              Median or difference
            </th>
            <th scope="col" class="number">
              95 % CI
            </th>
            <th scope="col">Evidence</th>
          </tr>
        </thead>
        <tbody>
          {row(from.variant, [0, from.ns], 'whole', time(from), from, before)}
          {steps.map((step, i) =>
            row(
              stepName(step.part),
              [starts[i] ?? 0, ends[i] ?? 0],
              step.part === 'rest' ? 'rest' : step.ns > 0 ? 'more' : 'less',
              signedTime(step.ns),
              step,
              step.part === 'rest' ? 'not timed apart, and medians of parts need not add up' : '',
            ),
          )}
          {row(to.variant, [0, to.ns], 'whole', time(to), to, after)}
        </tbody>
      </table>
    </TableBox>
  );
}
