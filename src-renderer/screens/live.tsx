import { useApp } from '../state/context.ts';
import { hrefOf } from '../state/route.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { CancelRun } from '../views/live/cancel-run.tsx';
import { Current, Meter } from '../views/live/current.tsx';
import { Finished } from '../views/live/finished.tsx';
import { LiveLog } from '../views/live/log.tsx';
import { OtherRun } from '../views/live/other-run.tsx';
import { WaitingRuns } from '../views/live/queue.tsx';

/** The run under way: how far it is, what it measures now, what is finished. */
export function screen() {
  const app = useApp();
  const progress = app.live.progress.value;
  const other = app.elsewhere.run.value;
  if (other !== null && progress?.status !== 'running') return <OtherRun run={other} />;
  if (progress === null) {
    return (
      <Page title="Live" wide>
        <Empty action={{ label: 'New run', run: () => app.go({ screen: 'new' }) }}>
          No run is active.
        </Empty>
        <WaitingRuns />
      </Page>
    );
  }
  const running = progress.status === 'running';
  const cancelling = app.live.cancelling.value === progress.runId;
  const paused = progress.paused === true;
  return (
    <Page
      title="Live"
      wide
      under={
        <>
          Run <code>{progress.runId}</code> <StatusBadge of={{ status: progress.status }} />
          {running && paused ? <span class="badge warn">paused</span> : null}
        </>
      }
      actions={
        running ? (
          <>
            <Button
              icon={paused ? 'play' : 'pause'}
              hint="The current case is finished first"
              disabled={cancelling}
              onClick={() => void app.pauseRun(!paused)}
            >
              {paused ? 'Continue' : 'Pause'}
            </Button>
            <Button
              icon="skip"
              hint="The current case ends as skipped"
              disabled={cancelling || progress.current === null}
              onClick={() => void app.skipCase()}
            >
              Skip this case
            </Button>
            <CancelRun cancelling={cancelling} />
          </>
        ) : (
          <a
            class="button primary"
            href={hrefOf({ screen: 'run', ref: progress.runId, tab: 'results' })}
          >
            Open the run
          </a>
        )
      }
    >
      <Meter live={app.live} progress={progress} />
      {progress.failure === null ? null : (
        <p class="note bad" role="alert">
          {progress.failure.message}
        </p>
      )}
      {running && paused ? (
        <p class="note">
          Paused:{' '}
          {progress.current === null ? 'no case is active' : 'the current case is finished first'}.
          The machine stays reserved.
        </p>
      ) : null}
      <div class="live-parts">
        <div class="column">
          {running ? <Current live={app.live} progress={progress} /> : null}
          <WaitingRuns />
          <Finished runId={progress.runId} workload={progress.current?.workload} />
        </div>
        <LiveLog />
      </div>
    </Page>
  );
}
