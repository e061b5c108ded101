import type { Explanation } from '../../../../src-main/contract/explanation.ts';

type Props = { readonly explanation: Explanation };

/** The lines of a rule's answer, as the command line prints them. */
export function ExplanationLines({ explanation: { lines, source } }: Props) {
  return (
    <>
      <dl class="causes">
        {lines.map(({ kind, rule, text }) => (
          <div key={`${rule} ${text}`}>
            <dt>{kind}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">{source}</p>
    </>
  );
}
