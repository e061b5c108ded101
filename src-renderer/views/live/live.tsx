import { useEffect, useState } from 'preact/hooks';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import type { Progress } from '../../../src-main/contract/run.ts';
import { formatWithInterval } from '../../../src-main/contract/units.ts';
import { useApp } from '../../state/context.ts';
import { elapsedAt } from '../../state/live.ts';
import { hrefOf } from '../../state/route.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { plural, wallRange, wallTime } from '../../ui/format.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { BinsChart } from '../run/sample-charts.tsx';
import { CancelRun } from './cancel-run.tsx';
import { Finished } from './finished.tsx';
import { LiveLog } from './log.tsx';
import { OtherRun } from './other-run.tsx';
import { WaitingRuns } from './queue.tsx';
import { ClockStrip } from './throttle-strip.tsx';
import { Trail } from './trail.tsx';

/** The run under way: how far it is, what it measures now, what is finished. */
export function Live() {
  const app = useApp();
  const progress = app.live.progress.value;
  const other = app.elsewhere.run.value;
  if (other !== null && progress?.status !== 'running') return <OtherRun run={other} />;
  if (progress === null) {
    return (
      <Page title="Live">
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
          Run <code>{progress.runId}</code> <StatusBadge status={progress.status} />
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
            href={hrefOf({ screen: 'run', ref: progress.runId, tab: 'summary' })}
          >
            Open the run
          </a>
        )
      }
    >
      <Meter progress={progress} />
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
          {running ? <Current progress={progress} /> : null}
          <WaitingRuns />
          <Finished runId={progress.runId} workload={progress.current?.workload} />
        </div>
        <LiveLog />
      </div>
    </Page>
  );
}

function Meter({ progress }: { readonly progress: Progress }) {
  const { done, total, etaS, status } = progress;
  const elapsed = useElapsed();
  const percent = total === 0 ? 0 : (100 * done) / total;
  return (
    <div class="meter">
      <progress class="progress" max={100} value={percent} aria-label="Measurements done" />
      <p>
        <strong>
          {done} of {plural(total, 'measurement')}
        </strong>
        <span>{Math.floor(percent)} %</span>
        <span>{wallTime(elapsed.run)} elapsed</span>
        <span class="visually-hidden" role="status">
          {`${Math.floor(percent / 25) * 25} % of the measurements are done`}
        </span>
        {status === 'running' ? (
          <span>{etaS === null ? 'remaining time unknown' : `${wallRange(etaS)} left`}</span>
        ) : null}
      </p>
    </div>
  );
}

/** Read again every half second while a run is active. */
function useElapsed() {
  const { live } = useApp();
  const running = live.progress.value?.status === 'running';
  const [, turn] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => turn((before) => before + 1), 500);
    return () => clearInterval(timer);
  }, [running]);
  return elapsedAt(live, performance.now());
}

/** How far the case under way is: of its samples where their number is fixed, else of its time limit. */
function OwnProgress({ progress }: { readonly progress: Progress }) {
  const elapsed = useElapsed();
  const { own, samples } = progress;
  if (own === undefined) return null;
  const parts = [
    ...(own.samples === null ? [] : [samples / own.samples]),
    ...(own.timeLimitS === null ? [] : [elapsed.own / own.timeLimitS]),
  ];
  return (
    <div class="own-progress">
      {parts.length === 0 ? null : (
        <progress
          class="progress small"
          max={1}
          value={Math.min(1, Math.max(...parts))}
          aria-label="Progress of this case"
        />
      )}
      <span class="muted">
        repetition {own.repetition + 1} of {own.repetitions}, {wallTime(elapsed.own)}
        {own.samples === null
          ? `, ${plural(samples, 'sample')}`
          : `, ${valueText(samples)} of ${plural(own.samples, 'sample')}`}
        {own.timeLimitS === null ? '' : `, time limit ${wallTime(own.timeLimitS)}`}
      </span>
    </div>
  );
}

function Current({ progress }: { readonly progress: Progress }) {
  const app = useApp();
  const { current, samples, medianNs, ci95LoNs, ci95HiNs } = progress;
  if (current === null) return <p class="muted">Preparing the next case …</p>;
  return (
    <Section title="Measuring now">
      <div class="current">
        <div>
          <h3>
            {current.workload} <code>{current.variant}</code>
          </h3>
          <p class="muted">
            {Object.entries(current.values)
              .flatMap(([axis, value]) => (value === '' ? [] : [`${axis} = ${valueText(value)}`]))
              .join(', ')}
          </p>
        </div>
        <div class="median">
          <p class="figure-number">
            {formatWithInterval(medianNs, ci95LoNs, ci95HiNs, 'duration')}
          </p>
          <p class="muted">
            {samples === 0
              ? 'preparing: input, reference, check, warm-up'
              : ci95LoNs === null
                ? `median of ${plural(samples, 'sample')} so far; an interval needs at least 6`
                : `median and 95 % CI of ${plural(samples, 'sample')} so far`}
          </p>
          <OwnProgress progress={progress} />
        </div>
        <Trail values={app.live.trail.value} />
      </div>
      <div class="current-samples">
        {progress.bins === undefined ? null : <BinsChart bins={progress.bins} n={samples} />}
        <ClockStrip clock={progress.clock} ticks={app.live.clocks.value} />
      </div>
    </Section>
  );
}
