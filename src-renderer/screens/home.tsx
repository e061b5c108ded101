import { useEffect } from 'preact/hooks';
import type { DoctorReport } from '../../src-main/contract/machine.ts';
import type { Preset } from '../../src-main/contract/procedures/files.ts';
import { format } from '../../src-main/contract/units.ts';
import { useApp } from '../state/context.ts';
import { usePreset } from '../state/palette.ts';
import { hrefOf } from '../state/route.ts';
import { Button } from '../ui/button.tsx';
import { CheckList } from '../ui/check-list.tsx';
import { plural } from '../ui/format.ts';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Changed } from '../views/home/changed.tsx';
import { Demo, PresetTime } from '../views/home/demo.tsx';
import { Marked } from '../views/home/marked.tsx';
import { Newcomer } from '../views/home/newcomer.tsx';
import { Recent } from '../views/home/recent.tsx';
import { chooseRunFiles } from '../views/import.ts';

/** Where to begin: for a newcomer a result and one button; for everybody else what changed and what was run. */
export function screen() {
  const app = useApp();
  const rows = app.recent.state.value.value;
  const newcomer = rows !== null && rows.length === 0;
  const newest = rows?.find(({ importedAt }) => importedAt === undefined) ?? rows?.[0];
  return (
    <Page
      title="Home"
      wide
      under="From which size is the parallel version faster?"
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
      {newcomer ? <Newcomer /> : null}
      <div class="columns home">
        <div class="column">
          {newest?.results?.sentence == null ? null : (
            <Section
              title="Last run"
              aside={
                <a href={hrefOf({ screen: 'run', ref: newest.id, tab: 'results' })}>Open it</a>
              }
            >
              <p class="answer">{newest.results.sentence}</p>
            </Section>
          )}
          {newest === undefined ? null : <Changed row={newest} />}
          {newcomer ? null : (
            <Section title="Recent runs" aside={<a href="#/history">All runs</a>}>
              <Loaded of={app.recent} what="recent runs">
                {(recent) => <Recent rows={recent} />}
              </Loaded>
            </Section>
          )}
          {newcomer ? <SampleResults /> : null}
        </div>
        <div class="column">
          <Marked />
          {newcomer ? null : <SampleResults />}
          <Section
            title="This machine"
            aside={
              <Button tone="quiet" icon="again" onClick={() => void app.examineAgain()}>
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
      <Section title="Start with a preset">
        <Loaded of={app.presets} what="presets">
          {(presets) => <Gallery presets={presets} />}
        </Loaded>
      </Section>
    </Page>
  );
}

function Gallery({ presets }: { readonly presets: readonly Preset[] }) {
  const app = useApp();
  if (presets.length === 0) {
    return (
      <Empty action={{ label: 'New run', run: () => app.go({ screen: 'new' }) }}>
        This build has no presets; describe a run of your own.
      </Empty>
    );
  }
  return (
    <ul class="gallery">
      {presets.map((preset) => (
        <li key={preset.id}>
          <h3>{preset.title}</h3>
          <p class="muted">{preset.summary}</p>
          <PresetTime preset={preset} />
          <Button onClick={() => usePreset(app, preset.id)}>Set up</Button>
        </li>
      ))}
    </ul>
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
