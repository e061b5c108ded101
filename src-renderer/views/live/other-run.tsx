import type { RunRow } from '../../../src-main/contract/run.ts';
import { useApp } from '../../state/context.ts';
import { hrefOf } from '../../state/route.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { dateTime, plural } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { CancelRun } from './cancel-run.tsx';
import { Current, Meter } from './current.tsx';
import { Finished } from './finished.tsx';
import { LiveLog } from './log.tsx';
import { WaitingRuns } from './queue.tsx';

/** A run that another process of this store measures: how far it says it is, what it has stored, and the way to end it. */
export function OtherRun({ run }: { readonly run: RunRow }) {
  const app = useApp();
  const { live } = app.elsewhere;
  const told = live.progress.value;
  // Before it answers, and where it cannot, its stored cases say how far it is.
  const progress = told?.runId === run.id && told.status === 'running' ? told : null;
  const done = run.ok + run.failed + run.skipped;
  const percent = run.cases === 0 ? 0 : (100 * done) / run.cases;
  const cancelling = app.live.cancelling.value === run.id;
  return (
    <Page
      title="Live"
      wide
      under={
        <>
          {run.title} <code>{run.id}</code> <StatusBadge of={run} />
          <span>measured by another process</span>
        </>
      }
      actions={
        <>
          <a class="button" href={hrefOf({ screen: 'run', ref: run.id, tab: 'results' })}>
            Open the run
          </a>
          <CancelRun cancelling={cancelling} />
        </>
      }
    >
      {progress !== null ? (
        <Meter live={live} progress={progress} />
      ) : (
        <div class="meter">
          <progress class="progress" max={100} value={percent} aria-label="Cases done" />
          <p>
            <strong>
              {done} of {plural(run.cases, 'case')}
            </strong>
            <span>{Math.floor(percent)} %</span>
            <span>
              begun <time dateTime={run.createdAt}>{dateTime(run.createdAt)}</time>
            </span>
          </p>
        </div>
      )}
      <div class="live-parts">
        <div class="column">
          {progress === null ? null : <Current live={live} progress={progress} />}
          <WaitingRuns />
          <Finished runId={run.id} workload={progress?.current?.workload} />
        </div>
        <LiveLog />
      </div>
    </Page>
  );
}
