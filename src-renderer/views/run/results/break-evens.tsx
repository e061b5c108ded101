import type { ComponentChildren } from 'preact';
import { breakEvenGroups } from '../../../../src-main/contract/break-even-groups.ts';
import { refinementText } from '../../../../src-main/contract/break-even-target.ts';
import { breakEvenScopes, scopeName } from '../../../../src-main/contract/timing-scopes.ts';
import { type BreakEvenView, pairOfView } from '../../../../src-main/contract/verdict.ts';
import { useApp } from '../../../state/context.ts';
import { breakEvensIn, type Facetted } from '../../../state/run-summary.ts';
import { Section } from '../../../ui/page.tsx';

const named = (view: BreakEvenView) => pairOfView(view).join(' and ');

/** Where which variant starts to win: best CPU against best GPU first, then the baseline with what it is. */
export function BreakEvens({
  facet,
  scope,
  children,
}: {
  readonly facet: Facetted;
  readonly scope: string;
  /** Other break-evens of the scope. */
  readonly children: ComponentChildren;
}) {
  const { detail, known } = facet;
  const workloads = useApp().catalog.state.value.value?.workloads ?? [];
  if (detail.breakEvens.length === 0) return null;
  const { refinementEnded } = detail;
  const own = breakEvensIn(facet, scope);
  return (
    <Section title="Break-even">
      {refinementEnded === undefined ? null : (
        <p>{refinementText(detail.breakEvens, refinementEnded)}</p>
      )}
      {breakEvenGroups(own, [known, ...workloads]).map(({ title, note, answers }) => (
        <section key={title} class="break-even-group" aria-label={title}>
          <h3>{title}</h3>
          {note === null ? null : <p class="muted">{note}</p>}
          <BreakEvenAnswers answers={answers} />
        </section>
      ))}
      {breakEvenScopes.some((id) => id === scope) ? (
        children
      ) : (
        <p class="muted">{noBreakEvens(scope)}</p>
      )}
    </Section>
  );
}

/** Why a scope has none. */
const noBreakEvens = (scope: string): string =>
  `No break-even is computed of ${scopeName(scope)} time: it leaves out what a caller waits for. Device call and end to end have them.`;

/** Sizes that were found come first; the honest other answers can be opened. */
export function BreakEvenAnswers({ answers }: { readonly answers: readonly BreakEvenView[] }) {
  const found = answers.filter(({ answer }) => answer === 'one');
  const others = answers.filter(({ answer }) => answer !== 'one');
  return (
    <>
      {found.length === 0 ? (
        <p>No single break-even size was found.</p>
      ) : (
        <Answers answers={found} />
      )}
      {others.length === 0 ? null : (
        <details>
          <summary>
            {others.length} other {others.length === 1 ? 'answer' : 'answers'}: none in range,
            several, or not distinguishable
          </summary>
          <Answers answers={others} />
        </details>
      )}
    </>
  );
}

function Answers({ answers }: { readonly answers: readonly BreakEvenView[] }) {
  return (
    <ul class="break-evens">
      {answers.map((each) => (
        <li
          key={[each.workload, each.scope, each.small, each.large, each.sentence].join('\t')}
          class={each.answer}
        >
          {each.sentence}{' '}
          <span class="muted">
            {scopeName(each.scope)}, {named(each)}.
          </span>
        </li>
      ))}
    </ul>
  );
}
