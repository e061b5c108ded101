import { useEffect, useState } from 'preact/hooks';
import type { RunDetail } from '../../src-main/contract/api.ts';
import { comparedScope, detailByScope } from '../../src-main/contract/by-scope.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import { exportEvent } from '../state/commands.ts';
import { useApp } from '../state/context.ts';
import { type RunTab, runTabs, withView } from '../state/route.ts';
import { useView } from '../state/workspace.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { dateTime } from '../ui/format.ts';
import { Empty, Failed, Loaded, Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useCall } from '../ui/use-call.ts';
import { useWindow } from '../ui/use-window.ts';
import { askTags } from './ask-tags.ts';
import { exportRuns } from './export.tsx';
import { Marks } from './history/columns.tsx';
import { RunActions, setUpAgain } from './run/actions.tsx';
import { DockedCase } from './run/case/case-views.tsx';
import { Record } from './run/record/record.tsx';
import { Results } from './run/results/results.tsx';
import { ScopeChoice, useScope } from './run/scope-choice.tsx';
import { Trend } from './run/trend.tsx';
import { Why } from './run/why/why.tsx';

const titles: Readonly<{ [tab in RunTab]: string }> = {
  results: 'Results',
  why: 'Why',
  history: 'History',
  record: 'Record',
};

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
  useWindow(exportEvent, () => void exportRuns(app, [run.id], 'csv'));
  const [pane] = useView('pane');
  const scope = useScope(detail);
  const asked = scope === comparedScope ? null : { ref: run.id, scope };
  const { value, failure, again } = useCall('verdicts', asked, detail.cases.length);
  const shown = detailByScope(detail, value?.scope === scope ? value : { scope, comparisons: {} });
  const measured = detail.cases.length > 0;
  return (
    <Page
      title={<RunTitle run={run} />}
      wide
      under={
        <>
          <StatusBadge of={run} />
          <Marks run={run} words />
          <code>{run.id}</code>
          <span>
            <time dateTime={run.createdAt}>{dateTime(run.createdAt)}</time> on {run.device}
          </span>
          {run.importedAt === undefined ? null : (
            <span title={dateTime(run.importedAt)}>imported</span>
          )}
          <RunTags run={run} />
          {run.note === '' && !writing ? (
            <IconButton icon="note" label="Write a note" onClick={() => setWriting(true)} />
          ) : null}
        </>
      }
      actions={<RunActions detail={detail} />}
    >
      {run.trashedAt === undefined ? null : (
        <p class="note warn">
          This run is in the trash.{' '}
          <Button tone="quiet" onClick={() => void app.curation.restore([run.id])}>
            Bring it back
          </Button>
        </p>
      )}
      {writing || tab === (run.importedAt === undefined ? 'results' : 'record') ? (
        <RunNote run={run} writing={writing} setWriting={setWriting} />
      ) : null}
      {run.status === 'running' ? (
        <p class="note">
          {run.elsewhere === true
            ? 'Another process measures this run. '
            : 'This run is in progress. '}
          Finished cases are shown. <a href="#/live">Watch it</a>
        </p>
      ) : run.failure === undefined ? null : (
        <p class={`note ${run.status === 'failed' ? 'bad' : 'warn'}`}>
          This run is {run.status}: {run.failure} What was measured is kept.
        </p>
      )}
      {asked === null || failure === null ? null : (
        <Failed
          what="The verdicts of this timing scope could not be read"
          failure={failure}
          retry={again}
        />
      )}
      <Tabs
        label="Parts of the run"
        tabs={runTabs.map((id) => ({ id, title: titles[id] }))}
        chosen={tab}
        choose={(next) => {
          const here = withView(app.route.peek(), { pane: null });
          app.go({ ...here, screen: 'run', ref: run.id, tab: next });
        }}
        aside={tab === 'record' && pane !== 'samples' ? null : <ScopeChoice detail={detail} />}
      >
        {!measured && tab !== 'record' ? (
          <Empty action={{ label: 'Set it up again', run: () => setUpAgain(app, detail) }}>
            This run ended before a case was finished.
          </Empty>
        ) : (
          <div class="beside">
            <div class="beside-main">
              {tab === 'results' ? (
                <Results detail={detail} shown={shown} scope={scope} />
              ) : tab === 'why' ? (
                <Why detail={detail} shown={shown} scope={scope} />
              ) : tab === 'history' ? (
                <Trend detail={detail} />
              ) : (
                <Record detail={detail} />
              )}
            </div>
            {tab === 'why' && pane === 'case' ? null : <DockedCase detail={shown} />}
          </div>
        )}
      </Tabs>
    </Page>
  );
}

/** The name of a run, which can be changed where it stands. */
function RunTitle({ run }: { readonly run: RunRow }) {
  const { asking, curation } = useApp();
  const title = 'Change the title';
  const ask = () => {
    asking.value = {
      ...{ title, confirm: title, fields: [{ label: 'Title', value: run.title }] },
      done: (text) => void curation.rename(run.id, text),
    };
  };
  return (
    <>
      {run.title} <IconButton icon="edit" label={title} onClick={ask} />
    </>
  );
}

/** Tags with a way to take each away and to add some. */
function RunTags({ run }: { readonly run: RunRow }) {
  const app = useApp();
  return (
    <span class="run-tags">
      {run.tags.map((tag) => (
        <span key={tag} class="tag">
          {tag}
          <button
            type="button"
            class="tag-remove"
            aria-label={`Take the tag ${tag} away`}
            onClick={() => void app.curation.tag([run.id], [], [tag])}
          >
            ×
          </button>
        </span>
      ))}
      <IconButton icon="tag" label="Add tags" onClick={() => askTags(app, [run.id], 'Add tags')} />
    </span>
  );
}

type Props = {
  readonly run: RunRow;
  readonly writing: boolean;
  readonly setWriting: (writing: boolean) => void;
};

/** What a person wants to remember of a run. Kept when the field is left. */
function RunNote({ run, writing, setWriting }: Props) {
  const { curation } = useApp();
  const [text, setText] = useState(run.note);
  useEffect(() => {
    if (!writing) setText(run.note);
  }, [run.note, writing]);
  const keep = () => {
    setWriting(false);
    if (text !== run.note) void curation.note(run.id, text);
  };
  if (!writing) {
    return run.note === '' ? null : (
      <div class="run-note">
        <p title={run.note}>{run.note}</p>
        <IconButton icon="edit" label="Change the note" onClick={() => setWriting(true)} />
      </div>
    );
  }
  return (
    <textarea
      class="input note-input"
      aria-label="Note"
      placeholder="What this run was for, and what it showed"
      rows={3}
      value={text}
      ref={(field) => {
        if (field !== null && document.activeElement !== field) field.focus();
      }}
      onInput={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          setText(run.note);
          setWriting(false);
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.stopPropagation();
          keep();
        }
      }}
    />
  );
}
