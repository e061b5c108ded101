import type { RunDetail } from '../../../src-main/contract/api.ts';
import { comparedSpan, detailBySpan } from '../../../src-main/contract/by-span.ts';
import { useApp } from '../../state/context.ts';
import { spansOf, workloadsOf } from '../../state/run-facts.ts';
import { plural } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { Failed } from '../../ui/states.tsx';
import { useCall } from '../../ui/use-call.ts';
import { BreakEvens } from './break-evens.tsx';
import { BreakEvensBetween } from './break-evens-between.tsx';
import { CaseTable } from './case-table.tsx';
import { SpanSelect, useSpan } from './span-select.tsx';
import { Tuning } from './tuning.tsx';
import { Verdicts } from './verdicts.tsx';

/** The answer first: the break-even sizes, then every case. */
export function Summary({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const span = useSpan(detail);
  const asked = span === comparedSpan ? null : { ref: detail.run.id, span };
  const { value, failure, again } = useCall('verdicts', asked, detail.cases.length);
  const shown = detailBySpan(detail, value?.span === span ? value : { span, comparisons: {} });
  const { run, breakEvens, plan, tuning } = detail;
  const left = plan.cases.length - run.ok - run.failed - run.skipped;
  const spans = spansOf(detail.cases, app.catalog.state.value.value);
  const title = (id: string) => spans.find((each) => each.id === id)?.title ?? id;
  return (
    <>
      <p class="counts">
        <span class="good-text">{plural(run.ok, 'case')} ok</span>
        {run.failed > 0 ? <span class="bad-text">{run.failed} failed</span> : null}
        {run.skipped > 0 ? <span>{run.skipped} skipped</span> : null}
        {left > 0 ? <span>{left} not run</span> : null}
      </p>
      {tuning === undefined ? null : <Tuning tuning={tuning} />}
      <BreakEvens
        answers={breakEvens}
        titleOf={title}
        workloads={workloadsOf(detail, app.catalog.state.value.value)}
      >
        <BreakEvensBetween detail={detail} titleOf={title} />
      </BreakEvens>
      {asked === null || failure === null ? null : (
        <Failed
          what="The verdicts of this timing scope could not be read"
          failure={failure}
          retry={again}
        />
      )}
      <Section title="Cases" aside={<SpanSelect detail={detail} span={span} />}>
        <CaseTable detail={shown} span={span} />
        <p class="muted">
          Centre: median. Interval: 95 % confidence interval of the median; – means too few samples.
          Ratio: contender over baseline variant; below 1 is faster.
        </p>
      </Section>
      <Verdicts detail={shown} />
    </>
  );
}
