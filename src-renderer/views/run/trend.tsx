import { useEffect, useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { caseName, varyingAxes } from '../../../src-main/contract/case-names.ts';
import { neededText } from '../../../src-main/contract/change-text.ts';
import {
  defaultTrendOptions,
  type Trend as Found,
} from '../../../src-main/contract/procedures/trends.ts';
import { useApp } from '../../state/context.ts';
import type { FigureRequest } from '../../state/index.ts';
import { byNews, loadTrends, noTrends, type TrendsState } from '../../state/trends.ts';
import { useView } from '../../state/workspace.ts';
import { LabelledSelect } from '../../ui/field.tsx';
import { plural } from '../../ui/format.ts';
import { Empty, Failed, Loading, Section } from '../../ui/page.tsx';
import { useWorkload } from './choices.tsx';
import { FigureView } from './figure-view.tsx';
import { useScope } from './scope-choice.tsx';
import { TrendRuns, TrendSteps, TrendTable } from './trend-table.tsx';

const placings = [
  { id: 'run', title: 'Runs' },
  { id: 'date', title: 'Date' },
  { id: 'commit', title: 'Commit' },
] as const;

const lineChoices = [
  { id: 'case', title: 'This case' },
  { id: 'variants', title: 'All variants of its size' },
  { id: 'sizes', title: 'All its sizes' },
] as const;
type Lines = (typeof lineChoices)[number]['id'];

/** Which cases are drawn with the chosen one. */
function linesOf(
  { variant, values }: Found,
  several: Lines,
  sizeAxis: string | undefined,
): Pick<FigureRequest, 'variants' | 'where' | 'seriesBy'> {
  if (several === 'case') return { variants: [variant], where: { ...values } };
  if (several === 'sizes' && sizeAxis !== undefined) {
    const { [sizeAxis]: _size, ...where } = values;
    return { variants: [variant], where, seriesBy: [sizeAxis] };
  }
  return { where: { ...values } };
}

type Options = { readonly sameBuild: boolean; readonly threshold: number };

const thresholds = [0.01, 0.02, 0.05, 0.1, 0.2] as const;

/** The cases of the run over all runs that measured the same on this machine: which changed, when, with what. */
export function Trend({ detail }: { readonly detail: RunDetail }) {
  const scope = useScope(detail);
  const app = useApp();
  const { workload, sizeAxis, choice } = useWorkload(detail);
  const [byText, setBy] = useView('by');
  const by = placings.find(({ id }) => id === byText)?.id ?? 'run';
  const [linesText, setSeveral] = useView('lines');
  const several = lineChoices.find(({ id }) => id === linesText)?.id ?? 'case';
  const [thresholdText, setThreshold] = useView('change');
  const [buildText, setBuild] = useView('build-only');
  const options: Options = {
    sameBuild: buildText === 'yes',
    threshold:
      thresholds.find((value) => String(value) === thresholdText) ?? defaultTrendOptions.threshold,
  };
  const { state, waits, again } = useTrends(detail, workload, scope, options);
  const [wantedText, setWanted] = useView('of');
  const wanted = wantedText === '' ? null : Number(wantedText);
  const choose = (caseIndex: number) => setWanted(String(caseIndex));
  const { trends, total, failure, machine } = state;
  const ordered = [...trends].sort(byNews);
  const shown = ordered.find(({ caseIndex }) => caseIndex === wanted) ?? ordered[0];
  const axes = varyingAxes(detail.cases.filter((each) => each.workload === workload));
  const nameOf = (trend: Found) =>
    caseName(
      trend,
      axes.map(({ id }) => id),
    );
  // They stay where they are while histories are read again: what has the focus keeps it.
  const controls = (
    <div class="figure-controls">
      {choice}
      {shown === undefined ? null : (
        <>
          <LabelledSelect
            label="Case"
            id="trend-case"
            value={String(shown.caseIndex)}
            options={ordered.map((trend) => ({
              id: String(trend.caseIndex),
              title: `${nameOf(trend)}${trend.state === 'changed' ? ' (changed)' : ''}`,
            }))}
            onChange={setWanted}
          />
          <LabelledSelect
            label="Over"
            id="trend-by"
            value={by}
            options={placings}
            onChange={setBy}
          />
          <LabelledSelect
            label="Series"
            id="trend-lines"
            value={several}
            options={lineChoices.filter(({ id }) => id !== 'sizes' || sizeAxis !== undefined)}
            onChange={setSeveral}
          />
        </>
      )}
    </div>
  );
  const limits = (
    <>
      <LabelledSelect
        label="Minimum change"
        id="trend-threshold"
        value={String(options.threshold)}
        options={thresholds.map((value) => ({ id: String(value), title: `${value * 100} %` }))}
        onChange={setThreshold}
      />
      <label class="chip">
        <input
          type="checkbox"
          checked={options.sameBuild}
          onChange={(event) => setBuild(event.currentTarget.checked ? 'yes' : null)}
        />{' '}
        Only runs of the same build
      </label>
    </>
  );
  return (
    <>
      {controls}
      {failure !== null ? (
        <Failed what="The histories cannot be shown" failure={failure} retry={again} />
      ) : waits && total === null ? (
        <p class="note">
          A run is active; histories are read after it ends, so that reading does not disturb it.
        </p>
      ) : total === null ? (
        <Loading what="the histories" />
      ) : shown === undefined ? (
        <Empty>No case of this workload was measured.</Empty>
      ) : shown.runs < 2 ? (
        <Empty>One run has measured this case: there is no trend yet.</Empty>
      ) : (
        <FigureView
          large
          input={{
            ...{ ref: detail.run.id, kind: 'trend', workload: shown.workload, scope: shown.scope },
            ...linesOf(shown, several, sizeAxis),
            trend: by === 'run' ? options : { ...options, by },
          }}
          version={detail}
          work={{
            apart: true,
            onPoint: ({ run }) => {
              if (run !== undefined) app.go({ screen: 'run', ref: run, tab: 'results' });
            },
          }}
        />
      )}
      <Section title="Cases over the runs" aside={limits}>
        {shown === undefined || total === null ? null : (
          <>
            <p class="strong" aria-live="polite">
              {tally(trends)}
              {trends.length < total
                ? `; ${plural(total - trends.length, 'case')} not read yet`
                : ''}
              .
            </p>
            <TrendTable trends={ordered} nameOf={nameOf} shown={shown.caseIndex} choose={choose} />
          </>
        )}
        <p class="muted">
          A click on a point opens its run.
          {machine === null
            ? ''
            : ` All stored runs of the same case on ${machine.hostname} (${machine.name}).`}{' '}
          The current median is that of the latest segment. –: too few runs.
        </p>
      </Section>
      {shown === undefined ? null : (
        <>
          <TrendRuns detail={detail} trend={shown} />
          <TrendSteps trend={shown} name={nameOf(shown)} />
        </>
      )}
    </>
  );
}

/** Histories come a page after the other; none are asked for while a run measures on this machine. */
function useTrends(
  detail: RunDetail,
  workload: string,
  scope: string,
  options: Options,
): { readonly state: TrendsState; readonly waits: boolean; readonly again: () => void } {
  const { client, live } = useApp();
  const [state, setState] = useState(noTrends);
  const [turn, setTurn] = useState(0);
  const waits = live.progress.value?.status === 'running';
  const { sameBuild, threshold } = options;
  const ref = detail.run.id;
  useEffect(() => {
    if (waits) return;
    setState(noTrends);
    return loadTrends(client, { ref, workload, scope, sameBuild, threshold }, setState);
  }, [client, ref, detail, workload, scope, sameBuild, threshold, waits, turn]);
  return { state, waits, again: () => setTurn((before) => before + 1) };
}

/** `2 of 8 cases changed, 5 are steady, 1 case needs 2 more runs`. */
function tally(trends: readonly Found[]): string {
  const count = (state: Found['state']) => trends.filter((trend) => trend.state === state).length;
  const [changed, steady] = [count('changed'), count('steady')];
  return [
    `${changed} of ${plural(trends.length, 'case')} changed`,
    steady === 0 ? '' : `${steady} ${steady === 1 ? 'is' : 'are'} steady`,
    neededText(trends),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
