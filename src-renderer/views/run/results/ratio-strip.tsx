import { useMemo } from 'preact/hooks';
import { darkTheme, lightTheme } from '../../../../src-main/charts/index.ts';
import { ChartCanvas } from '../../../charts/chart-canvas.tsx';
import { prepare } from '../../../charts/prepare.ts';
import type { FigureRequest } from '../../../state/index.ts';
import { readZoom, useHidden, useView, zoomText } from '../../../state/workspace.ts';
import { useDark } from '../../../ui/dark.ts';
import { useCall } from '../../../ui/use-call.ts';
import { axisWidth, type FigureWork } from '../figure-view.tsx';

type Props = {
  readonly input: FigureRequest;
  readonly version: unknown;
  /** Ends of the axis above. */
  readonly ends: { readonly min: number; readonly max: number } | null;
  readonly onPoint: FigureWork['onPoint'];
  readonly marker: FigureWork['marker'];
};

/** Ratios to the baseline below a chart of times, on the same axis of sizes. */
export function RatioStrip({ input, version, ends, onPoint, marker }: Props) {
  const { value } = useCall('figure', input, version);
  const [hidden] = useHidden();
  const [text, setZoom] = useView('zoom');
  const theme = useDark() ? darkTheme : lightTheme;
  const zoom = readZoom(text) ?? ends;
  const told = [...hidden].sort().join('|');
  const spec = useMemo(() => {
    if (value === null) return null;
    const left = prepare(value, hidden, null);
    return {
      ...left,
      x: { ...left.x, label: '', ...(zoom ?? {}) },
      y: { ...left.y, label: 'Speedup' },
    };
  }, [value, told, zoom?.min, zoom?.max]);
  if (spec === null || spec.series.length === 0) return null;
  return (
    <ChartCanvas
      spec={spec}
      theme={theme}
      summary={spec.summary}
      tools={{
        low: true,
        yWidth: axisWidth,
        onPoint,
        marker,
        onZoom: (at) => setZoom(zoomText(at)),
      }}
    />
  );
}
