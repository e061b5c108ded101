import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { timeTakenText } from '../../../../src-main/contract/expected-time.ts';
import { sameQuestion } from '../../../../src-main/contract/same-question.ts';
import { besideTexts, disturbedRepetitionsText } from '../../../../src-main/contract/target.ts';
import { missedCasesText } from '../../../../src-main/contract/wide-intervals.ts';
import { pairOf } from '../../../state/pair.ts';
import { useView } from '../../../state/workspace.ts';
import { plural } from '../../../ui/format.ts';
import { Notes, Section } from '../../../ui/page.tsx';
import { useFacet } from '../choices.tsx';
import { BreakEvenMatrix } from './break-even-matrix.tsx';
import { BreakEvensBetween } from './break-evens-between.tsx';
import { CaseTable } from './case-table.tsx';
import { Curve } from './curve.tsx';
import { FurtherAnswers, Headline, Merged, Quality, WorkloadAnswer } from './headline.tsx';
import { MarkedCases } from './marked-cases.tsx';
import { Marker, useMark } from './marker.tsx';
import { Tuning } from './tuning.tsx';

type Props = {
  readonly detail: RunDetail;
  /** The run with the verdicts of the scope. */
  readonly shown: RunDetail;
  readonly scope: string;
};

/**
 * The answer first, then the curve, where each variant overtakes, and every case. Workload, point, scope, stretch of sizes
 * and hidden variants are those of the screen: what is chosen in one pane holds in all.
 */
export function Results({ detail, shown, scope }: Props) {
  const { run, plan, tuning } = detail;
  const took = timeTakenText(run, plan);
  const disturbed = disturbedRepetitionsText(detail.repetitions);
  const missed = missedCasesText(detail);
  const left = plan.cases.length - run.ok - run.failed - run.skipped;
  const { facet, workload, sizeAxis, choices } = useFacet(detail, shown);
  const [chosenPair] = useView('pair');
  const { size, drag } = useMark(facet, facet === null ? null : pairOf(facet, scope, chosenPair));
  return (
    <>
      <div class="headline">
        {facet === null ? null : <Headline facet={facet} />}
        <p class="quality">
          <Quality detail={detail} />
          <span class="good-text" title={took}>
            {plural(run.ok, 'case')} ok
          </span>
          {run.failed > 0 ? <span class="bad-text">{run.failed} failed</span> : null}
          {run.skipped > 0 ? <span>{run.skipped} skipped</span> : null}
          {left > 0 ? <span>{left} not run</span> : null}
        </p>
        <Merged detail={detail} />
      </div>
      <div class="results-panes">
        <Curve
          detail={detail}
          scope={scope}
          choices={choices}
          marker={size === undefined ? undefined : { at: size, move: drag }}
        />
        {facet === null ? null : (
          <div class="results-side">
            <WorkloadAnswer facet={facet} scope={scope} />
            <Marker facet={facet} scope={scope} />
            {size === undefined ? null : <MarkedCases facet={facet} scope={scope} mark={size} />}
            <FurtherAnswers facet={facet} scope={scope} />
          </div>
        )}
      </div>
      {tuning === undefined ? null : <Tuning tuning={tuning} />}
      {facet === null ? null : (
        <BreakEvenMatrix facet={facet} scope={scope}>
          <BreakEvensBetween facet={facet} scope={scope} />
        </BreakEvenMatrix>
      )}
      <Section title="Cases">
        {disturbed === '' ? null : <p class="muted">{disturbed}</p>}
        <Notes
          kind="muted"
          texts={detail.repetitions === undefined ? [] : besideTexts(detail.repetitions)}
        />
        {missed === '' ? null : <p class="muted">{missed}; each case says by how much.</p>}
        <CaseTable
          detail={shown}
          scope={scope}
          workload={workload}
          sizeAxis={sizeAxis}
          marked={size}
        />
        <Notes
          kind="muted"
          texts={sameQuestion(detail.cases.filter((each) => each.workload === workload))}
        />
        <p class="muted">
          Centre: median. Interval: 95 % confidence interval of the median; – means too few samples.
          Speedup: time of the baseline over that of the variant; above 1 is faster.
        </p>
      </Section>
    </>
  );
}
