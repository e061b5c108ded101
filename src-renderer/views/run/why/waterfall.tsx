import type { ComponentChildren } from 'preact';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { numberText } from '../../../../src-main/contract/numbers.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { formatInterval } from '../../../../src-main/contract/units.ts';
import {
  causeText,
  type Estimated,
  type Waterfall as Steps,
  signedTime,
  stepName,
  type WaterfallStep,
  waterfallOf,
} from '../../../../src-main/contract/waterfall.ts';
import { useApp } from '../../../state/context.ts';
import { evidenceOf, type Pair } from '../../../state/pair.ts';
import { hrefOf, withView } from '../../../state/route.ts';
import { hasCode } from '../../../state/run-code.ts';
import { type Facetted, ofFacet } from '../../../state/run-summary.ts';
import { useView } from '../../../state/workspace.ts';
import { LabelledSelect } from '../../../ui/field.tsx';
import { nanoseconds } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { TableBox } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { ExplanationLines } from './explanation.tsx';

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
  const here = ofFacet(facet).filter((each) => each.values[axis] === size);
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
      {from === undefined || to === undefined ? null : (
        <Causes detail={facet.detail} cases={[from, to]} />
      )}
    </Section>
  );
}

/** What the counters of both say of their kernels; nothing where one has none. */
function Causes({
  detail: { run, counters = {} },
  cases,
}: {
  readonly detail: RunDetail;
  readonly cases: readonly [StoredCase, StoredCase];
}) {
  const [one, other] = cases.map(({ index }) => ({ ref: run.id, index }));
  const known = cases.every(({ index }) => String(index) in counters);
  const pairs = one === undefined || other === undefined ? [] : [[one, other] as [Key, Key]];
  const { value } = useCall('explain', known ? { pairs } : null);
  const explanation = value?.[0] ?? null;
  return explanation === null ? null : <ExplanationLines explanation={explanation} />;
}

type Key = { readonly ref: string; readonly index: number };

const namedPair = ({ from, to }: Pair): string => `${from}|${to}`;

function StepTable({
  steps: { from, to, steps },
  detail,
  cases,
}: {
  readonly steps: Steps;
  readonly detail: RunDetail;
  readonly cases: readonly [StoredCase, StoredCase];
}) {
  // Where each bar begins: the sum of all before it.
  const starts = steps.map((_, i) => steps.slice(0, i).reduce((sum, { ns }) => sum + ns, from.ns));
  const ends = steps.map(({ ns }, i) => (starts[i] ?? 0) + ns);
  const max = Math.max(from.ns, to.ns, ...starts, ...ends);
  const row = (
    name: string,
    [start, end]: readonly [number, number],
    tone: string,
    value: string,
    estimate: Estimated,
    evidence: ComponentChildren = null,
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
      <td class="muted step-evidence">{evidence}</td>
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
          {row(from.variant, [0, from.ns], 'whole', time(from), from)}
          {steps.map((step, i) =>
            row(
              stepName(step.part),
              [starts[i] ?? 0, ends[i] ?? 0],
              step.part === 'rest' ? 'rest' : step.ns > 0 ? 'more' : 'less',
              signedTime(step.ns),
              step,
              <StepEvidence step={step} detail={detail} cases={cases} />,
            ),
          )}
          {row(to.variant, [0, to.ns], 'whole', time(to), to)}
        </tbody>
      </table>
    </TableBox>
  );
}

/** Of each side what the part takes and, of the computation, what is known of it. */
function StepEvidence({
  step: { part, sides },
  detail,
  cases,
}: {
  readonly step: WaterfallStep;
  readonly detail: RunDetail;
  readonly cases: readonly [StoredCase, StoredCase];
}) {
  const route = useApp().route.value;
  if (sides === undefined) return <>not timed apart, and medians of parts need not add up</>;
  const [before, after] = sides.map(({ ns }) => nanoseconds(ns));
  if (part !== 'kernel') return <>{`${before} → ${after}`}</>;
  return (
    <>
      {cases.map((stored, side) => {
        const known = evidenceOf(detail, stored);
        const { variant } = stored;
        return (
          <div key={variant}>
            {variant} {side === 0 ? before : after}
            {known === '' ? null : `: ${known}`}{' '}
            {hasCode(detail) ? (
              <a href={hrefOf(withView(route, { pane: 'source', build: variant }))}>source</a>
            ) : null}
          </div>
        );
      })}
    </>
  );
}
