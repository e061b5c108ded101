import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { agree, caseName, varyingAxes } from '../../../../src-main/contract/case-names.ts';
import type { FigureForm } from '../../../../src-main/contract/figure.ts';
import { numberText } from '../../../../src-main/contract/numbers.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { timedPhases } from '../../../../src-main/contract/timing-scopes.ts';
import { formatSpeedup } from '../../../../src-main/contract/verdict.ts';
import type { FigureRequest } from '../../../state/index.ts';
import { nearest, pairOf } from '../../../state/pair.ts';
import { hasCode } from '../../../state/run-code.ts';
import { sizesOf } from '../../../state/run-summary.ts';
import { useView } from '../../../state/workspace.ts';
import { Evidence, VerdictBadge } from '../../../ui/badge.tsx';
import { LabelledSelect, Segmented } from '../../../ui/field.tsx';
import { Empty, Section } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table-box.tsx';
import { CasePage } from '../case/case-views.tsx';
import { useFacet } from '../choices.tsx';
import { FigureView } from '../figure-view.tsx';
import { useMark } from '../results/marker.tsx';
import { Roofline } from './roofline.tsx';
import { Source } from './source.tsx';
import { Waterfall } from './waterfall.tsx';

const panes = [
  { id: 'waterfall', title: 'Waterfall' },
  { id: 'distribution', title: 'Distribution' },
  { id: 'phases', title: 'Phases' },
  { id: 'roofline', title: 'Roofline' },
  { id: 'verdicts', title: 'Verdicts' },
  { id: 'case', title: 'One case' },
  { id: 'source', title: 'Source' },
] as const;

type Props = { readonly detail: RunDetail; readonly shown: RunDetail; readonly scope: string };

/** Why the times are as they are, at the marked size: two variants part by part, and each evidence of its own. */
export function Why({ detail, shown, scope }: Props) {
  const [wanted, choose] = useView('pane');
  const [chosenPair] = useView('pair');
  const { facet, workload, sizeAxis, choices } = useFacet(detail, shown);
  const pair = facet === null ? null : pairOf(facet, scope, chosenPair);
  const { size, sizes: shared, mark } = useMark(facet, pair);
  const sizes = facet === null || shared.length > 0 ? shared : sizesOf(facet);
  const at = nearest(sizes, size ?? sizes.at(-1) ?? 1);
  const parts = facet === null || pair === null || at === undefined ? null : { facet, pair, at };
  const offered = panes.filter(
    ({ id }) => (id !== 'source' || hasCode(detail)) && (id !== 'waterfall' || parts !== null),
  );
  const pane = offered.find(({ id }) => id === wanted)?.id ?? offered[0]?.id;
  const all = facet?.where ?? {};
  const where = sizeAxis === undefined || at === undefined ? all : { ...all, [sizeAxis]: at };
  const ofPlace = (each: StoredCase) => each.workload === workload && agree(each.values, where);
  return (
    <>
      <div class="figure-controls">
        <Segmented label="Evidence" choices={offered} chosen={pane ?? ''} choose={choose} />
        {pane === 'source' ? null : choices}
        {pane === 'source' || sizes.length < 2 || at === undefined ? null : (
          <LabelledSelect
            label={sizeAxis ?? ''}
            id="marked-size"
            value={String(at)}
            options={sizes.map((one) => ({ id: String(one), title: numberText(one) }))}
            onChange={mark}
          />
        )}
      </div>
      {pane === 'waterfall' && parts !== null ? (
        <Waterfall facet={parts.facet} pair={parts.pair} size={parts.at} scope={scope} />
      ) : pane === 'phases' ? (
        <FormFigure
          detail={detail}
          view="figure"
          input={{ kind: 'phases', workload, where }}
          forms={phaseForms}
          standard={standardForm(detail.cases.filter(ofPlace))}
        />
      ) : pane === 'roofline' ? (
        <Roofline detail={detail} workload={workload} scope={scope} all={all} where={where} />
      ) : pane === 'verdicts' ? (
        <Verdicts detail={shown} cases={shown.cases.filter(ofPlace)} />
      ) : pane === 'case' ? (
        <CasePage
          detail={shown}
          about={shown.cases.find((each) => each.variant === pair?.to && ofPlace(each))}
        />
      ) : pane === 'source' ? (
        <Source detail={detail} />
      ) : (
        <FormFigure
          detail={detail}
          view="spread"
          input={{ kind: 'distribution', workload, scope, where }}
          forms={forms}
          standard="ridgeline"
        />
      )}
    </>
  );
}

type VerdictsProps = { readonly detail: RunDetail; readonly cases: readonly StoredCase[] };

/** Why these cases have the verdicts that they have: the reason, p, what was compared. */
function Verdicts({ detail, cases }: VerdictsProps) {
  const judged = cases.flatMap((stored) => {
    const comparison = detail.comparisons[String(stored.index)];
    return comparison === undefined ? [] : [{ stored, comparison }];
  });
  if (judged.length === 0) return <Empty>No case of this size has another to compare.</Empty>;
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

/** A figure that is drawn in several forms, with the field that chooses one; the choice is kept under `view`. */
function FormFigure(props: {
  readonly detail: RunDetail;
  readonly view: Parameters<typeof useView>[0];
  readonly input: Omit<FigureRequest, 'ref' | 'as'>;
  readonly forms: readonly { readonly id: FigureForm; readonly title: string }[];
  readonly standard: FigureForm;
}) {
  const { detail, forms } = props;
  const [wanted, setForm] = useView(props.view);
  const as = forms.find(({ id }) => id === wanted)?.id ?? props.standard;
  return (
    <FigureView
      large
      input={{ ...props.input, ref: detail.run.id, as }}
      version={detail}
      controls={
        <LabelledSelect
          id="figure-kind"
          label="Figure"
          options={forms}
          value={as}
          onChange={setForm}
        />
      }
    />
  );
}

const forms = [
  { id: 'ridgeline', title: 'Ridgeline' },
  { id: 'histogram', title: 'Histogram' },
  { id: 'ecdf', title: 'Cumulative' },
  { id: 'box', title: 'Boxes' },
] as const;

const phaseForms = [
  { id: 'time', title: 'Times' },
  { id: 'log', title: 'Times, log axis' },
  { id: 'share', title: 'Parts of the sum' },
] as const;

/** A bar so many times as high as another leaves nothing of it to see. */
const hides = 5;

/** Opens with parts of the sum where the times of one variant would hide those of others. */
function standardForm(cases: readonly StoredCase[]) {
  const totals = cases.flatMap(({ metrics }) => {
    const sum = timedPhases.reduce((ns, id) => ns + (metrics[id]?.medianNs ?? 0), 0);
    return sum > 0 ? [sum] : [];
  });
  return Math.max(...totals) > hides * Math.min(...totals) ? 'share' : 'time';
}
