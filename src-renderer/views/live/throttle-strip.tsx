import type { Progress } from '../../../src-main/contract/progress.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { format } from '../../../src-main/contract/units.ts';
import { type ClockTick, clockText, throttleStrip } from '../../state/throttle.ts';
import { plural } from '../../ui/format.ts';

/** A cell for every finished case in the order taken: a machine that slows down shows as a streak. */
export function ThrottleStrip({ cases }: { readonly cases: readonly StoredCase[] }) {
  const cells = throttleStrip(cases);
  const throttled = cells.filter(({ state }) => state === 'throttled').length;
  const warned = cells.filter(({ state }) => state === 'warned').length;
  const text = `${plural(cells.length, 'case')} in the order taken: ${
    throttled === 0 ? 'no throttling seen' : `${throttled} throttled`
  }${warned === 0 ? '' : `, ${warned} with warnings`}`;
  return (
    <div class="strip-box">
      <div class="strip" role="img" aria-label={text}>
        {cells.map(({ index, state, text: about }) => (
          <span key={index} class={`strip-cell ${state}`} title={about} />
        ))}
      </div>
      <p class="muted">{text}.</p>
    </div>
  );
}

type Props = { readonly clock: Progress['clock']; readonly ticks: readonly ClockTick[] };

/** The clock under the case that is measured now, a bar a message; bars with throttled samples stand out. */
export function ClockStrip({ clock, ticks }: Props) {
  const text = clockText(clock);
  if (text === null) return null;
  const highest = ticks.reduce((max, { hz }) => Math.max(max, hz ?? 0), 1);
  const throttled = (clock?.throttledSamples ?? 0) > 0;
  return (
    <div class="strip-box clock-box">
      {ticks.length === 0 ? null : (
        <div class="strip clock-strip" role="img" aria-label={`Clock of this case. ${text}`}>
          {ticks.map(({ hz, throttled: fresh }, i) => (
            <span
              key={i}
              class={`strip-cell ${fresh > 0 ? 'throttled' : 'calm'}`}
              title={[
                hz === null ? 'clock unknown' : format(hz, 'hertz'),
                ...(fresh > 0 ? [`${plural(fresh, 'throttled sample')}`] : []),
              ].join(', ')}
              style={{ height: `${hz === null ? 100 : Math.max(12, (100 * hz) / highest)}%` }}
            />
          ))}
        </div>
      )}
      <p class={throttled ? 'throttling' : 'muted'}>{text}</p>
    </div>
  );
}
