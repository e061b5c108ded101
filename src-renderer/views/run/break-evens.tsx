import type { ComponentChildren } from 'preact';
import { breakEvenGroups } from '../../../src-main/contract/break-even-groups.ts';
import { refinementText } from '../../../src-main/contract/break-even-target.ts';
import { type BreakEvenView, pairOfView } from '../../../src-main/contract/verdict.ts';
import { Section } from '../../ui/page.tsx';

const named = (view: BreakEvenView) => pairOfView(view).join(' and ');

type Titles = {
  readonly titleOf: (scope: string) => string;
  readonly workloads: readonly {
    readonly id: string;
    readonly title: string;
    readonly lab?: object | undefined;
  }[];
};

/** Where which variant starts to win: best CPU against best GPU first, then the baseline with what it is. */
export function BreakEvens({
  answers,
  refinementEnded,
  children,
  ...titles
}: Titles & {
  readonly answers: readonly BreakEvenView[];
  /** How refining the run ended; absent where it was not refined. */
  readonly refinementEnded?: string | undefined;
  readonly children?: ComponentChildren;
}) {
  if (answers.length === 0) return null;
  return (
    <Section title="Break-even">
      {refinementEnded === undefined ? null : <p>{refinementText(answers, refinementEnded)}</p>}
      {breakEvenGroups(answers, titles.workloads).map(({ title, note, answers: own }) => (
        <section key={title} class="break-even-group" aria-label={title}>
          <h3>{title}</h3>
          {note === null ? null : <p class="muted">{note}</p>}
          <BreakEvenAnswers answers={own} {...titles} />
        </section>
      ))}
      {children}
    </Section>
  );
}

/**
 * Sizes that were found come first; the honest other answers can be opened. Where a run has several workloads, each has
 * its own heading, as the sentences name variants alone.
 */
export function BreakEvenAnswers({
  answers,
  ...titles
}: Titles & { readonly answers: readonly BreakEvenView[] }) {
  const found = answers.filter(({ answer }) => answer === 'one');
  const others = answers.filter(({ answer }) => answer !== 'one');
  return (
    <>
      {found.length === 0 ? (
        <p>No single break-even size was found.</p>
      ) : (
        <ByWorkload answers={found} {...titles} />
      )}
      {others.length === 0 ? null : (
        <details>
          <summary>
            {others.length} other {others.length === 1 ? 'answer' : 'answers'}: none in range,
            several, or not distinguishable
          </summary>
          <ByWorkload answers={others} {...titles} />
        </details>
      )}
    </>
  );
}

function ByWorkload({
  answers,
  titleOf,
  workloads,
}: Titles & { readonly answers: readonly BreakEvenView[] }) {
  if (workloads.length < 2) return <Answers answers={answers} titleOf={titleOf} />;
  return (
    <>
      {workloads.map(({ id, title }) => {
        const own = answers.filter(({ workload }) => workload === id);
        if (own.length === 0) return null;
        return (
          <div key={id} class="break-evens-of">
            <h4>{title}</h4>
            <Answers answers={own} titleOf={titleOf} />
          </div>
        );
      })}
    </>
  );
}

function Answers({
  answers,
  titleOf,
}: {
  readonly answers: readonly BreakEvenView[];
  readonly titleOf: (scope: string) => string;
}) {
  return (
    <ul class="break-evens">
      {answers.map((each) => (
        <li
          key={[each.workload, each.scope, each.small, each.large, each.sentence].join('\t')}
          class={each.answer}
        >
          {each.sentence}{' '}
          <span class="muted">
            {titleOf(each.scope)}, {named(each)}.
          </span>
        </li>
      ))}
    </ul>
  );
}
