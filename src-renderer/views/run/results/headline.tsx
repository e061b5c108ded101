import { type ComponentChild, Fragment } from 'preact';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { shownBaselineNote } from '../../../../src-main/contract/break-even-groups.ts';
import { agree, valuesText } from '../../../../src-main/contract/case-names.ts';
import type { HeadlineAnswer, WorkloadHeadline } from '../../../../src-main/contract/headline.ts';
import { mergedText } from '../../../../src-main/contract/machine-class.ts';
import { machineWarnings } from '../../../../src-main/contract/machine-state.ts';
import { scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { hrefOf } from '../../../state/route.ts';
import type { Facetted } from '../../../state/run-summary.ts';
import { pointText, useViewParameters } from '../../../state/workspace.ts';
import { Sentence } from '../../../ui/sentence.tsx';

type AnswersOf = Pick<Facetted, 'known' | 'where'> & {
  readonly detail: Pick<RunDetail, 'headline'>;
};

export const toldOf = ({ detail, known, where }: AnswersOf) =>
  detail.headline?.workloads.find(
    ({ workload, values }) => workload === known.id && agree(values, where),
  );

/** In the timing scope that is shown; that of the run's sentence by default, or where nothing is answered in the scope. */
const answerIn = ({ answers }: WorkloadHeadline, scope: string | undefined) =>
  answers.find((each) => each.scope === scope) ?? answers[0];

const nameOf = ({ workload, values }: WorkloadHeadline) =>
  [workload, valuesText(values)].filter((part) => part !== '').join(', ');

/** The answer of the run in a timing scope: what wins, from which size, by how much, how sure. Many answers are folded. */
export function Headline({ facet, scope }: { readonly facet: Facetted; readonly scope: string }) {
  const view = useViewParameters();
  const { headline, run } = facet.detail;
  const told = toldOf(facet);
  const shown = told === undefined ? undefined : answerIn(told, scope);
  if (headline === null || shown === undefined) {
    return <p class="answer">Two variants at one size are needed for an answer.</p>;
  }
  const own = headline.byScope[scope];
  const { workloads } = headline;
  return (
    <>
      <p class="answer" title={noteOf(facet.known, shown)}>
        <Sentence text={own ?? headline.sentence} />
      </p>
      {own === undefined ? (
        <p class="muted">Below: {scopeName(scope)}, a part that has no answer of its own.</p>
      ) : null}
      {workloads.length < 5 ? null : (
        <details>
          <summary>{workloads.length} answers</summary>
          <Lines
            lines={workloads.map((one) => {
              const here = { ...view, workload: one.workload, at: pointText(one.values) };
              const href = hrefOf({ screen: 'run', ref: run.id, tab: 'results', view: here });
              const label = <a href={href}>{nameOf(one)}</a>;
              return { label, text: answerIn(one, scope)?.text ?? '' };
            })}
          />
        </details>
      )}
    </>
  );
}

type Scoped = { readonly facet: AnswersOf; readonly scope?: string };

/** The answer of one workload of several in the scope that is shown: its first part, and folded with the others what else is answered. */
export function ShortAnswer({ facet, scope }: Scoped) {
  const told = toldOf(facet);
  if (told === undefined) return null;
  const [first = '', ...others] = answerIn(told, scope)?.text.split('; ') ?? [];
  return (
    <details>
      <summary class="strong">
        <Sentence text={others.length === 0 ? `${first}.` : `${first} …`} />
      </summary>
      {others.length === 0 ? null : (
        <p>
          <Sentence text={`${others.join('; ')}.`} />
        </p>
      )}
      <Lines lines={furtherLines(told, scope)} />
    </details>
  );
}

type LineText<L = string> = { readonly label: L; readonly text: string };

/** What else is answered of the workload: of other scopes, and of the best variants known. */
function furtherLines(told: WorkloadHeadline, scope: string | undefined): readonly LineText[] {
  const { answers, bestKnown } = told;
  const shown = answerIn(told, scope);
  const others = answers
    .filter((each) => each.scope !== 'kernel' && each.text !== shown?.text)
    .map((each) => ({ label: scopeName(each.scope), text: each.text }));
  if (bestKnown === null || shown !== answers[0]) return others;
  return [...others, { label: 'best known', text: bestKnown.text }];
}

export function FurtherAnswers({
  facet,
  scope,
  open = false,
}: Scoped & { readonly open?: boolean }) {
  const told = toldOf(facet);
  const lines = told === undefined ? [] : furtherLines(told, scope);
  if (lines.length === 0) return null;
  return (
    <details open={open}>
      <summary>Also: {lines.map(({ label }) => label).join(', ')}</summary>
      <Lines lines={lines} />
    </details>
  );
}

const Lines = ({ lines }: { readonly lines: readonly LineText<ComponentChild>[] }) => (
  <dl class="answers">
    {lines.map(({ label, text }, at) => (
      <Fragment key={at}>
        <dt>{label}</dt>
        <dd>
          <Sentence text={text} />
        </dd>
      </Fragment>
    ))}
  </dl>
);

/** What the baseline is, where the answer names it; nothing where it does not. */
function noteOf(known: Facetted['known'], { pair }: HeadlineAnswer): string | undefined {
  const note = shownBaselineNote(known, (variant) => pair.includes(variant));
  return note === '' ? undefined : note;
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
        <span
          class={level === 'repeat' ? 'badge warn' : 'badge good'}
          title={headline.quality.text}
        >
          {level === 'good' ? 'quality: ' : ''}
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
