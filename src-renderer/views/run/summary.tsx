import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { spansOf } from '../../state/run-facts.ts';
import { plural } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { BreakEvens } from './break-evens.tsx';
import { CaseTable } from './case-table.tsx';
import { SpanSelect, useSpan } from './span-select.tsx';
import { Tuning } from './tuning.tsx';
import { Verdicts } from './verdicts.tsx';

/** The answer first: the break-even sizes, then every case. */
export function Summary({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const span = useSpan(detail);
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
      <BreakEvens answers={breakEvens} titleOf={title} />
      <Section title="Cases" aside={<SpanSelect detail={detail} />}>
        <CaseTable detail={detail} span={span} />
        <p class="muted">
          Centre: median. Interval: 95 % confidence interval of the median, – where there are too
          few samples for one. Ratio: this median over that of the baseline variant; below 1 is
          faster.
        </p>
      </Section>
      <Verdicts detail={detail} />
    </>
  );
}
