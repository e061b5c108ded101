import { useEffect } from 'preact/hooks';
import type { RunDetail } from '../../src-main/contract/api.ts';
import { commandsOf } from '../state/command.ts';
import { exportEvent } from '../state/commands.ts';
import { useApp } from '../state/context.ts';
import type { App } from '../state/index.ts';
import { type RunTab, runTabs } from '../state/route.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { dateTime } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { exportRuns } from './export.ts';
import { Distribution } from './run/distribution.tsx';
import { Environment } from './run/environment.tsx';
import { Phases } from './run/phases.tsx';
import { Roofline } from './run/roofline.tsx';
import { RunLog } from './run/run-log.tsx';
import { Samples } from './run/samples.tsx';
import { Scaling } from './run/scaling.tsx';
import { Summary } from './run/summary.tsx';

const titles: Readonly<Record<RunTab, string>> = {
  summary: 'Summary',
  scaling: 'Scaling',
  distribution: 'Distribution',
  phases: 'Phases',
  roofline: 'Roofline',
  environment: 'Environment',
  samples: 'Samples',
  log: 'Log',
};

/** One stored run. */
export function Run({ runRef, tab }: { readonly runRef: string; readonly tab: RunTab }) {
  const resource = useApp().run(runRef);
  const { value } = resource.state.value;
  if (value === null) {
    return (
      <Page title="Run">
        <Loaded of={resource} what={`run ${runRef}`}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <RunView detail={value} tab={tab} />;
}

function RunView({ detail, tab }: { readonly detail: RunDetail; readonly tab: RunTab }) {
  const app = useApp();
  const { run, plan } = detail;
  useEffect(() => {
    const onExport = () => void exportRuns(app, [run.id], 'csv');
    window.addEventListener(exportEvent, onExport);
    return () => window.removeEventListener(exportEvent, onExport);
  }, [app, run.id]);
  return (
    <Page
      title={run.title}
      wide
      under={
        <>
          <StatusBadge status={run.status} /> <code>{run.id}</code>{' '}
          <time dateTime={run.createdAt}>{dateTime(run.createdAt)}</time> on {run.device}
          {run.tags.map((tag) => (
            <span key={tag} class="tag">
              {tag}
            </span>
          ))}
        </>
      }
      actions={
        <>
          <Button
            icon="download"
            hint="Ctrl+E"
            onClick={() => void exportRuns(app, [run.id], 'csv')}
          >
            Export CSV
          </Button>
          <Button icon="download" onClick={() => void exportRuns(app, [run.id], 'json')}>
            JSON
          </Button>
          <CopyButton text={commandsOf(plan.configuration).join('\n')} what="The command">
            Copy as command
          </CopyButton>
          <Button icon="again" onClick={() => setUpAgain(app, detail)}>
            Set up again
          </Button>
          {resumable(detail) ? (
            <Button icon="play" onClick={() => void app.resumeRun(run.id)}>
              Resume
            </Button>
          ) : null}
        </>
      }
    >
      {run.note === '' ? null : <p class="run-note">{run.note}</p>}
      {run.status === 'running' ? (
        <p class="note">
          This run is still active: what is here are its finished cases.{' '}
          <a href="#/live">Watch it</a>
        </p>
      ) : null}
      <Tabs
        label="Parts of the run"
        tabs={runTabs.map((id) => ({ id, title: titles[id] }))}
        chosen={tab}
        choose={(next) => app.go({ screen: 'run', ref: run.id, tab: next })}
      >
        <Tab detail={detail} tab={tab} />
      </Tabs>
    </Page>
  );
}

/** Cases are missing and nobody measures them now. */
function resumable({ run, plan, cases }: RunDetail): boolean {
  return run.status !== 'running' && cases.length < plan.cases.length;
}

function setUpAgain(app: App, { plan }: RunDetail): void {
  if (app.newRun.fill(plan.configuration, plan.configuration.preset)) app.go({ screen: 'new' });
  else app.toast('No workload of this run is in this build.', { tone: 'bad' });
}

function Tab({ detail, tab }: { readonly detail: RunDetail; readonly tab: RunTab }) {
  const app = useApp();
  const measured = tab !== 'environment' && tab !== 'log';
  if (measured && detail.cases.length === 0) {
    return (
      <Empty action={{ label: 'Set it up again', run: () => setUpAgain(app, detail) }}>
        This run ended before a case was finished.
      </Empty>
    );
  }
  switch (tab) {
    case 'summary':
      return <Summary detail={detail} />;
    case 'scaling':
      return <Scaling detail={detail} />;
    case 'distribution':
      return <Distribution detail={detail} />;
    case 'phases':
      return <Phases detail={detail} />;
    case 'roofline':
      return <Roofline detail={detail} />;
    case 'environment':
      return <Environment detail={detail} />;
    case 'samples':
      return <Samples detail={detail} />;
    case 'log':
      return <RunLog detail={detail} />;
  }
}
