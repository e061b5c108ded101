import type { BreakEvenView } from '../../../src-main/contract/verdict.ts';
import { Section } from '../../ui/page.tsx';

const named = ({ small, large }: BreakEvenView) =>
  small === large ? small : `${small} and ${large}`;

/** Where which variant starts to win. Sizes that were found come first; the honest other answers can be opened. */
export function BreakEvens({
  answers,
  titleOf,
}: {
  readonly answers: readonly BreakEvenView[];
  readonly titleOf: (span: string) => string;
}) {
  if (answers.length === 0) return null;
  const found = answers.filter(({ answer }) => answer === 'one');
  const others = answers.filter(({ answer }) => answer !== 'one');
  return (
    <Section title="Break-even">
      {found.length === 0 ? (
        <p>No single size was found from which another variant wins.</p>
      ) : (
        <Answers answers={found} titleOf={titleOf} />
      )}
      {others.length === 0 ? null : (
        <details>
          <summary>
            {others.length} other {others.length === 1 ? 'answer' : 'answers'}: none in range,
            several, or within noise
          </summary>
          <Answers answers={others} titleOf={titleOf} />
        </details>
      )}
    </Section>
  );
}

function Answers({
  answers,
  titleOf,
}: {
  readonly answers: readonly BreakEvenView[];
  readonly titleOf: (span: string) => string;
}) {
  return (
    <ul class="break-evens">
      {answers.map((each) => (
        <li
          key={[each.workload, each.span, each.small, each.large, each.sentence].join('\t')}
          class={each.answer}
        >
          {each.sentence}{' '}
          <span class="muted">
            {titleOf(each.span)}, {named(each)}.
          </span>
        </li>
      ))}
    </ul>
  );
}
