import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { ChartTools } from '../../charts/chart-canvas.tsx';
import { Figure } from '../../charts/figure.tsx';
import type { Point } from '../../charts/point-keys.ts';
import { useApp } from '../../state/context.ts';
import type { FigureRequest } from '../../state/index.ts';
import { readZoom, useHidden, useView, type Zoom, zoomText } from '../../state/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Loaded } from '../../ui/page.tsx';
import { useCall } from '../../ui/use-call.ts';
import { exportFigure } from '../export.tsx';

export type FigureWork = {
  readonly onPoint: (point: Point) => void;
  readonly below?: ComponentChildren;
  readonly marker?: ChartTools['marker'];
  /** Its horizontal axis is not that of the other tabs: what they zoomed to means nothing here. */
  readonly apart?: boolean;
};

/** Of charts that stand above each other, so that their plots begin at one place. */
export const axisWidth = 84;

type Props = {
  readonly input: FigureRequest;
  /** Changes when the run does. */
  readonly version: unknown;
  readonly controls?: ComponentChildren;
  /** One of several on a screen. */
  readonly small?: boolean;
  /** What its tab is for. */
  readonly large?: boolean;
  /** Brush zoom, crosshair and clicks, with what stands below on the same axis. */
  readonly work?: FigureWork;
};

/** A figure of one or several runs, asked for by its kind, with its exports. */
export function FigureView({ input, version, controls, small, large, work }: Props) {
  const app = useApp();
  const frozen = useFrozen(version);
  const asked = useCall('figure', input, frozen.version);
  const { value } = asked;
  const [hidden, toggle] = useHidden();
  const keys = (value?.series ?? []).flatMap(({ key, label }) => (hidden.has(label) ? [key] : []));
  // Without any series there is no figure to ask for; the window shows its empty axes.
  const some = keys.length > 0 && keys.length < (value?.series.length ?? 0);
  const seen = some ? { ...input, hidden: keys } : input;
  const reduced = useCall('figure', some ? seen : null, frozen.version);
  const [axes, setAxes] = useView('axes');
  const scale = axes === 'log' || axes === 'linear' ? axes : null;
  const [zoomed, setZoom] = useView('zoom');
  const zooms = work !== undefined && work.apart !== true;
  const zoom = zooms ? readZoom(zoomed) : null;
  const saved = zoom === null ? seen : { ...seen, view: { ...seen.view, x: zoom } };
  const save = (format: 'png' | 'svg') => void exportFigure(app, { ...saved, format });
  return (
    <>
      {controls === undefined ? null : <div class="figure-controls">{controls}</div>}
      {frozen.stale ? (
        <p class="note">
          Not up to date: figures are not redrawn while a run is active on this machine.
        </p>
      ) : null}
      <Loaded of={asked} what="the figure" failed="This figure cannot be drawn">
        {(value) =>
          value.series.length === 0 ? (
            <Empty>{value.summary || 'No finished case has what this figure shows.'}</Empty>
          ) : (
            <Figure
              spec={value}
              reduced={some && !reduced.loading ? reduced.value : null}
              selection={{ hidden, toggle }}
              axes={[scale, setAxes]}
              {...(small === undefined ? {} : { small })}
              {...(large === undefined ? {} : { large })}
              {...(work === undefined
                ? {}
                : {
                    tools: {
                      yWidth: axisWidth,
                      onPoint: work.onPoint,
                      marker: work.marker,
                      ...(zooms ? { onZoom: (ends: Zoom) => setZoom(zoomText(ends)) } : {}),
                    },
                    zoom,
                    below: work.below,
                  })}
              controls={
                <>
                  {zoom === null ? null : (
                    <Button tone="quiet" onClick={() => setZoom(null)}>
                      Show all sizes
                    </Button>
                  )}
                  <Button
                    tone="quiet"
                    icon="picture"
                    hint="Size, resolution, fonts and captions for a paper or a slide"
                    onClick={() => {
                      app.composing.value = seen;
                    }}
                  >
                    Compose
                  </Button>
                  <Button tone="quiet" icon="download" onClick={() => save('png')}>
                    PNG
                  </Button>
                  <Button tone="quiet" icon="download" onClick={() => save('svg')}>
                    SVG
                  </Button>
                </>
              }
            />
          )
        }
      </Loaded>
    </>
  );
}

/**
 * Drawing takes processor time from what is measured: while a run is active a figure that is there stays as it is, and
 * is drawn again when the run has ended.
 */
function useFrozen(version: unknown): { readonly version: unknown; readonly stale: boolean } {
  const measuring = useApp().live.progress.value?.status === 'running';
  const drawn = useRef(version);
  if (!measuring) drawn.current = version;
  return { version: drawn.current, stale: measuring && drawn.current !== version };
}
