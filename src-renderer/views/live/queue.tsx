import { clockText } from '../../../src-main/contract/times.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';

/** What waits for the machine in this program, in the order in which it will be measured. */
export function WaitingRuns() {
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
