import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { comparisonSentence } from '../../src-main/contract/comparison-sentence.ts';
import { type Failure, toFailure } from '../../src-main/contract/failure.ts';
import type { RunsComparison } from '../../src-main/contract/procedures/compare.ts';
import { useApp } from '../state/context.ts';
import { facetOf } from '../state/facets.ts';
import { sideNames } from '../state/forest.ts';
import { oldestFirst } from '../state/history.ts';
import { withView } from '../state/route.ts';
import { pointText, readPoint, useView, useViewParameters } from '../state/workspace.ts';
import { Button } from '../ui/button.tsx';
import { LabelledSelect } from '../ui/field.tsx';
import { Empty, Failed, Loading, Page } from '../ui/page.tsx';
import { ComparedRunName, SourceLink } from '../views/compare/compared-run.tsx';
import { Environment } from '../views/compare/environment.tsx';
import { Forest } from '../views/compare/forest.tsx';
import { CompareRows } from '../views/compare/rows.tsx';
import { ReportButton } from '../views/export.tsx';
import { FacetFields } from '../views/run/choices.tsx';
import { FigureView } from '../views/run/figure-view.tsx';
import { usePublished } from '../views/run/published-menu.tsx';
import type { ScreenView } from './views.ts';

/** Two to eight runs or variants side by side: how their machines differ first, then verdicts case by case. */
export const screen: ScreenView = ({ route }) =>
  route.screen === 'compare' ? <Compare refs={route.refs} /> : null;

function Compare({ refs: named }: { readonly refs: readonly string[] }) {
  const app = useApp();
  // Ticks stay when the history is left: without other sides they are what is compared.
  const ticked = oldestFirst(app.history.selected.value, app.history.rows.peek());
  const refs = named.length === 0 && ticked.length > 1 ? ticked : named;
  if (refs.length < 2) {
    const isEmpty = app.recent.state.value.value?.length === 0;
    return (
      <Page title="Compare" wide actions={isEmpty ? undefined : <AddSide refs={refs} />}>
        <Empty
          action={{
            label: isEmpty ? 'New run' : 'Choose runs in the history',
            run: () => app.go({ screen: isEmpty ? 'new' : 'history' }),
          }}
        >
          {isEmpty ? 'No run is stored; ' : 'Tick two to eight runs in the history.'}
          {isEmpty ? <a href="#/home">open a sample result first</a> : null}
        </Empty>
      </Page>
    );
  }
  return <Sides key={refs.join(',')} refs={refs.slice(0, 8)} />;
}

function Sides({ refs }: { readonly refs: readonly string[] }) {
  const app = useApp();
  const [chosen, setScope] = useView('scope');
  const scope = chosen === '' ? null : chosen;
  const { value, failure, again } = useComparison(refs, scope);
  const scopes = app.catalog.state.value.value?.scopes ?? [];
  const compareOthers = useOthers();
  const runs = runsOf(refs);
  return (
    <Page
      title="Compare"
      wide
      under={`${sidesText(refs)}; the first is the baseline, the others are contenders`}
      actions={
        <>
          {value === null || value.scopes.length < 2 ? null : (
            <LabelledSelect
              label="Timing scope"
              id="compare-scope"
              value={value.scope}
              options={value.scopes.map((id) => ({
                id,
                title: scopes.find((each) => each.id === id)?.title ?? id,
              }))}
              onChange={setScope}
            />
          )}
          {refs.length === 2 ? (
            <Button icon="compare" onClick={() => compareOthers([...refs].reverse())}>
              Swap
            </Button>
          ) : null}
          {refs.length === 2 && runs.length === 2 ? <ReportButton of={runs.join('..')} /> : null}
          <AddSide refs={refs} />
        </>
      }
    >
      <Answer value={value} failure={failure} again={again} refs={refs} />
    </Page>
  );
}

/** The runs that the sides are of, or are variants of. */
const runsOf = (refs: readonly string[]): readonly string[] => [
  ...new Set(refs.map((ref) => ref.replace(/:.*$/, ''))),
];

/** `2 runs`, `3 variants of one run`. */
function sidesText(refs: readonly string[]): string {
  return runsOf(refs).length === 1 ? `${refs.length} variants of one run` : `${refs.length} runs`;
}

/** Leads to other sides: what is selected stays, but for a case, which is a place among the sides of before. */
function useOthers(): (refs: readonly string[]) => void {
  const app = useApp();
  const { case: _case, ...view } = useViewParameters();
  return (refs) => app.go(withView({ screen: 'compare', refs }, view));
}

function useComparison(
  refs: readonly string[],
  scope: string | null,
): {
  readonly value: RunsComparison | null;
  readonly failure: Failure | null;
  readonly again: () => void;
} {
  const { compareAhead } = useApp();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{
    readonly value: RunsComparison | null;
    readonly failure: Failure | null;
  }>({ value: null, failure: null });
  useLayoutEffect(() => {
    let stale = false;
    const show = (value: RunsComparison) => !stale && setState({ value, failure: null });
    compareAhead
      .get(refs, scope, show)
      .then(
        show,
        (error: unknown) => !stale && setState({ value: null, failure: toFailure(error) }),
      );
    return () => {
      stale = true;
    };
  }, [refs.join('\n'), scope, compareAhead, turn]);
  return { ...state, again: () => setTurn((before) => before + 1) };
}

type Props = {
  readonly value: RunsComparison | null;
  readonly failure: Failure | null;
  readonly again: () => void;
  readonly refs: readonly string[];
};

function Answer({ value, failure, again, refs }: Props) {
  const compareOthers = useOthers();
  const painted = usePainted(value !== null);
  if (failure !== null) {
    return <Failed what="These runs cannot be compared" failure={failure} retry={again} />;
  }
  if (value === null) return <Loading what="the comparison" />;
  const toFront = (index: number) => {
    const [chosen] = refs.slice(index, index + 1);
    if (chosen === undefined) return;
    compareOthers([chosen, ...refs.filter((_, i) => i !== index)]);
  };
  const remove = (index: number) => compareOthers(refs.filter((_, i) => i !== index));
  return (
    <>
      {value.sides.slice(1).map(({ ref }, i) => (
        <p key={ref} class="answer">
          {value.sides.length > 2 ? `${sideNames(value.sides)[i + 1]}: ` : ''}
          {value.judged === undefined
            ? comparisonSentence(value.rows, i + 1) || 'No case in common.'
            : 'judging …'}
        </p>
      ))}
      <Environment
        comparison={value}
        nameOf={(side) => <ComparedRunName side={side} />}
        asideOf={({ attribute, values }) => (
          <SourceLink attribute={attribute} values={values} sides={value.sides} />
        )}
      />
      {value.judged === undefined ? <Forest comparison={value} /> : null}
      <CompareRows comparison={value} toFront={toFront} remove={remove} />
      {value.rows.length === 0 || !painted ? null : (
        <CompareFigures comparison={value} refs={refs} />
      )}
    </>
  );
}

/** False until what is `there` has been painted once: figures are computed behind the verdicts. */
function usePainted(there: boolean): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (!there) return;
    const timer = setTimeout(() => setPainted(true), 50);
    return () => clearTimeout(timer);
  }, [there]);
  return painted && there;
}

/** Another run, or `<run>:<variant>`, next to those that are here. */
function AddSide({ refs }: { readonly refs: readonly string[] }) {
  const app = useApp();
  const compareOthers = useOthers();
  const recent = app.recent.state.value.value ?? [];
  if (refs.length >= 8) return null;
  const ask = () => {
    app.asking.value = {
      title: 'Add a run',
      fields: [
        {
          label: 'Run or run:variant',
          help: 'An id, a prefix of one, latest or latest~1; with :variant only that variant.',
          suggestions: ['latest', 'latest~1', ...recent.map(({ id }) => id)],
        },
      ],
      confirm: 'Add',
      done: (ref) => compareOthers([...refs, ref]),
    };
  };
  return (
    <Button icon="new" onClick={ask}>
      Add a run
    </Button>
  );
}

type FiguresProps = { readonly comparison: RunsComparison; readonly refs: readonly string[] };

/** The speedup over the size, and the distributions of all sides over each other at one point. */
function CompareFigures({ comparison, refs }: FiguresProps) {
  const { rows, scope } = comparison;
  const workloads = [...new Set(rows.map(({ workload }) => workload))];
  const [wanted, setWorkload] = useView('workload');
  const workload = workloads.includes(wanted) ? wanted : (workloads[0] ?? '');
  const own = rows.filter((row) => row.workload === workload);
  const sizeAxis = comparison.sizeAxes[workload];
  const all = own.map(({ values }) => values);
  const [text, choose] = useView('at');
  const chosen = readPoint(text, all);
  const at = facetOf(all, chosen);
  const overSize = facetOf(all, chosen, sizeAxis);
  const [first = ''] = refs;
  const common = { ref: first, refs: [...refs], workload, scope };
  const { published, choice } = usePublished(workload);
  const several = new Set(all.flatMap((values) => values[sizeAxis ?? ''] ?? [])).size > 1;
  return (
    <>
      <div class="figure-controls">
        {workloads.length < 2 ? null : (
          <LabelledSelect
            label="Workload"
            id="compare-workload"
            value={workload}
            options={workloads}
            onChange={setWorkload}
          />
        )}
        <FacetFields
          name="compare"
          facet={at}
          chosen={chosen}
          choose={(values) => choose(pointText(values))}
        />
        {several ? choice : null}
      </div>
      <div class="columns figures">
        {several ? (
          <>
            <FigureView
              input={{ ...common, kind: 'speedup', where: overSize.where }}
              version={null}
              small
            />
            <FigureView
              input={{
                ...common,
                kind: 'scaling',
                where: overSize.where,
                ...(published.length === 0 ? {} : { published: [...published] }),
              }}
              version={null}
              small
            />
          </>
        ) : null}
        {(['ecdf', 'box'] as const).map((as) => (
          <FigureView
            key={as}
            input={{ ...common, kind: 'distribution', as, where: at.where }}
            version={null}
            small
          />
        ))}
      </div>
    </>
  );
}
