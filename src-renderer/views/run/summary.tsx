import type { RunDetail } from '../../../src-main/contract/api.ts';
import { comparedScope, detailByScope } from '../../../src-main/contract/by-scope.ts';
import { timeTakenText } from '../../../src-main/contract/expected-time.ts';
import { disturbedRepetitionsText } from '../../../src-main/contract/target.ts';
import { scopeName } from '../../../src-main/contract/timing-scopes.ts';
import { missedCasesText } from '../../../src-main/contract/wide-intervals.ts';
import { useApp } from '../../state/context.ts';
import { scopesOf, workloadsOf } from '../../state/run-attributes.ts';
import type { Facetted } from '../../state/run-summary.ts';
import { plural } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { Failed } from '../../ui/states.tsx';
import { useCall } from '../../ui/use-call.ts';
import { BreakEvens } from './break-evens.tsx';
import { BreakEvensBetween } from './break-evens-between.tsx';
import { CaseTable } from './case-table.tsx';
import { ScopeSelect, useScope } from './scope-select.tsx';
import { BreakEvenMatrix } from './summary/break-even-matrix.tsx';
import { Headline } from './summary/headline.tsx';
import { HeatMap } from './summary/heat-map.tsx';
import { Tuning } from './tuning.tsx';
import { Verdicts } from './verdicts.tsx';
import { useWhere } from './where.tsx';
import { useWorkload } from './workload-select.tsx';

/** The answer first: three figures, then the break-even sizes on one axis, the speedups, and every case. */
export function Summary({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const scope = useScope(detail);
  const asked = scope === comparedScope ? null : { ref: detail.run.id, scope };
  const { value, failure, again } = useCall('verdicts', asked, detail.cases.length);
  const shown = detailByScope(detail, value?.scope === scope ? value : { scope, comparisons: {} });
  const { run, plan, tuning } = detail;
  const scopes = scopesOf(detail.cases, app.catalog.state.value.value);
  const title = (id: string) => scopes.find((each) => each.id === id)?.title ?? id;
  const took = timeTakenText(run, plan);
  const disturbed = disturbedRepetitionsText(detail.repetitions);
  const missed = missedCasesText(detail);
  const left = plan.cases.length - run.ok - run.failed - run.skipped;
  const { workload, sizeAxis, choice } = useWorkload(detail);
  const known = workloadsOf(detail, app.catalog.state.value.value).find(
    ({ id }) => id === workload,
  )?.known;
  const { where, choices } = useWhere(detail, workload, sizeAxis);
  const facet: Facetted | null =
    known === null || known === undefined ? null : { detail: shown, known, where };
  return (
    <>
      <div class="figure-controls">
        <span class="counts">
          <span class="good-text">{plural(run.ok, 'case')} ok</span>
          {run.failed > 0 ? <span class="bad-text">{run.failed} failed</span> : null}
          {run.skipped > 0 ? <span>{run.skipped} skipped</span> : null}
          {left > 0 ? <span>{left} not run</span> : null}
          {took === '' ? null : <span>{took}</span>}
        </span>
        {choice}
        {choices}
        <ScopeSelect detail={detail} scope={scope} />
      </div>
      {facet === null ? null : <Headline facet={facet} />}
      {tuning === undefined ? null : <Tuning tuning={tuning} />}
      {asked === null || failure === null ? null : (
        <Failed
          what="The verdicts of this timing scope could not be read"
          failure={failure}
          retry={again}
        />
      )}
      {facet === null ? null : (
        <>
          <BreakEvenMatrix facet={facet} />
          <HeatMap facet={facet} scope={scopeName(scope)} />
        </>
      )}
      <Section title="Cases">
        {disturbed === '' ? null : <p class="muted">{disturbed}</p>}
        {missed === '' ? null : <p class="muted">{missed}; each case says by how much.</p>}
        <CaseTable detail={shown} scope={scope} />
        <p class="muted">
          Centre: median. Interval: 95 % confidence interval of the median; – means too few samples.
          Speedup: time of the baseline over that of the variant; above 1 is faster.
        </p>
      </Section>
      <BreakEvens
        answers={detail.breakEvens}
        refinementEnded={detail.refinementEnded}
        titleOf={title}
        workloads={workloadsOf(detail, app.catalog.state.value.value)}
      >
        <BreakEvensBetween detail={detail} titleOf={title} />
      </BreakEvens>
      <Verdicts detail={shown} />
    </>
  );
}
