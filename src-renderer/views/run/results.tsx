import type { RunDetail } from '../../../src-main/contract/api.ts';
import { timeTakenText } from '../../../src-main/contract/expected-time.ts';
import { disturbedRepetitionsText } from '../../../src-main/contract/target.ts';
import { missedCasesText } from '../../../src-main/contract/wide-intervals.ts';
import { useApp } from '../../state/context.ts';
import { workloadsOf } from '../../state/run-attributes.ts';
import type { Facetted } from '../../state/run-summary.ts';
import { plural } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { CaseTable } from './case-table.tsx';
import { BreakEvenMatrix } from './results/break-even-matrix.tsx';
import { BreakEvens } from './results/break-evens.tsx';
import { Curve } from './results/curve.tsx';
import { Headline, Quality } from './results/headline.tsx';
import { Tuning } from './tuning.tsx';
import { useWhere } from './where.tsx';
import { useWorkload } from './workload-select.tsx';

/**
 * The answer first: the sentence, the curve with its break-even band, then where each variant overtakes and every case.
 * Workload, point, scope, stretch of sizes and hidden variants are those of the screen: what is chosen in one pane holds
 * in all.
 */
export function Results({
  detail,
  shown,
  scope,
}: {
  readonly detail: RunDetail;
  /** The run with the verdicts of the scope. */
  readonly shown: RunDetail;
  readonly scope: string;
}) {
  const app = useApp();
  const { run, plan, tuning } = detail;
  const took = timeTakenText(run, plan);
  const disturbed = disturbedRepetitionsText(detail.repetitions);
  const missed = missedCasesText(detail);
  const left = plan.cases.length - run.ok - run.failed - run.skipped;
  const { workload, sizeAxis, choice } = useWorkload(detail);
  const { known } =
    workloadsOf(detail, app.catalog.state.value.value).find(({ id }) => id === workload) ?? {};
  const { where, choices } = useWhere(detail, workload, sizeAxis);
  const facet: Facetted | null =
    known === null || known === undefined ? null : { detail: shown, known, where };
  return (
    <>
      <div class="headline">
        {facet === null ? null : <Headline facet={facet} />}
        <p class="quality">
          <Quality detail={detail} />
          <span class="good-text">{plural(run.ok, 'case')} ok</span>
          {run.failed > 0 ? <span class="bad-text">{run.failed} failed</span> : null}
          {run.skipped > 0 ? <span>{run.skipped} skipped</span> : null}
          {left > 0 ? <span>{left} not run</span> : null}
          {took === '' ? null : <span class="muted">{took}</span>}
        </p>
      </div>
      <Curve
        detail={detail}
        scope={scope}
        choices={
          <>
            {choice}
            {choices}
          </>
        }
      />
      {tuning === undefined ? null : <Tuning tuning={tuning} />}
      {facet === null ? null : <BreakEvenMatrix facet={facet} scope={scope} />}
      <Section title="Cases">
        {disturbed === '' ? null : <p class="muted">{disturbed}</p>}
        {missed === '' ? null : <p class="muted">{missed}; each case says by how much.</p>}
        <CaseTable detail={shown} scope={scope} workload={workload} sizeAxis={sizeAxis} />
        <p class="muted">
          Centre: median. Interval: 95 % confidence interval of the median; – means too few samples.
          Speedup: time of the baseline over that of the variant; above 1 is faster.
        </p>
      </Section>
      {facet === null ? null : <BreakEvens facet={facet} scope={scope} />}
    </>
  );
}
