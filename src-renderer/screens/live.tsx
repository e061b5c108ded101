import { useApp } from '../state/context.ts';
import { hrefOf } from '../state/route.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { dateTime } from '../ui/format.ts';
import { Empty, Page } from '../ui/page.tsx';
import { Current, Meter } from '../views/live/current.tsx';
import { Finished } from '../views/live/finished.tsx';
import { LiveLog } from '../views/live/log.tsx';
import { WaitingRuns } from '../views/live/queue.tsx';

/**
 * The run under way: how far it is, what it measures now, what is finished. Where this process measures nothing it is
 * one that another process of this store measures: as far as that process says or, before it answers, as it has stored.
 */
export function screen() {
  const app = useApp();
  const own = app.live.progress.value;
  const other = own?.status === 'running' ? null : app.elsewhere.run.value;
  const live = other === null ? app.live : app.elsewhere.live;
  const told = live.progress.value;
  const current = other === null || (told?.runId === other.id && told.status === 'running');
  const progress = current ? told : null;
  const runId = other?.id ?? progress?.runId;
  if (runId === undefined) {
    return (
      <Page title="Live" wide>
        <Empty action={{ label: 'New run', run: () => app.go({ screen: 'new' }) }}>
          No run is active.
        </Empty>
        <WaitingRuns />
      </Page>
    );
  }
  const running = other !== null || progress?.status === 'running';
  const cancelling = app.live.cancelling.value === runId;
  const paused = other === null && progress?.paused === true;
  const open = hrefOf({ screen: 'run', ref: runId, tab: 'results' });
  return (
    <Page
      title="Live"
      wide
      under={
        <>
          {other?.title ?? 'Run'} <code>{runId}</code>{' '}
          <StatusBadge of={other ?? { status: progress?.status ?? 'running' }} />
          {other === null ? null : <span>measured by another process</span>}
          {running && paused ? <span class="badge warn">paused</span> : null}
        </>
      }
      actions={
        <>
          {running && other === null ? (
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
                disabled={cancelling || progress?.current === null}
                onClick={() => void app.skipCase()}
              >
                Skip this case
              </Button>
            </>
          ) : (
            <a class={running ? 'button' : 'button primary'} href={open}>
              Open the run
            </a>
          )}
          {running ? (
            <Button
              tone="danger"
              icon="stop"
              hint="Ctrl+."
              disabled={cancelling}
              onClick={() => void app.cancelRun()}
            >
              {cancelling ? 'Cancelling …' : 'Cancel the run'}
            </Button>
          ) : null}
        </>
      }
    >
      {progress !== null ? (
        <Meter done={progress.done} total={progress.total} live={live} />
      ) : other === null ? null : (
        <Meter done={other.ok + other.failed + other.skipped} total={other.cases}>
          begun <time dateTime={other.createdAt}>{dateTime(other.createdAt)}</time>
        </Meter>
      )}
      {other !== null || progress === null || progress.failure === null ? null : (
        <p class="note bad" role="alert">
          {progress.failure.message}
        </p>
      )}
      {running && paused ? (
        <p class="note">
          Paused:{' '}
          {progress?.current === null ? 'no case is active' : 'the current case is finished first'}.
          The machine stays reserved.
        </p>
      ) : null}
      <div class="live-parts">
        <div class="column">
          {running && progress !== null ? <Current live={live} progress={progress} /> : null}
          <WaitingRuns />
          <Finished runId={runId} workload={progress?.current?.workload} />
        </div>
        <LiveLog />
      </div>
    </Page>
  );
}
