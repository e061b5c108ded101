import { type ComparisonView, evidenceOf } from '../../src-main/contract/verdict.ts';

type Props = {
  readonly comparison: ComparisonView;
  /** How names of sides are shown. */
  readonly name?: (text: string) => string;
};

/** What speaks for a verdict next to its reason: p, the kind of interval, samples and processes. */
export function Evidence({ comparison, name = (text) => text }: Props) {
  const found = evidenceOf(comparison);
  if (found.length === 0) return null;
  return (
    <ul class="evidence">
      {found.map((sentence) => (
        <li key={sentence}>{name(sentence)}</li>
      ))}
    </ul>
  );
}
