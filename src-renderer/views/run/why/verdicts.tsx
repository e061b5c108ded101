import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { caseName, varyingAxes } from '../../../../src-main/contract/case-names.ts';
import { formatSpeedup } from '../../../../src-main/contract/verdict.ts';
import { Evidence, VerdictBadge } from '../../../ui/badge.tsx';
import { Empty, Section } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table-box.tsx';

/** Why the cases have the verdicts that they have: the reason, p, what was compared. */
export function Verdicts({ detail }: { readonly detail: RunDetail }) {
  const judged = detail.cases.flatMap((stored) => {
    const comparison = detail.comparisons[String(stored.index)];
    return comparison === undefined ? [] : [{ stored, comparison }];
  });
  if (judged.length === 0) return <Empty>No case has another one to be compared with.</Empty>;
  const axes = varyingAxes(detail.cases).map(({ id }) => id);
  return (
    <Section title="Verdicts">
      <Table
        label="Verdicts with their evidence"
        kind="plain"
        rows={judged}
        columns={[
          ['Case', ({ stored }) => caseName(stored, axes)],
          ['Verdict', ({ comparison }) => <VerdictBadge {...comparison} />],
          ['Speedup, 95 % CI', ({ comparison }) => formatSpeedup(comparison), 'number'],
          [
            'Reason and evidence',
            ({ comparison }) => (
              <>
                {comparison.reason}
                {(comparison.warnings ?? []).map((warning) => (
                  <span key={warning} class="reason-text">
                    {warning}
                  </span>
                ))}
                <Evidence comparison={comparison} />
              </>
            ),
            'prose',
          ],
        ]}
      />
      <p class="muted">
        Verdicts are of the timing scope that is chosen above, over the repetitions of this run.
        “Over the sweep” is a p value adjusted for the number of comparisons (Benjamini-Hochberg).
      </p>
    </Section>
  );
}
