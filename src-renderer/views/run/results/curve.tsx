import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { darkTheme, lightTheme } from '../../../../src-main/charts/index.ts';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { agree } from '../../../../src-main/contract/case-names.ts';
import { ChartCanvas } from '../../../charts/chart-canvas.tsx';
import { prepare } from '../../../charts/prepare.ts';
import { useApp } from '../../../state/context.ts';
import type { FigureRequest } from '../../../state/index.ts';
import { workloadsOf } from '../../../state/run-attributes.ts';
import { readZoom, useHidden, useView, zoomText } from '../../../state/workspace.ts';
import { useDark } from '../../../ui/dark.ts';
import { LabelledSelect } from '../../../ui/field.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useOver, useWhere, useWorkload } from '../choices.tsx';
import { axisWidth, FigureView, type FigureWork } from '../figure-view.tsx';
import { usePublished } from '../published-menu.tsx';

const kinds = [
  { id: 'scaling', title: 'Time' },
  { id: 'throughput', title: 'Throughput' },
  { id: 'energy', title: 'Energy' },
  { id: 'speedup', title: 'Speedup' },
  { id: 'theory', title: 'Theory' },
] as const;

/** The ends that the axis of these sizes has where nothing fixes them: a little beyond the first and the last. */
function stretch(sizes: readonly number[]): { readonly min: number; readonly max: number } | null {
  const [min, max] = [Math.min(...sizes), Math.max(...sizes)];
  const decades = Math.log10(max / min);
  if (decades < 1) return null;
  const pad = 10 ** Math.max(0.06, decades * 0.04);
  return { min: min / pad, max: max * pad };
}

type Props = {
  readonly detail: RunDetail;
  readonly scope: string;
  /** Of workload and point, which hold for the other panes as well. */
  readonly choices: ComponentChildren;
  /** The size that is marked, and how it is moved. */
  readonly marker: FigureWork['marker'];
};

/** Time over the size of the problem with the break-even marked, and what follows from it. */
export function Curve({ detail, scope, choices, marker }: Props) {
  const app = useApp();
  const { workload, sizeAxis } = useWorkload(detail);
  const [wanted, setKind] = useView('figure');
  // A theory is about some workloads alone, and energy is measured where it was asked for.
  const hasEnergy = detail.cases.some(({ energy }) => energy !== undefined);
  const offered = kinds.filter(({ id }) =>
    id === 'theory' ? detail.theory?.includes(workload) : id !== 'energy' || hasEnergy,
  );
  const kind = offered.find(({ id }) => id === wanted)?.id ?? 'scaling';
  const chosen = useOver(detail, workload, sizeAxis);
  const free = kind === 'scaling' || kind === 'throughput' || kind === 'energy';
  const over = free ? chosen.over : sizeAxis;
  const { where } = useWhere(detail, workload, over);
  const { published, choice: publishedChoice } = usePublished(workload, over);
  const [, openCase] = useView('case');
  const onPoint = ({ label, x }: { readonly label: string; readonly x: number }) => {
    const found = detail.cases.find(
      (each) =>
        each.workload === workload &&
        each.variant === label &&
        over !== undefined &&
        each.values[over] === x &&
        agree(each.values, where),
    );
    if (found !== undefined) openCase(String(found.index));
  };
  const timed = detail.cases.filter((each) => each.workload === workload && each.outcome === 'ok');
  const sizes = timed.flatMap(({ values }) => {
    const size = values[sizeAxis ?? ''];
    return typeof size === 'number' && size > 0 ? [size] : [];
  });
  const known = workloadsOf(detail, app.catalog.state.value.value).find(
    ({ id }) => id === workload,
  );
  const hasBaseline = timed.some(
    ({ variant, values, metrics }) =>
      variant === known?.known?.baseline && agree(values, where) && scope in metrics,
  );
  // Drawing takes time from what is measured: ratios wait until the run has ended.
  const measuring = app.live.progress.value?.status === 'running';
  const strip =
    !measuring &&
    kind === 'scaling' &&
    over === sizeAxis &&
    published.length === 0 &&
    hasBaseline &&
    new Set(sizes).size > 1 ? (
      <RatioStrip
        input={{ ref: detail.run.id, kind: 'speedup', workload, scope, where }}
        version={detail}
        ends={stretch(sizes)}
        onPoint={onPoint}
        marker={marker === undefined ? undefined : { at: marker.at }}
      />
    ) : undefined;
  return (
    <div class="results-curve">
      <FigureView
        large
        work={{ onPoint, below: strip, ...(over === sizeAxis ? { marker } : {}) }}
        // Without its size axis the figure itself chooses what it draws.
        input={{
          ref: detail.run.id,
          kind,
          workload,
          scope,
          ...(sizeAxis === undefined ? {} : { where }),
          ...(free && over !== undefined && over !== sizeAxis ? { over } : {}),
          ...(kind === 'scaling' && published.length > 0 ? { published: [...published] } : {}),
        }}
        version={detail}
        controls={
          <>
            {choices}
            <LabelledSelect
              id="figure-kind"
              label="Figure"
              options={offered}
              value={kind}
              onChange={setKind}
            />
            {free && sizeAxis !== undefined ? chosen.choice : null}
            {kind === 'scaling' ? publishedChoice : null}
          </>
        }
      />
    </div>
  );
}

type RatioStripProps = {
  readonly input: FigureRequest;
  readonly version: unknown;
  /** Ends of the axis above. */
  readonly ends: { readonly min: number; readonly max: number } | null;
  readonly onPoint: FigureWork['onPoint'];
  readonly marker: FigureWork['marker'];
};

/** Ratios to the baseline below a chart of times, on the same axis of sizes. */
function RatioStrip({ input, version, ends, onPoint, marker }: RatioStripProps) {
  const { value, failure } = useCall('figure', input, version);
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
  if (failure !== null) return <p class="muted">No speedups: {failure.message}.</p>;
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
