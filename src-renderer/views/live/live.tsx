import { useEffect, useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import type { Progress } from '../../../src-main/contract/run.ts';
import { clockText } from '../../../src-main/contract/times.ts';
import { formatWithInterval } from '../../../src-main/contract/units.ts';
import { Figure } from '../../charts/figure.tsx';
import { useApp } from '../../state/context.ts';
import { elapsedAt } from '../../state/live.ts';
import { hrefOf } from '../../state/route.ts';
import { scopesOf } from '../../state/run-attributes.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { plural, wallRange, wallTime } from '../../ui/format.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { useCall } from '../../ui/use-call.ts';
import { CaseTable } from '../run/case-table.tsx';
import { BinsChart } from '../run/sample-charts.tsx';
import { ClockStrip, ThrottleStrip } from './throttle-strip.tsx';
import { Trail } from './trail.tsx';

/** The run under way: how far it is, what it measures now, what is finished. */
export function Live() {
  const app = useApp();
  const progress = app.live.progress.value;
  if (progress === null) {
    return (
      <Page title="Live">
        <Empty action={{ label: 'New run', run: () => app.go({ screen: 'new' }) }}>
          No run is active.
        </Empty>
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
            <Button
              tone="danger"
              icon="stop"
              hint="Ctrl+."
              disabled={cancelling}
              onClick={() => void app.cancelRun()}
            >
              {cancelling ? 'Cancelling …' : 'Cancel the run'}
            </Button>
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
          <Finished progress={progress} />
        </div>
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
        repetition {own.round + 1} of {own.rounds}, {wallTime(elapsed.own)}
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

/** Finished cases stay, whatever happens to the rest. */
function Finished({ progress }: { readonly progress: Progress }) {
  const app = useApp();
  const detail = app.run(progress.runId).state.value.value;
  const scopes = scopesOf(detail?.cases ?? [], app.catalog.state.value.value);
  const standard = app.settings.value.span;
  const scope = scopes.find(({ id }) => id === standard)?.id ?? scopes[0]?.id ?? standard;
  const any = detail !== null && detail.cases.length > 0;
  const ref = progress.runId;
  const { value } = useCall('verdicts', any ? { ref, span: scope, sofar: true } : null, detail);
  if (detail === null || detail.cases.length === 0) return null;
  return (
    <Section title="Finished cases">
      <ThrottleStrip cases={detail.cases} />
      <Medians detail={detail} progress={progress} span={scope} />
      <CaseTable
        detail={value?.span === scope ? { ...detail, comparisons: value.comparisons } : detail}
        span={scope}
      />
    </Section>
  );
}

/** The medians of finished cases of the workload that is measured, as they come. */
function Medians({
  detail,
  progress,
  span: scope,
}: {
  readonly detail: RunDetail;
  readonly progress: Progress;
  readonly span: string;
}) {
  const measured = detail.cases.filter(({ outcome }) => outcome === 'ok');
  const workload = progress.current?.workload ?? measured.at(-1)?.workload;
  const own = measured.filter((each) => each.workload === workload && each.metrics[scope]);
  const input = { ref: detail.run.id, kind: 'scaling', workload, span: scope } as const;
  const { value } = useCall('figure', own.length < 2 ? null : input, detail);
  if (value === null || value.series.length === 0) return null;
  return <Figure spec={value} small />;
}
