import { clockText } from '../../../src-main/contract/times.ts';
import { useApp } from '../../state/context.ts';
import { Section } from '../../ui/page.tsx';

/** The stored log of the run that is watched, with the times of the run. */
export function LiveLog() {
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
