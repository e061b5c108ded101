import type { ComponentChildren } from 'preact';
import type { Input } from '../../../src-main/contract/api.ts';
import { Figure } from '../../charts/figure.tsx';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { useCall } from '../../ui/use-call.ts';
import { exportFigure } from '../export.ts';

/** A figure of a run, asked for by its kind, with its exports. */
export function FigureView({
  input,
  version,
  controls,
}: {
  readonly input: Input<'figure'>;
  /** Changes when the run does. */
  readonly version: unknown;
  readonly controls: ComponentChildren;
}) {
  const app = useApp();
  const { value, failure } = useCall('figure', input, version);
  const save = (format: 'png' | 'svg') => void exportFigure(app, { ...input, format });
  return (
    <>
      <div class="figure-controls">{controls}</div>
      {failure !== null ? (
        <Failed what="This figure cannot be drawn" failure={failure} />
      ) : value === null ? (
        <Loading what="the figure" />
      ) : value.series.length === 0 ? (
        <Empty>{value.summary || 'No finished case has what this figure shows.'}</Empty>
      ) : (
        <Figure
          spec={value}
          controls={
            <>
              <Button tone="quiet" icon="download" onClick={() => save('png')}>
                PNG
              </Button>
              <Button tone="quiet" icon="download" onClick={() => save('svg')}>
                SVG
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
