import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { numberText } from '../../../../src-main/contract/numbers.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { isDisturbed } from '../../../../src-main/contract/target.ts';
import { scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { formatInterval } from '../../../../src-main/contract/units.ts';
import {
  causeText,
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
import { Table } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { ExplanationLines } from './explanation.tsx';

type Props = {
  readonly facet: Facetted;
  readonly pair: Pair;
  readonly size: number;
  readonly scope: string;
};

/** From the time of one variant to that of another at one size, part by part, and what causes it. */
export function Waterfall({ facet, pair, size, scope }: Props) {
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
          <p class="strong">{causeText(steps, scope, comparedOf(facet.detail, [from, to]))}</p>
          <StepTable steps={steps} detail={facet.detail} cases={[from, to]} />
        </>
      )}
      {from === undefined || to === undefined ? null : (
        <Causes detail={facet.detail} cases={[from, to]} />
      )}
    </Section>
  );
}

/** The verdict of the run on the two; of two that it does not compare, whether one is disturbed. */
function comparedOf(
  { comparisons }: RunDetail,
  [from, to]: readonly [StoredCase, StoredCase],
): Parameters<typeof causeText>[2] {
  const verdictOf = (one: StoredCase, other: StoredCase) => {
    const view = comparisons[String(one.index)];
    return view?.against === other.variant ? view : undefined;
  };
  const told = verdictOf(to, from) ?? verdictOf(from, to);
  if (told !== undefined) return told;
  const disturbed = isDisturbed(from) || isDisturbed(to);
  return disturbed ? { verdict: 'inconclusive', disturbed } : undefined;
}

type CausesProps = {
  readonly detail: RunDetail;
  readonly cases: readonly [StoredCase, StoredCase];
};

/** What the counters of both say of their kernels; nothing where one has none. */
function Causes({ detail: { run, counters = {} }, cases }: CausesProps) {
  const [one, other] = cases.map(({ index }) => ({ ref: run.id, index }));
  const known = cases.every(({ index }) => String(index) in counters);
  const pairs = one === undefined || other === undefined ? [] : [[one, other] as [Key, Key]];
  const { value } = useCall('explain', known ? { pairs } : null);
  const explanation = value?.[0] ?? null;
  return explanation === null ? null : <ExplanationLines explanation={explanation} />;
}

type Key = { readonly ref: string; readonly index: number };

const namedPair = ({ from, to }: Pair): string => `${from}|${to}`;

type StepTableProps = {
  readonly steps: Steps;
  readonly detail: RunDetail;
  readonly cases: readonly [StoredCase, StoredCase];
};

function StepTable({ steps: { from, to, steps }, detail, cases }: StepTableProps) {
  // Where each bar begins: the sum of all before it.
  const starts = steps.map((_, i) => steps.slice(0, i).reduce((sum, { ns }) => sum + ns, from.ns));
  const ends = steps.map(({ ns }, i) => (starts[i] ?? 0) + ns);
  const max = Math.max(from.ns, to.ns, ...starts, ...ends);
  const whole = ({ variant, ...estimate }: Steps['from']) => ({
    ...{ name: variant, start: 0, end: estimate.ns, tone: 'whole', ci95: estimate.ci95 },
    value: nanoseconds(estimate.ns, estimate.ci95?.[0], estimate.ci95?.[1]),
    step: null,
  });
  return (
    <Table
      label="Parts of the difference"
      kind="dense waterfall"
      rows={[
        whole(from),
        ...steps.map((step, i) => ({
          ...{ name: stepName(step.part), start: starts[i] ?? 0, end: ends[i] ?? 0 },
          tone: step.part === 'rest' ? 'rest' : step.ns > 0 ? 'more' : 'less',
          ...{ ci95: step.ci95, value: signedTime(step.ns, step.ci95), step },
        })),
        whole(to),
      ]}
      columns={[
        ['Part', ({ name }) => name],
        [
          '',
          ({ start, end, tone }) => (
            <span class="track fall" aria-hidden="true">
              <b
                class={tone}
                style={{
                  left: `${(100 * Math.min(start, end)) / max}%`,
                  width: `${(100 * Math.abs(end - start)) / max}%`,
                }}
              />
            </span>
          ),
          'fall-head',
        ],
        ['Median or difference', ({ value }) => value, 'number strong'],
        [
          '95 % CI',
          ({ ci95 }) => (ci95 === null ? '–' : formatInterval(...ci95, 'duration')),
          'number',
        ],
        [
          'Evidence',
          ({ step }) =>
            step === null ? null : <StepEvidence step={step} detail={detail} cases={cases} />,
          'muted step-evidence',
        ],
      ]}
    />
  );
}

type StepEvidenceProps = {
  readonly step: WaterfallStep;
  readonly detail: RunDetail;
  readonly cases: readonly [StoredCase, StoredCase];
};

/** Of each side what the part takes and, of the computation, what is known of it. */
function StepEvidence({ step: { part, sides }, detail, cases }: StepEvidenceProps) {
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
