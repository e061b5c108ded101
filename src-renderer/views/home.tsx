import { useEffect } from 'preact/hooks';
import type { Preset } from '../../src-main/contract/api.ts';
import { expectedTime, expectedTimeText } from '../../src-main/contract/expected-time.ts';
import type { DoctorReport } from '../../src-main/contract/machine.ts';
import type { Configuration, RunRow } from '../../src-main/contract/run.ts';
import { configurationSchema } from '../../src-main/contract/run.ts';
import { format } from '../../src-main/contract/units.ts';
import { useApp } from '../state/context.ts';
import { usePreset } from '../state/palette.ts';
import { hrefOf } from '../state/route.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CheckList } from '../ui/check-list.tsx';
import { dateTime, plural } from '../ui/format.ts';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { useCall } from '../ui/use-call.ts';
import { MarkedRuns } from './history/marked.tsx';
import { chooseRunFiles } from './import.ts';

/** Where to begin: what can be run, what was run, and whether this machine has what it needs. */
export function Home() {
  const app = useApp();
  return (
    <Page
      title="Home"
      wide
      under="From which size is the parallel version faster?"
      actions={
        <>
          <Demo />
          <Button icon="upload" onClick={() => chooseRunFiles(app)}>
            Import
          </Button>
          <Button tone="primary" icon="new" onClick={() => app.go({ screen: 'new' })}>
            New run
          </Button>
        </>
      }
    >
      <div class="columns home">
        <div class="column">
          <Section title="Start with a preset">
            <Loaded of={app.presets} what="presets">
              {(presets) =>
                presets.length === 0 ? (
                  <Empty action={{ label: 'New run', run: () => app.go({ screen: 'new' }) }}>
                    This build has no presets; describe a run of your own.
                  </Empty>
                ) : (
                  <ul class="presets">
                    {presets.map((preset) => (
                      <li key={preset.id}>
                        <div>
                          <h3>{preset.title}</h3>
                          <p class="muted">{preset.summary}</p>
                          <PresetTime preset={preset} />
                        </div>
                        <Button onClick={() => usePreset(app, preset.id)}>Set up</Button>
                      </li>
                    ))}
                  </ul>
                )
              }
            </Loaded>
          </Section>
          <Baseline />
          <Section title="Recent runs" aside={<a href="#/history">All runs</a>}>
            <Loaded of={app.recent} what="recent runs">
              {(rows) => <Recent rows={rows} />}
            </Loaded>
          </Section>
        </div>
        <div class="column">
          <SampleResults />
          <Section
            title="This machine"
            aside={
              <Button tone="quiet" icon="again" onClick={() => void app.doctor.load()}>
                Check again
              </Button>
            }
          >
            <Loaded of={app.doctor} what="the system check">
              {(report) => <Checks report={report} />}
            </Loaded>
          </Section>
        </div>
      </div>
    </Page>
  );
}

/** Of a preset that this build can plan: a build without CUDA lacks variants of some. */
function PresetTime({ preset }: { readonly preset: Preset }) {
  const catalog = useApp().catalog.state.value.value;
  const configuration = configurationSchema.parse(preset.configuration);
  const known = configuration.groups.every(({ workload, variants }) => {
    const found = catalog?.workloads.find(({ id }) => id === workload);
    if (variants === 'all') return found !== undefined;
    return variants.every((variant) => found?.variants.some(({ id }) => id === variant));
  });
  return known ? <PlannedTime configuration={configuration} /> : null;
}

/** What a plan says here, as the panel of a new run does. */
function PlannedTime({ configuration }: { readonly configuration: Configuration }) {
  const { value } = useCall('plan', { configuration });
  const expected = value === null ? null : expectedTime(value);
  return expected === null ? null : <p class="muted">Time: {expectedTimeText(expected)}</p>;
}

/** The preset that shows in about a minute what the product does. */
const demoPreset = 'quick';

/** Starts the short run at once: no field has to be understood before the first result. */
function Demo() {
  const app = useApp();
  const preset = app.presets.state.value.value?.find(({ id }) => id === demoPreset);
  const active = app.live.progress.value?.status === 'running';
  if (preset === undefined) return null;
  return (
    <Button
      icon="play"
      hint={active ? 'A run is active: this one can be queued' : preset.summary}
      onClick={() => {
        if (app.newRun.fill({ ...preset.configuration }, preset.id)) void app.startRun();
        else usePreset(app, preset.id);
      }}
    >
      60-second demo
    </Button>
  );
}

/** The run that others are compared with, and the pinned ones. */
function Baseline() {
  const { marked } = useApp();
  useEffect(() => void marked.load(), [marked]);
  const { value } = marked.state.value;
  if (value === null || (value.baseline === null && value.pinned.length === 0)) return null;
  return (
    <Section title="Baseline and pinned runs">
      <MarkedRuns />
    </Section>
  );
}

/** Results that come with the product: they open on a machine that can measure nothing. */
function SampleResults() {
  const app = useApp();
  const { samples } = app;
  useEffect(() => {
    if (samples.state.peek().value === null) void samples.load();
  }, [samples]);
  const { value } = samples.state.value;
  if (value === null || value.length === 0) return null;
  return (
    <Section title="Sample results">
      <ul class="presets">
        {value.map((sample) => (
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
    </Section>
  );
}

function Recent({ rows }: { readonly rows: readonly RunRow[] }) {
  const app = useApp();
  if (rows.length === 0) {
    return (
      <Empty action={{ label: 'Describe the first run', run: () => app.go({ screen: 'new' }) }}>
        Nothing has been measured yet.
      </Empty>
    );
  }
  return (
    <ul class="recent">
      {rows.map((row) => (
        <li key={row.id}>
          <a href={hrefOf({ screen: 'run', ref: row.id, tab: 'summary' })}>
            <span class="grow">{row.title}</span>
            <span class="muted">{plural(row.cases, 'case')}</span>
            <StatusBadge status={row.status} />
            <time dateTime={row.createdAt} class="muted">
              {dateTime(row.createdAt)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Checks({ report }: { readonly report: DoctorReport }) {
  const { machine, checks } = report;
  return (
    <>
      <dl class="facts">
        <dt>Processor</dt>
        <dd>
          {machine.cpuModel}, {plural(machine.physicalCores, 'core')}
        </dd>
        <dt>Memory</dt>
        <dd>{format(machine.memoryBytes, 'bytes')}</dd>
        <dt>CUDA device</dt>
        <dd>
          {machine.gpus.map(({ name }) => name).join(', ') || 'none: CUDA variants are skipped'}
        </dd>
      </dl>
      <CheckList checks={checks} />
    </>
  );
}
