import type {
  AnnotatedSource,
  LabActivity,
  LabWatchEvent,
} from '../../../src-main/contract/procedures/labs.ts';
import { clockText } from '../../../src-main/contract/times.ts';
import { format } from '../../../src-main/contract/units.ts';
import { type ComparisonView, formatSpeedup } from '../../../src-main/contract/verdict.ts';
import { Figure } from '../../charts/figure.tsx';
import { useApp } from '../../state/context.ts';
import { newestVersion, watchFigure } from '../../state/labs.ts';
import { VerdictBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notes, Section } from '../../ui/page.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { Excerpt } from './excerpt.tsx';

/** A lab that is watched: its source, the curves of its last versions, and every save with its verdict. */
export function WatchPanel({ activity }: { readonly activity: LabActivity }) {
  const { labs } = useApp();
  const { id, variant, underway, events, source, failure } = activity;
  const [last, ...earlier] = events;
  const canKeep = newestVersion(activity)?.refining === false;
  const figure = watchFigure(activity);
  const isBroken = source?.notes.some(({ kind }) => kind === 'error') === true;
  // Plain keys of the screen, while nothing is written, chosen or asked.
  useWindow('keydown', (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const act = key === 'Enter' ? labs.keep : key === 'r' ? labs.measure : undefined;
    if (!canKeep || act === undefined || ctrlKey || metaKey || altKey) return;
    if (target !== document.body || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    void act();
  });
  return (
    <Section
      title={`Watch of ${variant === null ? id : `${variant} of ${id}`}`}
      aside={
        <>
          <Button icon="note" disabled={!canKeep} onClick={() => void labs.keep()}>
            Keep (Enter)
          </Button>
          <Button icon="play" disabled={!canKeep} onClick={() => void labs.measure()}>
            Measure (R)
          </Button>
          <Button
            icon={underway ? 'stop' : 'close'}
            tone={underway ? 'danger' : 'plain'}
            onClick={() => void labs.stop()}
          >
            {underway ? 'Stop' : 'Close'}
          </Button>
        </>
      }
    >
      {failure === null ? null : (
        <p class="note bad" role="alert">
          {failure.message}
        </p>
      )}
      <div class="watch-panes">
        {source === null ? <p class="muted">No source is shown.</p> : <Source source={source} />}
        <div>
          <div class="watch-last" role="status">
            {last === undefined ? (
              <p>{underway ? 'Compiling …' : 'It ended before anything was compiled.'}</p>
            ) : (
              <>
                <Told event={last.event} />
                {last.event.type === 'verdict' && isBroken ? (
                  <p class="bad">
                    Of version #{last.event.version}; the source now does not compile.
                  </p>
                ) : null}
                {last.excerpt?.file === source?.file ? null : <Excerpt excerpt={last.excerpt} />}
              </>
            )}
          </div>
          {underway ? null : <p class="muted">The watch has ended.</p>}
          {figure === null ? null : <Figure spec={figure} small />}
        </div>
        <ol class="watch-earlier" aria-label="Earlier saves, newest first">
          {earlier.map(({ at, event }, place) => (
            <li key={`${at} ${earlier.length - place}`}>
              <time dateTime={at}>{clockText(at, 'local')}</time>
              <Told event={event} />
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

const noteClasses = { error: 'bad', warning: 'warn', resources: 'muted' } as const;

/** A source with the reports of its compiler in the margin, from the first error or the kernel on. */
function Source({ source: { file, lines, notes } }: { readonly source: AnnotatedSource }) {
  const byLine = Map.groupBy(notes, ({ line }) => line);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by Tab
    <section class="excerpt watch-source" aria-label={`Source ${file}`} tabIndex={0}>
      {lines.map((text, index) => {
        const own = byLine.get(index + 1) ?? [];
        const isWrong = own.some(({ kind }) => kind === 'error');
        return (
          <div key={index} class={isWrong ? 'named' : undefined}>
            <span class="line-number">{index + 1}</span>
            <div>
              <code>{text === '' ? ' ' : text}</code>
              {own.map((note) => (
                <p key={note.text} class={`source-note ${noteClasses[note.kind]}`}>
                  {note.text}
                </p>
              ))}
            </div>
          </div>
        );
      })}
    </section>
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
          <strong>
            #{event.version} {event.variant}
          </strong>
          {event.medianNs === null ? null : <span>{format(event.medianNs, 'duration')}</span>}
          {event.before === null ? null : (
            <Compared with="the version before" comparison={event.before} />
          )}
          {event.baseline === null ? null : (
            <Compared with="the baseline" comparison={event.baseline} />
          )}
          <span class="muted">
            {(event.milliseconds / 1000).toFixed(1)} s after the save
            {event.refining ? ', measured again …' : ''}
          </span>
          <Notes texts={event.warnings} />
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

type Props = { readonly with: string; readonly comparison: ComparisonView };

function Compared({ with: side, comparison }: Props) {
  const { verdict, ratio } = comparison;
  return (
    <span>
      <VerdictBadge {...comparison} /> {links[verdict] ?? 'compared with'} {side}
      {ratio === null ? '' : `, ${formatSpeedup(comparison)}`}
    </span>
  );
}
