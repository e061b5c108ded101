import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { shownBaselineNote } from '../../../../src-main/contract/break-even-groups.ts';
import { agree } from '../../../../src-main/contract/case-names.ts';
import type { HeadlineAnswer } from '../../../../src-main/contract/headline.ts';
import { machineWarnings } from '../../../../src-main/contract/machine-state.ts';
import { scopeName } from '../../../../src-main/contract/timing-scopes.ts';
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
  return (
    <>
      {first === undefined ? (
        <p class="answer">Two variants at one size are needed for an answer.</p>
      ) : (
        <p class="answer" title={noteOf(facet.known, first)}>
          {facet.detail.headline?.sentence}
        </p>
      )}
      <Answers facet={facet} />
    </>
  );
}

/** The answers of one workload: its sentence where it differs from that of the run, and one line a timing scope. */
export function Answers({ facet }: { readonly facet: AnswersOf }) {
  const told = toldOf(facet);
  const [first, ...others] = told?.answers ?? [];
  const further = others.filter(({ scope, text }) => scope === 'call' && text !== first?.text);
  return (
    <>
      {told === undefined || told.sentence === facet.detail.headline?.sentence ? null : (
        <p class="strong">{told.sentence}</p>
      )}
      <dl class="answers">
        {further.map((answer) => (
          <Line key={answer.scope} label={scopeName(answer.scope)} text={answer.text} />
        ))}
        {told?.bestKnown == null ? null : <Line label="best known" text={told.bestKnown.text} />}
      </dl>
    </>
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

/** Whether the numbers are good enough, and what of the machine can change a verdict. */
export function Quality({
  detail: { headline, machine },
}: {
  readonly detail: Pick<RunDetail, 'headline' | 'machine'>;
}) {
  const warnings = machineWarnings(machine);
  const level = headline?.quality.level ?? 'good';
  return (
    <>
      {headline === null ? null : (
        <span class={level === 'repeat' ? 'badge warn' : 'badge good'}>
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
