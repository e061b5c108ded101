import { Figure } from '../../charts/figure.tsx';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/page.tsx';
import { useCall } from '../../ui/use-call.ts';
import { Demo, useDemo, useDemoTime } from './demo.tsx';

/** Before the first run: what a result looks like, as a chart that can be worked with, and one button. */
export function Newcomer() {
  const app = useApp();
  const { samples } = app;
  const known = samples.state.value.value ?? [];
  const sample =
    known.find(({ gpu, workloads }) => gpu && workloads.length === 1) ??
    known.find(({ gpu }) => gpu) ??
    known[0];
  const { value, loading } = useCall(
    'sampleFigure',
    sample === undefined ? null : { id: sample.id },
  );
  const time = useDemoTime();
  const demo = useDemo();
  return (
    <div class="newcomer">
      <div class="empty">
        <p>Nothing has been measured yet.</p>
        {demo === undefined ? (
          <Button tone="primary" onClick={() => app.go({ screen: 'new' })}>
            Set up a first run
          </Button>
        ) : (
          <Demo tone="primary" />
        )}
        <span class="muted">
          {time === null ? 'A short run on this machine.' : `Takes ${time} on this machine.`}
        </span>
      </div>
      {sample === undefined ? null : value === null ? (
        loading ? (
          <Loading what="the sample result" />
        ) : null
      ) : (
        <Figure
          spec={value}
          tools={{}}
          controls={
            <Button tone="quiet" onClick={() => void app.openSample(sample.id)}>
              Open this result of {sample.device}
            </Button>
          }
        />
      )}
    </div>
  );
}
