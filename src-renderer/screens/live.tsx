import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RunDetail } from '../../src-main/contract/api.ts';
import { valueText } from '../../src-main/contract/axis-values.ts';
import { headlineText, type Progress } from '../../src-main/contract/progress.ts';
import { clockText } from '../../src-main/contract/times.ts';
import { formatWithInterval } from '../../src-main/contract/units.ts';
import { Figure } from '../charts/figure.tsx';
import { useApp } from '../state/context.ts';
import { elapsedAt, type LiveState } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { capital, dateTime, plural, wallRange, wallTime } from '../ui/format.ts';
import { Empty, Page, Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { useCall } from '../ui/use-call.ts';
import { ClockStrip, ThrottleStrip } from '../views/live/throttle-strip.tsx';
import { DockedCase } from '../views/run/case/case-views.tsx';
import { useWorkload } from '../views/run/choices.tsx';
import { CaseTable } from '../views/run/results/case-table.tsx';
import { BinsChart } from '../views/run/sample-charts.tsx';
import { ScopeChoice, useScope } from '../views/run/scope-choice.tsx';

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

/** The stored log of the run that is watched, with the times of the run. */
function LiveLog() {
  const app = useApp();
  return (
    <Section title="Log, newest first">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by Tab */}
      <section class="log" aria-label="Log of the run" tabIndex={0}>
        <ol>
          {app.liveLog.lines.value.toReversed().map(({ line, at, level, text }) => (
            <li key={line} class={level === 'error' ? 'bad' : level}>
              <time dateTime={at}>{clockText(at, 'local')}</time> {text}
            </li>
          ))}
        </ol>
      </section>
    </Section>
  );
}

/** What waits for the machine in this program, in the order in which it will be measured. */
function WaitingRuns() {
  const { queue } = useApp();
  const queued = queue.queued.value;
  if (queued.length === 0) return null;
  return (
    <Section title={`Queue (${queued.length})`}>
      <ol class="queue">
        {queued.map(({ id, what, since, behind }) => (
          <li key={id}>
            <div class="grow">
              <strong>{what}</strong>
              <p class="muted">
                since <time dateTime={since}>{clockText(since, 'local')}</time>
                {behind === null ? '' : `; ${behind}`}
              </p>
            </div>
            <Button icon="close" onClick={() => void queue.cancel(id)}>
              Take it out
            </Button>
          </li>
        ))}
      </ol>
    </Section>
  );
}

type FinishedProps = {
  readonly runId: string;
  /** The workload that is measured now, where that is known. */
  readonly workload: string | undefined;
};

/** Finished cases of a run under way, with medians, ratios and verdicts so far. They stay, whatever happens to the rest. */
function Finished({ runId, workload }: FinishedProps) {
  const detail = useApp().run(runId).state.value.value;
  return detail === null || detail.cases.length === 0 ? null : (
    <Cases detail={detail} current={workload} />
  );
}

type Props = { readonly detail: RunDetail; readonly current: string | undefined };

function Cases({ detail, current }: Props) {
  const scope = useScope(detail);
  const { workload, sizeAxis, choice } = useWorkload(detail, { standard: current });
  const { value } = useCall('verdicts', { ref: detail.run.id, scope, sofar: true }, detail);
  const shown = value?.scope === scope ? { ...detail, comparisons: value.comparisons } : detail;
  return (
    <div class="beside">
      <Section
        title="Finished cases"
        aside={
          <>
            {choice}
            <ScopeChoice detail={detail} />
          </>
        }
      >
        {detail.run.status === 'running' || detail.headline == null ? null : (
          <p class="answer">{detail.headline.byScope[scope] ?? detail.headline.sentence}</p>
        )}
        <ThrottleStrip cases={detail.cases} />
        <Medians detail={detail} workload={workload} scope={scope} />
        <CaseTable detail={shown} scope={scope} workload={workload} sizeAxis={sizeAxis} />
      </Section>
      <DockedCase detail={shown} />
    </div>
  );
}

type MediansProps = {
  readonly detail: RunDetail;
  readonly workload: string;
  readonly scope: string;
};

/** The medians of finished cases of a workload, as they come. */
function Medians({ detail, workload, scope }: MediansProps) {
  const own = detail.cases.filter(
    (each) => each.outcome === 'ok' && each.workload === workload && each.metrics[scope],
  );
  const input = { ref: detail.run.id, kind: 'scaling', workload, scope } as const;
  const { value } = useCall('figure', own.length < 2 ? null : input, detail);
  if (value === null || value.series.length === 0) return null;
  return <Figure spec={value} small />;
}

/** A run under way as it tells of itself, whichever process measures it. */
type Told = { readonly live: LiveState; readonly progress: Progress };

type CurrentProps = {
  readonly done: number;
  readonly total: number;
  readonly live?: LiveState;
  readonly children?: ComponentChildren;
};

/** How far a run is: in measurements by its own clock, or in stored cases where nothing more is told. */
function Meter({ done, total, live, children }: CurrentProps) {
  const unit = live === undefined ? 'case' : 'measurement';
  const percent = total === 0 ? 0 : (100 * done) / total;
  return (
    <div class="meter">
      <progress class="progress" max={100} value={percent} aria-label={`${capital(unit)}s done`} />
      <p>
        <strong>
          {done} of {plural(total, unit)}
        </strong>
        <span>{Math.floor(percent)} %</span>
        <span class="visually-hidden" role="status">
          {`${Math.floor(percent / 25) * 25} % of the ${unit}s are done`}
        </span>
        {live === undefined ? <span>{children}</span> : <Times live={live} />}
      </p>
    </div>
  );
}

function Times({ live }: { readonly live: LiveState }) {
  const { status, etaS = null } = live.progress.value ?? {};
  return (
    <>
      <span>{wallTime(useElapsed(live).run)} elapsed</span>
      {status === 'running' ? (
        <span>{etaS === null ? 'remaining time unknown' : `${wallRange(etaS)} left`}</span>
      ) : null}
    </>
  );
}

/** Read again every half second while a run is active. */
function useElapsed(live: LiveState) {
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
function OwnProgress({ live, progress }: Told) {
  const elapsed = useElapsed(live);
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

/** The case that is measured now. */
function Current({ live, progress }: Told) {
  const { current, samples, medianNs, ci95LoNs, ci95HiNs } = progress;
  if (current === null) return <p class="muted">Preparing the next case …</p>;
  return (
    <Section title="Measuring now">
      {progress.headline === undefined ? null : <p>{headlineText(progress)}</p>}
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
          <OwnProgress live={live} progress={progress} />
        </div>
        <div class="trail">
          {live.trail.value.length < 2 ? null : (
            <Sparkline
              values={live.trail.value}
              size={{ width: 220, height: 44, least: 0.01 }}
              about="Running medians"
            />
          )}
        </div>
      </div>
      <div class="current-samples">
        {progress.bins === undefined ? null : <BinsChart bins={progress.bins} n={samples} />}
        <ClockStrip clock={progress.clock} ticks={live.clocks.value} />
      </div>
    </Section>
  );
}
