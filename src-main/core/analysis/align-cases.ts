import type { UnpairedCase } from '../../contract/procedures/compare.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { Values } from '../../contract/workload.ts';
import { agree, type Pairing, pairCases } from './pairing.ts';

export type AlignedSide = {
  readonly run: { readonly id: string };
  readonly variant: string | null;
  readonly cases: readonly StoredCase[];
};

/** One case a side; null where a side has none. */
export type SideRow = readonly (StoredCase | null)[];

/**
 * Rows of cases that at least two sides have. Of two sides there is a row for each pair. Of more, a case of the first
 * side has a row for each value of the axes that it lacks and others have, and what it lacks altogether is lined up by
 * the next side that has it.
 */
export function alignSides(sides: readonly AlignedSide[]): {
  readonly rows: readonly SideRow[];
  readonly unpaired: readonly (readonly UnpairedCase[])[];
} {
  const acrossVariants = sides.some(({ variant }) => variant !== null);
  const placed = sides.map(() => new Set<StoredCase>());
  const rows: SideRow[] = [];
  const alone = new Map<number, Pairing<StoredCase>['unpaired']>();
  for (const [anchor, side] of sides.slice(0, -1).entries()) {
    const open = sides.map(({ cases }, at) => cases.filter((one) => placed[at]?.has(one) !== true));
    const counterparts = sides.map((other, at) => {
      if (at <= anchor) return new Map<StoredCase, readonly StoredCase[]>();
      const sameRun = other.run.id === side.run.id;
      // What the first side has may stand in many rows, as the one baseline of many contenders.
      const { pairs, unpaired } = pairCases(open[at] ?? [], open[anchor] ?? [], {
        acrossVariants,
        sameRun,
      });
      if (anchor === 0) alone.set(at, unpaired);
      const byBaseline = Map.groupBy(pairs, ({ baseline }) => baseline);
      return new Map(
        [...byBaseline].map(([baseline, own]) => [baseline, own.map(({ contender }) => contender)]),
      );
    });
    for (const stored of open[anchor] ?? []) {
      const lists = counterparts.map((found) => found.get(stored) ?? []);
      for (const cells of rowsAround(stored, lists)) {
        const row = cells.map((cell, at) => (at === anchor ? stored : cell));
        rows.push(row);
        for (const [at, cell] of row.entries()) if (cell !== null) placed[at]?.add(cell);
      }
    }
  }
  return {
    rows: rows.sort(inPlanOrder),
    unpaired: sides.map(({ cases }, at) => {
      const reasons = new Map(
        (at === 0 ? alone.get(1)?.baseline : alone.get(at)?.contender)?.map((one) => [
          one.stored,
          one.reason,
        ]),
      );
      return cases
        .filter((stored) => placed[at]?.has(stored) !== true)
        .map((stored) => unpairedOf(stored, reasons.get(stored) ?? 'no other run has it'));
    }),
  };
}

/** The rows of one case with its counterparts on other sides, several of which differ in axes that it lacks. */
function rowsAround(
  stored: StoredCase,
  lists: readonly (readonly StoredCase[])[],
): readonly SideRow[] {
  const several = lists.filter(({ length }) => length > 1);
  if (several.length === 0) {
    return lists.some(({ length }) => length > 0) ? [lists.map(([only]) => only ?? null)] : [];
  }
  const own = ({ values }: StoredCase): Values =>
    Object.fromEntries(Object.entries(values).filter(([axis]) => !(axis in stored.values)));
  const keyOf = (one: StoredCase): string => JSON.stringify(own(one));
  const grouped = lists.map((list) => Map.groupBy(list, keyOf));
  const keys = new Map(
    several.flatMap((list) => list.map((one) => [keyOf(one), own(one)] as const)),
  );
  const rows = [...keys].flatMap(([key, values]) => {
    const times = Math.max(...grouped.map((groups) => groups.get(key)?.length ?? 0));
    return Array.from({ length: times }, (_, i) =>
      lists.map((list, side) => {
        const [only] = list;
        if (list.length !== 1 || only === undefined) return grouped[side]?.get(key)?.[i] ?? null;
        return agree(only.values, values) ? only : null;
      }),
    );
  });
  // A lone counterpart whose own values agree with those of no row.
  const left = lists.map(([only], side) =>
    only !== undefined && !rows.some((row) => row[side] !== null) ? only : null,
  );
  return left.every((cell) => cell === null) ? rows : [...rows, left];
}

function unpairedOf(
  { index, workload, variant, values }: StoredCase,
  reason: string,
): UnpairedCase {
  return { caseIndex: index, workload, variant, values, reason };
}

function inPlanOrder(a: SideRow, b: SideRow): number {
  const indices = (row: SideRow) => row.flatMap((stored) => stored?.index ?? []);
  const [low, high] = [indices(a), indices(b)];
  return Math.min(...low) - Math.min(...high) || Math.max(...low) - Math.max(...high);
}
