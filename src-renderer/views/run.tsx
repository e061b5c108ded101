import { useEffect, useState } from 'preact/hooks';
import type { RunDetail } from '../../src-main/contract/api.ts';
import { exportEvent } from '../state/commands.ts';
import { useApp } from '../state/context.ts';
import { type RunTab, runTabs } from '../state/route.ts';
import { hasCode } from '../state/run-code.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { dateTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { exportRuns } from './export.tsx';
import { RunActions, setUpAgain } from './run/actions.tsx';
import { CaseDrawer, CasePage } from './run/case/case-views.tsx';
import { Distribution } from './run/distribution.tsx';
import { Environment } from './run/environment.tsx';
import { RunNote, RunTags, RunTitle } from './run/labels.tsx';
import { Phases } from './run/phases.tsx';
import { hasPicture, Picture } from './run/picture.tsx';
import { Roofline } from './run/roofline.tsx';
import { RunLog } from './run/run-log.tsx';
import { Samples } from './run/samples.tsx';
import { Scaling } from './run/scaling.tsx';
import { Source } from './run/source.tsx';
import { Study } from './run/study.tsx';
import { Summary } from './run/summary.tsx';
import { Trend } from './run/trend.tsx';

const titles: Readonly<Record<RunTab, string>> = {
  summary: 'Summary',
  scaling: 'Scaling',
  distribution: 'Distribution',
  phases: 'Phases',
  roofline: 'Roofline',
  picture: 'Picture',
  study: 'Study',
  trend: 'Trend',
  environment: 'Environment',
  samples: 'Samples',
  case: 'Case',
  source: 'Source',
  log: 'Log',
};

/** Their figure takes the room of what is read on the others. */
const figureTabs: ReadonlySet<RunTab> = new Set([
  'scaling',
  'distribution',
  'phases',
  'roofline',
  'trend',
]);

/** One stored run. */
export function Run({ runRef, tab }: { readonly runRef: string; readonly tab: RunTab }) {
  const resource = useApp().run(runRef);
  const { value } = resource.state.value;
  if (value === null) {
    return (
      <Page title="Run" wide>
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
  const { run } = detail;
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    const onExport = () => void exportRuns(app, [run.id], 'csv');
    window.addEventListener(exportEvent, onExport);
    return () => window.removeEventListener(exportEvent, onExport);
  }, [app, run.id]);
  const tabs = runTabs.filter(
    (id) =>
      (id !== 'picture' || hasPicture(detail)) &&
      (id !== 'study' || detail.study !== undefined) &&
      (id !== 'source' || hasCode(detail)),
  );
  const shown = tabs.includes(tab) ? tab : 'summary';
  return (
    <Page
      title={<RunTitle run={run} />}
      wide
      under={
        <>
          <StatusBadge status={run.status} />
          {run.pinned ? <Mark icon="pin" text="pinned" /> : null}
          {run.baseline ? <Mark icon="flag" text="baseline" /> : null}
          <code>{run.id}</code>
          <span>
            <time dateTime={run.createdAt}>{dateTime(run.createdAt)}</time> on {run.device}
            {run.importedAt === undefined ? '' : `, imported ${dateTime(run.importedAt)}`}
          </span>
          <RunTags run={run} />
          {run.note === '' && !writing ? (
            <Button tone="quiet" icon="note" onClick={() => setWriting(true)}>
              Write a note
            </Button>
          ) : null}
        </>
      }
      actions={<RunActions detail={detail} />}
    >
      {run.trashedAt === undefined ? null : (
        <p class="note warn">
          This run is in the trash.{' '}
          <button
            type="button"
            class="button quiet"
            onClick={() => void app.curation.restore([run.id])}
          >
            Bring it back
          </button>
        </p>
      )}
      {writing || !figureTabs.has(shown) ? (
        <RunNote run={run} writing={writing} setWriting={setWriting} />
      ) : null}
      {run.status === 'running' ? (
        <p class="note">
          Run in progress; finished cases are shown. <a href="#/live">Watch it</a>
        </p>
      ) : null}
      <Tabs
        label="Parts of the run"
        tabs={tabs.map((id) => ({ id, title: titles[id] }))}
        chosen={shown}
        choose={(next) => app.go({ ...app.route.peek(), screen: 'run', ref: run.id, tab: next })}
      >
        <Tab detail={detail} tab={shown} />
      </Tabs>
      {shown === 'case' ? null : <CaseDrawer detail={detail} />}
    </Page>
  );
}

function Mark({ icon, text }: { readonly icon: 'pin' | 'flag'; readonly text: string }) {
  return (
    <span class="mark">
      <Icon name={icon} /> {text}
    </span>
  );
}

function Tab({ detail, tab }: { readonly detail: RunDetail; readonly tab: RunTab }) {
  const app = useApp();
  const measured = tab !== 'environment' && tab !== 'log' && tab !== 'picture';
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
    case 'picture':
      return <Picture detail={detail} />;
    case 'study':
      return <Study detail={detail} />;
    case 'trend':
      return <Trend detail={detail} />;
    case 'environment':
      return <Environment detail={detail} />;
    case 'samples':
      return <Samples detail={detail} />;
    case 'case':
      return <CasePage detail={detail} />;
    case 'source':
      return <Source detail={detail} />;
    case 'log':
      return <RunLog detail={detail} />;
  }
}
