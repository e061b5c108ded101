import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows beyond the window on either side: what the wheel brings into sight before the next frame. */
const beyond = 8;

export type VirtualRows = {
  /** The first and the last row that are drawn; none when the last comes before the first. */
  readonly first: number;
  readonly last: number;
  readonly totalHeight: number;
  /** Where a row begins, in pixels from the top of the list. */
  readonly startOf: (index: number) => number;
  readonly scrollTo: (index: number) => void;
};

/** What is in sight, in whole rows: scrolling by less than a row changes nothing. */
type Sight = { readonly from: number; readonly to: number };

/**
 * The rows of a long list that are in sight. All are equally high, so that their places need no table of them.
 * `scroller` must be rendered by the caller, with a height of its own; a head of one row's height sticks to its top.
 */
export function useVirtualRows(
  scroller: { readonly current: HTMLElement | null },
  count: number,
  rowHeight: number,
): VirtualRows {
  const [sight, setSight] = useState<Sight>({ from: 0, to: -1 });
  /** Known from the last time that the list was resized: to ask for it may lay out the page. */
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const { scrollTop } = element;
      // The head takes the place of the first row.
      const from = Math.floor(scrollTop / rowHeight) - 1;
      const to = Math.ceil((scrollTop + height.current) / rowHeight) - 2;
      setSight((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    const measure = () => {
      height.current = element.clientHeight;
      look();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, rowHeight]);
  const startOf = (index: number) => (index + 1) * rowHeight;
  return {
    first: Math.max(0, sight.from - beyond),
    last: Math.min(count - 1, sight.to + beyond),
    totalHeight: startOf(count),
    startOf,
    scrollTo(index) {
      const element = scroller.current;
      if (element === null) return;
      const { scrollTop } = element;
      const start = startOf(index);
      if (start - rowHeight < scrollTop) element.scrollTop = start - rowHeight;
      else if (start + rowHeight > scrollTop + height.current)
        element.scrollTop = start + rowHeight - height.current;
    },
  };
}
