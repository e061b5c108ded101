import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useWindow } from './use-window.ts';

const groupSize = 6;
/** Fewer rows than these are drawn at once. */
const fewRows = 18;
/** How far beyond the window groups are drawn, in pixels. */
const margin = 600;

/** Whether a table of this many rows is drawn in parts; its columns then need widths that no row decides. */
export function inGroups(rows: number): boolean {
  return rows >= fewRows;
}

/**
 * The bodies of a long table whose rows have heights of their own: groups of rows near the window are drawn, the others
 * keep their place as one empty row of the height that they had, or are likely to have.
 */
export function RowGroups<T>({
  rows,
  columns,
  likelyHeight,
  draw,
}: {
  readonly rows: readonly T[];
  readonly columns: number;
  /** Of a row, in pixels. */
  readonly likelyHeight: number;
  /** A `tr`; the index counts from 0 over all rows. */
  readonly draw: (row: T, index: number) => ComponentChildren;
}) {
  if (!inGroups(rows.length)) return <tbody>{rows.map(draw)}</tbody>;
  const groups = Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, at) =>
    rows.slice(at * groupSize, (at + 1) * groupSize),
  );
  return (
    <>
      {groups.map((group, at) => (
        <Group
          key={at}
          first={at === 0}
          columns={columns}
          likelyHeight={group.length * likelyHeight}
        >
          {() => group.map((row, i) => draw(row, at * groupSize + i))}
        </Group>
      ))}
    </>
  );
}

type Props = {
  readonly first: boolean;
  readonly columns: number;
  readonly likelyHeight: number;
  readonly children: () => ComponentChildren;
};

function Group({ first, columns, likelyHeight, children }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [near, setNear] = useState(first);
  const height = useRef(likelyHeight);
  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        if (!entry.isIntersecting && isInUse(element)) return;
        if (!entry.isIntersecting) height.current = entry.boundingClientRect.height;
        setNear(entry.isIntersecting);
      },
      { rootMargin: `${margin}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useWindow('beforeprint', () => setNear(true));
  return (
    <tbody ref={body}>
      {near ? (
        children()
      ) : (
        <tr>
          <td colSpan={columns} style={{ height: `${height.current}px`, padding: 0 }} />
        </tr>
      )}
    </tbody>
  );
}

/** Where the focus is, or something was opened, stays. */
function isInUse(element: Element): boolean {
  return (
    element.contains(document.activeElement) ||
    element.querySelector('details[open], [aria-expanded="true"]') !== null
  );
}
