import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { darkTheme, lightTheme } from '../../src-main/charts/index.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';
import { Button } from '../ui/button.tsx';
import { useDark } from '../ui/dark.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { FigureTable } from './figure-table.tsx';
import { Legend } from './legend.tsx';
import { canToggleScale, prepare } from './prepare.ts';

/** A figure of the window: title, legend, picture or table, caption. The key L changes between log and linear axes. */
export function Figure({
  spec,
  controls,
  small,
}: {
  readonly spec: FigureSpec;
  readonly controls?: ComponentChildren;
  /** One of several on a screen. */
  readonly small?: boolean;
}) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [scale, setScale] = useState<'log' | 'linear' | null>(null);
  const [asTable, setAsTable] = useState(false);
  const titleId = useId();
  const theme = useDark() ? darkTheme : lightTheme;
  const shown = useMemo(() => prepare(spec, hidden, scale), [spec, hidden, scale]);
  const toggles = canToggleScale(spec);
  const logarithmic = (scale ?? spec.y.scale) === 'log';
  const turn = () => setScale(logarithmic ? 'linear' : 'log');

  useEffect(() => {
    if (!toggles) return;
    const onKey = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      const writing =
        event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key === 'l' && plain && !writing) turn();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  return (
    <figure class={small === true ? 'figure small' : 'figure'} aria-labelledby={titleId}>
      <div class="figure-head">
        <h2 id={titleId}>{spec.title}</h2>
        <div class="actions">
          {controls}
          {toggles ? (
            <Button tone="quiet" onClick={turn} hint="L">
              {logarithmic ? 'Linear axes' : 'Log axes'}
            </Button>
          ) : null}
          <Button
            tone="quiet"
            icon={asTable ? 'chart' : 'table'}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'View as chart' : 'View as table'}
          </Button>
        </div>
      </div>
      {asTable ? (
        <FigureTable spec={spec} />
      ) : (
        <>
          <Legend series={spec.series} hidden={hidden} toggle={toggle} theme={theme} />
          <ChartCanvas spec={shown} theme={theme} summary={spec.summary} />
        </>
      )}
      <figcaption>
        {spec.summary === '' ? null : <p class="summary">{spec.summary}</p>}
        <p class="muted">{spec.caption}</p>
      </figcaption>
    </figure>
  );
}
