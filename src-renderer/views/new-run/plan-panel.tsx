import type { Configuration } from '../../../src-main/contract/configuration.ts';
import { expectedTimeText, knownTime } from '../../../src-main/contract/expected-time.ts';
import { format } from '../../../src-main/contract/units.ts';
import { useApp } from '../../state/context.ts';
import { type PlanSummary, planSummary } from '../../state/plan-summary.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Failed } from '../../ui/page.tsx';
import { useCall } from '../../ui/use-call.ts';
import { CommandEntries } from '../run/actions.tsx';

/** What the form amounts to, and the button that starts it. */
export function PlanPanel() {
  const app = useApp();
  const { resolved, plan, starting, startFailure } = app.newRun;
  const configuration = resolved.value?.configuration ?? null;
  const errors = Object.values(resolved.value?.errors ?? {});
  const { value, failure, loading } = plan.value;
  const summary = value === null ? null : planSummary(value);
  const active = app.live.progress.value?.status === 'running';
  const nothing =
    summary !== null &&
    summary.skipped.reduce((sum, { count }) => sum + count, 0) === summary.cases;
  const busy = active || app.elsewhere.run.value !== null;
  const why =
    errors.length > 0
      ? `${plural(errors.length, 'field')} must be changed first.`
      : failure !== null
        ? 'The plan has an error.'
        : nothing
          ? 'No case can run here.'
          : null;
  const time = summary?.expected == null ? null : knownTime(summary.expected);
  return (
    <aside class="plan-panel" aria-label="This run">
      <h2>This run</h2>
      <div class={loading ? 'plan-facts stale' : 'plan-facts'} aria-live="polite">
        {configuration === null ? (
          <ul class="error-list">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        ) : failure !== null ? (
          <p class="error">{failure.message}</p>
        ) : summary === null ? (
          <p class="muted">Counting cases …</p>
        ) : (
          <Summary summary={summary} />
        )}
      </div>
      <button type="submit" class="button primary wide" disabled={why !== null || starting.value}>
        <Icon name={busy ? 'history' : 'play'} />
        {starting.value ? 'Starting …' : busy ? 'Add to the queue' : 'Start'}
        {why !== null || time === null ? null : <span>{time}</span>}
        <kbd>Ctrl+Enter</kbd>
      </button>
      {why === null ? null : <p class="muted">{why}</p>}
      {busy && why === null ? (
        <p class="muted">A run is active; this one starts when the machine is free.</p>
      ) : null}
      {startFailure.value === null ? null : (
        <Failed what="The run did not start" failure={startFailure.value} />
      )}
      {startFailure.value?.code === 'busy' ? (
        <Button tone="primary" icon="history" onClick={() => void app.queueRun()}>
          Queue it
        </Button>
      ) : null}
      {configuration === null ? null : <Command configuration={configuration} />}
    </aside>
  );
}

function Summary({ summary }: { readonly summary: PlanSummary }) {
  const { hostBytes, deviceBytes, expected } = summary;
  return (
    <>
      <p class="case-count">
        <strong>{summary.cases}</strong> {summary.cases === 1 ? 'case' : 'cases'}
      </p>
      <dl class="facts">
        {hostBytes === null ? null : (
          <>
            <dt>Memory peak</dt>
            <dd>{format(hostBytes, 'bytes')}</dd>
          </>
        )}
        {deviceBytes === null || deviceBytes === 0 ? null : (
          <>
            <dt>Device memory peak</dt>
            <dd>{format(deviceBytes, 'bytes')}</dd>
          </>
        )}
        <dt>Time</dt>
        <dd>{expected === null ? 'none: no case can run here' : expectedTimeText(expected)}</dd>
      </dl>
      {summary.skipped.map(({ reason, variants, count }) => (
        <p key={reason} class="note warn">
          {plural(count, 'case')} will be skipped ({variants.join(', ')}): {reason}
        </p>
      ))}
    </>
  );
}

/** A flag a line, as shells read it too. */
const inLines = (command: string) => command.replaceAll(/ (?=--\w)/g, ' \\\n  ');

function Command({ configuration }: { readonly configuration: Configuration }) {
  const { value } = useCall('commandOf', { configuration });
  const text = value?.run.text ?? '';
  return (
    <details class="command">
      <summary>
        <h3>As a command</h3>
      </summary>
      <div class="section-head">
        <Menu label="Copy" icon="copy" right up>
          <CommandEntries configuration={configuration} />
        </Menu>
      </div>
      <pre>{text.split('\n').map(inLines).join('\n\n')}</pre>
    </details>
  );
}
