export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

export type Place = readonly [x: number, y: number];
export type Segment = readonly [Place, Place];

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const within = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** Whether a straight line passes through the inside of a box (Liang and Barsky 1984). */
export function crosses([[x0, y0], [x1, y1]]: Segment, box: Box): boolean {
  const sides = [
    [x0 - x1, x0 - box.left],
    [x1 - x0, box.right - x0],
    [y0 - y1, y0 - box.top],
    [y1 - y0, box.bottom - y0],
  ] as const;
  let [from, to] = [0, 1];
  for (const [along, room] of sides) {
    if (along === 0) {
      if (room <= 0) return false;
      continue;
    }
    const at = room / along;
    if (along < 0) from = Math.max(from, at);
    else to = Math.min(to, at);
  }
  return from < to;
}

/** What a label must not lie on, and what it had better not. */
export type Taken = { readonly boxes: readonly Box[]; readonly lines: readonly Segment[] };

/** The first of the boxes that lies in the area and touches nothing; else the first that lies on lines alone. */
export function firstFree(
  candidates: readonly Box[],
  { boxes, lines }: Taken,
  area: Box,
): Box | undefined {
  const free = candidates.filter(
    (box) => within(box, area) && !boxes.some((other) => overlap(box, other)),
  );
  return free.find((box) => !lines.some((line) => crosses(line, box))) ?? free[0];
}

/** Parts of the way to the next point of a bare line at which its label may stand. */
const alongLine = [0, 0.06, 0.12, 0.2, 0.3, 0.45, 0.6];

const boxAt = (left: number, top: number, [width, height]: Place): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** Next to a marker: right, left, above, below. */
export function besideMarker([x, y]: Place, size: Place, gap: number): readonly Box[] {
  const [width, height] = size;
  const beside = y - height / 2;
  const above = y - gap - height;
  return [
    boxAt(x + gap, beside, size),
    boxAt(x - gap - width, beside, size),
    boxAt(x - width / 2, above, size),
    boxAt(x - width / 2, y + gap, size),
  ];
}

export function aboveBar([x, y]: Place, size: Place, gap: number): readonly Box[] {
  return [boxAt(x - size[0] / 2, y - gap - size[1], size)];
}

/**
 * Along a line without markers, from its point towards the next one, or back where it is the last: under a line that
 * rises, which would pass through a text above it, and above one that does not.
 */
export function alongBare(
  [x, y]: Place,
  next: Place | undefined,
  before: Place | undefined,
  size: Place,
  gap: number,
): readonly Box[] {
  const [width, height] = size;
  const [tx, ty] = next ?? before ?? [x, y];
  const rises = next !== undefined && ty < y - 1;
  return alongLine.flatMap((part) => {
    const [px, py] = [x + part * (tx - x), y + part * (ty - y)];
    const [low, above] = [py + gap, py - gap - height];
    return (rises ? [low, above] : [above, low]).flatMap((top) => [
      boxAt(px + gap, top, size),
      boxAt(px - gap - width, top, size),
      ...(part === 0 ? [boxAt(px - width / 2, top, size)] : []),
    ]);
  });
}
