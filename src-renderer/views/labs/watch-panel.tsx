import type { LabActivity, LabWatchEvent } from '../../../src-main/contract/procedures/labs.ts';
import { clockText } from '../../../src-main/contract/times.ts';
import { format } from '../../../src-main/contract/units.ts';
import { type ComparisonView, formatSpeedup } from '../../../src-main/contract/verdict.ts';
import { useApp } from '../../state/context.ts';
import { VerdictBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { Excerpt } from './excerpt.tsx';

/** A lab that is watched: the last verdict on top, what came before below. */
export function WatchPanel({ activity }: { readonly activity: LabActivity }) {
  const app = useApp();
  const { id, variant, underway, events, failure } = activity;
  const [last, ...earlier] = events;
  return (
    <Section
      title={`Watch of ${variant === null ? id : `${variant} of ${id}`}`}
      aside={
        <Button
          icon={underway ? 'stop' : 'close'}
          tone={underway ? 'danger' : 'plain'}
          onClick={() => void app.labs.stop()}
        >
          {underway ? 'Stop' : 'Close'}
        </Button>
      }
    >
      {failure === null ? null : (
        <p class="note bad" role="alert">
          {failure.message}
        </p>
      )}
      <div class="watch-last" role="status">
        {last === undefined ? (
          <p>{underway ? 'Compiling …' : 'It ended before anything was compiled.'}</p>
        ) : (
          <>
            <Told event={last.event} />
            <Excerpt excerpt={last.excerpt} />
          </>
        )}
      </div>
      {underway ? null : <p class="muted">The watch has ended.</p>}
      {earlier.length === 0 ? null : (
        <ol class="watch-earlier" aria-label="Earlier versions, newest first">
          {earlier.map(({ at, event }, place) => (
            <li key={`${at} ${earlier.length - place}`}>
              <time dateTime={at}>{clockText(at, 'local')}</time>
              <Told event={event} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Told({ event }: { readonly event: LabWatchEvent }) {
  switch (event.type) {
    case 'ready':
      return <p>Compiled. Save a file to measure it.</p>;
    case 'fault':
      return (
        <p class="bad">
          {event.variant === null ? '' : `${event.variant}: `}
          {event.reason}
        </p>
      );
    case 'verdict':
      return (
        <div class="watch-verdict">
          <strong>{event.variant}</strong>
          {event.medianNs === null ? null : <span>{format(event.medianNs, 'duration')}</span>}
          {event.baseline === null ? null : (
            <Compared with="the baseline" comparison={event.baseline} />
          )}
          {event.before === null ? null : (
            <Compared with="the version before" comparison={event.before} />
          )}
          <span class="muted">
            {(event.milliseconds / 1000).toFixed(1)} s after the save
            {event.refining ? ', measured again …' : ''}
          </span>
          {event.warnings.map((text) => (
            <p class="note warn" key={text}>
              {text}
            </p>
          ))}
        </div>
      );
  }
}

/** `faster than the baseline`, `equivalent to it`; any other verdict is one compared with it. */
const links: Readonly<Record<string, string>> = {
  faster: 'than',
  slower: 'than',
  equivalent: 'to',
};

function Compared({
  with: side,
  comparison,
}: {
  readonly with: string;
  readonly comparison: ComparisonView;
}) {
  const { verdict, ratio } = comparison;
  return (
    <span>
      <VerdictBadge {...comparison} /> {links[verdict] ?? 'compared with'} {side}
      {ratio === null ? '' : `, ${formatSpeedup(comparison)}`}
    </span>
  );
}
