import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { timeTakenText } from '../../../../src-main/contract/expected-time.ts';
import type { TuningView } from '../../../../src-main/contract/inspection.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { sameQuestion } from '../../../../src-main/contract/same-question.ts';
import { besideTexts, disturbedRepetitionsText } from '../../../../src-main/contract/target.ts';
import {
  type ComparisonView,
  formatSpeedup,
  verdictText,
} from '../../../../src-main/contract/verdict.ts';
import { missedCasesText } from '../../../../src-main/contract/wide-intervals.ts';
import { pairOf } from '../../../state/pair.ts';
import { type Facetted, ofFacet, sizesOf } from '../../../state/run-summary.ts';
import { useHidden, useView } from '../../../state/workspace.ts';
import { nanosecondInterval, nanoseconds, plural } from '../../../ui/format.ts';
import { Notes, Section } from '../../../ui/page.tsx';
import { NameButton, Table } from '../../../ui/table-box.tsx';
import { useFacet } from '../choices.tsx';
import { BreakEvenMatrix } from './break-even-matrix.tsx';
import { CaseTable } from './case-table.tsx';
import { Curve } from './curve.tsx';
import { FurtherAnswers, Headline, Merged, Quality, ShortAnswer } from './headline.tsx';
import { Marker, useMark } from './marker.tsx';

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
  const several = (detail.headline?.workloads.length ?? 0) > 1;
  const left = plan.cases.length - run.ok - run.failed - run.skipped;
  const { facet, workload, sizeAxis, choices } = useFacet(detail, shown);
  const [chosenPair] = useView('pair');
  const { size, drag } = useMark(facet, facet === null ? null : pairOf(facet, scope, chosenPair));
  return (
    <>
      <div class="headline">
        {facet === null ? null : <Headline facet={facet} scope={scope} />}
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
            {several ? (
              <>
                <ShortAnswer facet={facet} scope={scope} />
                <details>
                  <summary>Repeated calls</summary>
                  <Marker facet={facet} scope={scope} />
                </details>
              </>
            ) : (
              <Marker facet={facet} scope={scope} />
            )}
            {size === undefined ? null : <MarkedCases facet={facet} scope={scope} mark={size} />}
            {several ? null : <FurtherAnswers facet={facet} scope={scope} />}
          </div>
        )}
      </div>
      {tuning === undefined ? null : <Tuning tuning={tuning} />}
      {facet === null ? null : <BreakEvenMatrix facet={facet} scope={scope} />}
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
          Centre: median. Interval: 95 % confidence interval of the median. Speedup: time of the
          baseline over that of the variant; above 1 is faster. –: too few samples, or nothing to
          compare with.
        </p>
      </Section>
    </>
  );
}

type MarkedCasesProps = { readonly facet: Facetted; readonly scope: string; readonly mark: number };

/** The variants at the measured size that is nearest to the mark, the fastest first: beside the curve, one look with it. */
function MarkedCases({ facet, scope, mark }: MarkedCasesProps) {
  const [hidden] = useHidden();
  const [, openCase] = useView('case');
  const { detail, known } = facet;
  const far = (size: number) => Math.abs(Math.log(size / mark));
  const [size] = [...sizesOf(facet)].sort((a, b) => far(a) - far(b));
  const time = (one: StoredCase) => one.metrics[scope]?.medianNs ?? Number.POSITIVE_INFINITY;
  const rows = ofFacet(facet)
    .filter((one) => one.values[known.sizeAxis] === size && !hidden.has(one.variant))
    .sort((a, b) => time(a) - time(b));
  const of = ({ index }: StoredCase) => detail.comparisons[String(index)];
  const disturbed = rows.some((one) => of(one)?.disturbed === true);
  const speedup = (comparison: ComparisonView | undefined) =>
    comparison === undefined ? '–' : formatSpeedup(comparison).replace(/ \[.*/, '');
  const at = `Variants at ${known.sizeAxis} = ${valueText(size)}`;
  return (
    <Table
      label={at}
      kind="dense marked-cases"
      rows={rows}
      keyOf={({ index }) => index}
      columns={[
        [
          at.replace('Variants at ', ''),
          ({ index, variant }) => (
            <NameButton name={variant} open={() => openCase(String(index))} />
          ),
        ],
        [
          'Median',
          ({ metrics: { [scope]: one } }) =>
            nanoseconds(one?.medianNs, one?.ci95LoNs, one?.ci95HiNs),
          'number',
        ],
        [
          disturbed ? "Speedup, ' disturbed" : 'Speedup',
          (one) => `${speedup(of(one))}${of(one)?.disturbed === true ? "'" : ''}`,
          'number',
          (one) => speedupHint(of(one)),
        ],
      ]}
    />
  );
}

const speedupHint = (comparison: ComparisonView | undefined) =>
  comparison === undefined
    ? 'The baseline itself, or nothing to compare with'
    : `${formatSpeedup(comparison)} over ${comparison.against}, ${verdictText(comparison)}`;

/** What the search for the best value of a parameter found, and every value that it or a study tried. */
function Tuning({ tuning }: { readonly tuning: TuningView }) {
  const { variant, parameter, trials, best, edge, sentence, published = [] } = tuning;
  return (
    <Section title={`Best ${parameter} of ${variant}`}>
      <p class="strong">{sentence}</p>
      <Table
        label="Values that were tried"
        rows={trials}
        columns={[
          [parameter, ({ value }) => valueText(value), 'number'],
          ['Median', ({ medianNs, ci95 }) => nanoseconds(medianNs, ci95?.[0], ci95?.[1]), 'number'],
          ['95 % CI', ({ ci95 }) => nanosecondInterval(ci95?.[0], ci95?.[1]), 'number'],
          [
            'Remark',
            ({ value, reason }) =>
              value === best ? (
                <>
                  <span class="badge good">best</span>
                  {edge != null ? ' at the edge of the range' : null}
                </>
              ) : (
                reason
              ),
          ],
        ]}
      />
      {published.map(({ label, notes, points }) => {
        const min = Math.min(...points.map(({ ns }) => ns));
        return (
          <>
            <h3>{label}</h3>
            <Table
              label={`Values that were tried: ${label}`}
              rows={points}
              columns={[
                [parameter, ({ value }) => valueText(value), 'number'],
                ['Published', ({ ns }) => nanoseconds(ns), 'number'],
                ['Remark', ({ ns }) => (ns === min ? 'least' : null)],
              ]}
            />
            <p class="note">{notes.join(' ')}</p>
          </>
        );
      })}
    </Section>
  );
}
