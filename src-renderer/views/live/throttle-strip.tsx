import type { StoredCase } from '../../../src-main/contract/run.ts';
import { throttleStrip } from '../../state/throttle.ts';
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
