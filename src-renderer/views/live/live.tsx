import { valueText } from '../../../src-main/contract/axis-values.ts';
import type { Progress } from '../../../src-main/contract/run.ts';
import { clockText } from '../../../src-main/contract/times.ts';
import { formatWithInterval } from '../../../src-main/contract/units.ts';
import { useApp } from '../../state/context.ts';
import { hrefOf } from '../../state/route.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { plural, wallRange, wallTime } from '../../ui/format.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
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
        <Section title="Log">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by Tab */}
          <section class="log" aria-label="Log of the run" tabIndex={0}>
            <ol>
              {app.live.log.value.map((line, i) => (
                <li key={`${i} ${line.at}`} class={line.bad ? 'bad' : ''}>
                  <time dateTime={line.at}>{clockText(line.at, 'local')}</time> {line.text}
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
  const { done, total, elapsedS, etaS, status } = progress;
  const percent = total === 0 ? 0 : (100 * done) / total;
  return (
    <div class="meter">
      <progress class="progress" max={100} value={percent} aria-label="Measurements done" />
      <p>
        <strong>
          {done} of {plural(total, 'measurement')}
        </strong>
        <span>{Math.floor(percent)} %</span>
        <span>{wallTime(elapsedS)} gone</span>
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
              : `median and 95 % CI of ${plural(samples, 'sample')} so far`}
          </p>
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
  if (detail === null || detail.cases.length === 0) return null;
  return (
    <Section title="Finished cases">
      <ThrottleStrip cases={detail.cases} />
      <CaseTable detail={detail} span={app.settings.value.span} />
    </Section>
  );
}
