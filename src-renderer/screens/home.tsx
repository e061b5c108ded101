import { useEffect } from 'preact/hooks';
import type { RunDetail } from '../../src-main/contract/api.ts';
import { caseName, varyingAxes } from '../../src-main/contract/case-names.ts';
import { changedText } from '../../src-main/contract/change-text.ts';
import { configurationSchema } from '../../src-main/contract/configuration.ts';
import { expectedTime, knownTime } from '../../src-main/contract/expected-time.ts';
import type { Preset } from '../../src-main/contract/procedures/files.ts';
import type { Plan, RunRow } from '../../src-main/contract/run.ts';
import type { HistoryRow } from '../../src-main/contract/run-results.ts';
import { Figure } from '../charts/figure.tsx';
import { useApp } from '../state/context.ts';
import { usePreset } from '../state/palette.ts';
import { hrefOf } from '../state/route.ts';
import { byNews } from '../state/trends.ts';
import { Button } from '../ui/button.tsx';
import { CheckList } from '../ui/check-list.tsx';
import { plural } from '../ui/format.ts';
import { Loaded, Loading, Page, Section } from '../ui/page.tsx';
import { useCall } from '../ui/use-call.ts';
import { ChangeOf } from '../views/changes/table.tsx';
import { chooseRunFiles } from '../views/import.ts';
import { useFacet } from '../views/run/choices.tsx';
import { FigureView } from '../views/run/figure-view.tsx';
import { Quality } from '../views/run/results/headline.tsx';
import { useScope } from '../views/run/scope-choice.tsx';

/** Where to begin: for a newcomer a result and one button; for everybody else the last run and what changed since. */
export function screen() {
  const app = useApp();
  const rows = app.recent.state.value.value;
  const newcomer = rows !== null && rows.length === 0;
  const newest = rows?.find(({ importedAt }) => importedAt === undefined) ?? rows?.[0];
  return (
    <Page
      title="Home"
      wide
      actions={
        <>
          {newcomer ? null : <Demo />}
          <Button icon="upload" onClick={() => chooseRunFiles(app)}>
            Import
          </Button>
          <Button
            tone={newcomer ? 'plain' : 'primary'}
            icon="new"
            onClick={() => app.go({ screen: 'new' })}
          >
            New run
          </Button>
        </>
      }
    >
      <Loaded of={app.recent} what="the last run">
        {() =>
          newest === undefined ? (
            <Newcomer />
          ) : (
            <>
              <LastRun row={newest} />
              <Changed row={newest} />
            </>
          )
        }
      </Loaded>
      <div class="columns home">
        <SampleResults />
        <Section
          title="This machine"
          aside={
            <Button tone="quiet" icon="again" onClick={() => void app.examineAgain()}>
              Check again
            </Button>
          }
        >
          <Loaded of={app.doctor} what="the system check">
            {({ checks }) => <CheckList checks={checks} />}
          </Loaded>
        </Section>
      </div>
    </Page>
  );
}

/** Results that come with the product: they open on a machine that can measure nothing. */
function SampleResults() {
  const app = useApp();
  const { samples } = app;
  useEffect(() => {
    if (samples.state.peek().value === null) void samples.load();
  }, [samples]);
  if (samples.state.value.value?.length === 0) return null;
  return (
    <Section title="Sample results">
      <Loaded of={samples} what="the sample results">
        {(known) => (
          <ul class="presets">
            {known.map((sample) => (
              <li key={sample.id}>
                <div>
                  <h3>{sample.title}</h3>
                  <p class="muted">
                    {sample.workloads.join(', ')} on {sample.device}, {plural(sample.cases, 'case')}
                  </p>
                </div>
                <Button onClick={() => void app.openSample(sample.id)}>Open</Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

/** The last run as its Results begin: the sentence and the curve. */
function LastRun({ row }: { readonly row: HistoryRow }) {
  const app = useApp();
  const open = { screen: 'run', ref: row.id, tab: 'results' } as const;
  return (
    <Section title={`Last run: ${row.title}`} aside={<a href={hrefOf(open)}>Open it</a>}>
      {row.results?.sentence == null ? null : <p class="answer">{row.results.sentence}</p>}
      <Loaded of={app.run(row.id)} what="the last run">
        {(detail) => (detail.cases.length === 0 ? null : <Curve detail={detail} />)}
      </Loaded>
    </Section>
  );
}

function Curve({ detail }: { readonly detail: RunDetail }) {
  const scope = useScope(detail);
  const { facet, workload } = useFacet(detail, detail);
  return (
    <>
      <p class="quality">
        <Quality detail={detail} />
      </p>
      <FigureView
        input={{
          ...{ ref: detail.run.id, kind: 'scaling', workload, scope },
          ...(facet === null ? {} : { where: facet.where }),
        }}
        version={detail}
        small
      />
    </>
  );
}

/** Before the first run: what a result looks like, as a chart that can be worked with, and one button. */
function Newcomer() {
  const app = useApp();
  const { samples } = app;
  const known = samples.state.value.value ?? [];
  const sample =
    known.find(({ gpu, workloads }) => gpu && workloads.length === 1) ??
    known.find(({ gpu }) => gpu) ??
    known[0];
  const { value, loading } = useCall(
    'sampleFigure',
    sample === undefined ? null : { id: sample.id },
  );
  const time = useDemoTime();
  const demo = useDemo();
  return (
    <div class="newcomer">
      <div class="empty">
        <p>Nothing has been measured yet.</p>
        {demo === undefined ? (
          <Button tone="primary" onClick={() => app.go({ screen: 'new' })}>
            Set up a first run
          </Button>
        ) : (
          <Demo tone="primary" />
        )}
        <span class="muted">
          {time === null ? 'A short run on this machine.' : `Takes ${time} on this machine.`}
        </span>
      </div>
      {sample === undefined ? null : value === null ? (
        loading ? (
          <Loading what="the sample result" />
        ) : null
      ) : (
        <Figure
          spec={value}
          tools={{}}
          controls={
            <Button tone="quiet" onClick={() => void app.openSample(sample.id)}>
              Open this result of {sample.device}
            </Button>
          }
        />
      )}
    </div>
  );
}

const shown = 5;
/** As many histories as are read at once; the tab of the run reads all. */
const read = 40;

/** Which cases of the newest run are no longer as they were, over all runs that measured the same. */
function Changed({ row }: { readonly row: RunRow }) {
  const app = useApp();
  const rests = app.live.progress.value?.status !== 'running' && app.elsewhere.run.value === null;
  const { value } = useCall(
    'trends',
    rests && row.status !== 'running' && row.ok > 0 ? { ref: row.id, limit: read } : null,
  );
  if (value === null || value.trends.length === 0) return null;
  const { trends } = value;
  const changed = trends.filter(({ state }) => state === 'changed').sort(byNews);
  const axes = varyingAxes(trends).map(({ id }) => id);
  const scope = trends[0]?.scope ?? '';
  const to = (view: object) =>
    hrefOf({ screen: 'run', ref: row.id, tab: 'history', view: { scope, ...view } });
  return (
    <Section title="What changed" aside={<a href={to({})}>History of the run</a>}>
      <p>
        {row.title}: {changedText(value)}.
      </p>
      {changed.length === 0 ? null : (
        <ul class="recent">
          {changed.slice(0, shown).map((trend) => {
            const step = trend.changePoints.at(-1);
            return (
              <li key={trend.caseIndex}>
                <a
                  href={to({ of: String(trend.caseIndex), workload: trend.workload })}
                  title={trend.sentence}
                >
                  <span class="grow">
                    {trend.workload} {caseName(trend, axes)}
                  </span>
                  {step === undefined ? null : <ChangeOf step={step} />}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

/** What a plan says of a preset here; null of one that this build cannot plan, as one without CUDA lacks variants. */
function usePlanOf(preset: Preset | undefined): Plan | null {
  const catalog = useApp().catalog.state.value.value;
  const configuration =
    preset === undefined ? null : configurationSchema.parse(preset.configuration);
  const known = configuration?.groups.every(({ workload, variants }) => {
    const found = catalog?.workloads.find(({ id }) => id === workload);
    if (variants === 'all') return found !== undefined;
    return variants.every((variant) => found?.variants.some(({ id }) => id === variant));
  });
  const { value } = useCall(
    'plan',
    configuration === null || known !== true ? null : { configuration },
  );
  return value;
}

/** The preset that shows in a short run what the product does. */
const demoPreset = 'quick';

function useDemo(): Preset | undefined {
  return useApp().presets.state.value.value?.find(({ id }) => id === demoPreset);
}

/** What the demo takes on this machine: `35 s to 2 min`; null where that is not known. */
function useDemoTime(): string | null {
  const plan = usePlanOf(useDemo());
  const expected = plan === null ? null : expectedTime(plan);
  return expected === null ? null : knownTime(expected);
}

/** Starts the short run at once: no field has to be understood before the first result. */
function Demo({ tone = 'plain' }: { readonly tone?: 'plain' | 'primary' }) {
  const app = useApp();
  const preset = useDemo();
  const time = useDemoTime();
  const active = app.live.progress.value?.status === 'running';
  if (preset === undefined) return null;
  const about = time === null ? preset.summary : `${preset.summary} Takes ${time} on this machine.`;
  return (
    <Button
      tone={tone}
      icon="play"
      hint={active ? 'A run is active: this one can be queued' : about}
      onClick={() => {
        if (app.newRun.fill({ ...preset.configuration }, preset.id)) void app.startRun();
        else usePreset(app, preset.id);
      }}
    >
      Demo run
    </Button>
  );
}
