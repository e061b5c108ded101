/** What a rule says of two cases of one input: why one is faster, what bounds each, what is no cause, and what is open. */
export type ExplanationLine = {
  readonly kind: 'because' | 'bound by' | 'not' | 'not established' | 'bytes';
  /** Of the rule. */
  readonly rule: string;
  readonly text: string;
};

export type Explanation = {
  readonly fast: string;
  readonly slow: string;
  readonly lines: readonly ExplanationLine[];
  /** Where the counters come from. */
  readonly source: string;
};

/** A block of lines below a comparison, the kinds in a column of their own. */
export function explanationText({ lines, source }: Explanation): string {
  const width = Math.max(...lines.map(({ kind }) => kind.length), 0);
  return [
    ...lines.map(({ kind, text }) => `  ${kind.padEnd(width)}  ${text}\n`),
    `  ${source}\n`,
  ].join('');
}
