import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { shownBaselineNote } from '../../../../src-main/contract/break-even-groups.ts';
import { agree, valuesText } from '../../../../src-main/contract/case-names.ts';
import type { HeadlineAnswer } from '../../../../src-main/contract/headline.ts';
import { mergedText } from '../../../../src-main/contract/machine-class.ts';
import { machineWarnings } from '../../../../src-main/contract/machine-state.ts';
import { scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { hrefOf } from '../../../state/route.ts';
import type { Facetted } from '../../../state/run-summary.ts';

type AnswersOf = Pick<Facetted, 'known' | 'where'> & {
  readonly detail: Pick<RunDetail, 'headline'>;
};

const toldOf = ({ detail, known, where }: AnswersOf) =>
  detail.headline?.workloads.find(
    ({ workload, values }) => workload === known.id && agree(values, where),
  );

/** The answer of the run, the same sentences as on every face: what wins, from which size, by how much, how sure. */
export function Headline({ facet }: { readonly facet: Facetted }) {
  const first = toldOf(facet)?.answers[0];
  if (first === undefined) {
    return <p class="answer">Two variants at one size are needed for an answer.</p>;
  }
  return (
    <p class="answer" title={noteOf(facet.known, first)}>
      {facet.detail.headline?.sentence}
    </p>
  );
}

type Scoped = {
  readonly facet: AnswersOf;
  /** The timing scope that is shown; that of the run's sentence by default. */
  readonly scope?: string;
};

/** The answer of the scope that is shown, where it is another one than that of the sentence of the workload. */
function answerOf(facet: AnswersOf, scope: string | undefined): HeadlineAnswer | undefined {
  const [first, ...others] = toldOf(facet)?.answers ?? [];
  const own = others.find((each) => each.scope === scope);
  return own?.text === first?.text ? undefined : own;
}

/** The answer of one workload in the scope that is shown, where the sentence of the run is another one. */
export function WorkloadAnswer({ facet, scope }: Scoped) {
  const told = toldOf(facet);
  const own = answerOf(facet, scope);
  if (own !== undefined) {
    return (
      <p class="strong">
        {[facet.known.id, valuesText(told?.values ?? {}), scopeName(own.scope)]
          .filter((part) => part !== '')
          .join(', ')}
        : {own.text}.
      </p>
    );
  }
  if (told === undefined || told.sentence === facet.detail.headline?.sentence) return null;
  return <p class="strong">{told.sentence}</p>;
}

/** What else is answered of the workload: of the other scope, and of the best variants known. */
export function FurtherAnswers({
  facet,
  scope: shown,
  open = false,
}: Scoped & { readonly open?: boolean }) {
  const told = toldOf(facet);
  const [first, ...others] = told?.answers ?? [];
  const isFirst = answerOf(facet, shown) === undefined;
  const left = isFirst
    ? others.filter(({ scope, text }) => scope === 'call' && text !== first?.text)
    : (told?.answers.slice(0, 1) ?? []);
  const lines = left.map(({ scope, text }) => ({ label: scopeName(scope), text }));
  const best = told?.bestKnown ?? null;
  if (best !== null) lines.push({ label: 'best known', text: best.text });
  if (lines.length === 0) return null;
  return (
    <details open={open}>
      <summary>Also: {lines.map(({ label }) => label).join(', ')}</summary>
      <dl class="answers">
        {lines.map(({ label, text }) => (
          <Line key={label} label={label} text={text} />
        ))}
      </dl>
    </details>
  );
}

/** What the baseline is, where the answer names it; nothing where it does not. */
function noteOf(known: Facetted['known'], { pair }: HeadlineAnswer): string | undefined {
  const note = shownBaselineNote(known, (variant) => pair.includes(variant));
  return note === '' ? undefined : note;
}

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  );
}

/** Of a merged run: how much of the plan it has, the class of machine, and the runs of the plan on other classes. */
export function Merged({ detail }: { readonly detail: RunDetail }) {
  const text = mergedText(detail);
  if (text === null) return null;
  return (
    <p class="muted">
      {text}.
      {(detail.nodes?.otherClasses ?? []).map(({ run, machineClass }) => (
        <>
          {' '}
          The same plan on{' '}
          <a key={run} href={hrefOf({ screen: 'run', ref: run, tab: 'results' })}>
            {machineClass}
          </a>
          .
        </>
      ))}
    </p>
  );
}

type Props = { readonly detail: Pick<RunDetail, 'headline' | 'machine'> };

/** Whether the numbers are good enough, and what of the machine can change a verdict. */
export function Quality({ detail: { headline, machine } }: Props) {
  const warnings = machineWarnings(machine);
  const level = headline?.quality.level ?? 'good';
  return (
    <>
      {headline === null ? null : (
        <span class={level === 'repeat' ? 'badge warn' : 'badge good'}>
          {level === 'repeat' ? '' : 'quality: '}
          {headline.quality.text}
        </span>
      )}
      {warnings.map((text) => (
        <span key={text} class="badge warn" title={text}>
          {text}
        </span>
      ))}
    </>
  );
}
