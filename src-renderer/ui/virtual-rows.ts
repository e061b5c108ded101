import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import { useEffect, useReducer, useRef } from 'preact/hooks';

export type VirtualRows = {
  readonly items: readonly VirtualItem[];
  readonly totalHeight: number;
  readonly scrollTo: (index: number) => void;
};

/**
 * The rows of a long list that are in sight. `scroller` must be rendered by the caller, with a height of its own; a head
 * of one row's height sticks to its top.
 */
export function useVirtualRows(
  scroller: { readonly current: HTMLElement | null },
  count: number,
  rowHeight: number,
): VirtualRows {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const kept = useRef<Virtualizer<HTMLElement, Element> | null>(null);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined as never),
  };
  if (kept.current === null) kept.current = new Virtualizer<HTMLElement, Element>(options);
  const virtualizer = kept.current;
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), [virtualizer]);
  useEffect(() => virtualizer._willUpdate());
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return {
    items: virtualizer.getVirtualItems(),
    totalHeight: virtualizer.getTotalSize(),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
