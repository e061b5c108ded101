import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import { headlineText, type Progress } from '../../../src-main/contract/progress.ts';
import { formatWithInterval } from '../../../src-main/contract/units.ts';
import { elapsedAt, type LiveState } from '../../state/live.ts';
import { capital, plural, wallRange, wallTime } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { BinsChart } from '../run/sample-charts.tsx';
import { ClockStrip } from './throttle-strip.tsx';

/** A run under way as it tells of itself, whichever process measures it. */
type Told = { readonly live: LiveState; readonly progress: Progress };

type Props = {
  readonly done: number;
  readonly total: number;
  readonly live?: LiveState;
  readonly children?: ComponentChildren;
};

/** How far a run is: in measurements by its own clock, or in stored cases where nothing more is told. */
export function Meter({ done, total, live, children }: Props) {
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
export function Current({ live, progress }: Told) {
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
