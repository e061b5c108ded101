import { createHash } from 'node:crypto';

/** Columns below the diagonal of each row. */
export type Triangle = readonly (readonly number[])[];

export type Ordering = {
  readonly sha256: string;
  readonly levels: number;
  readonly groups: number;
  readonly warps: number;
  readonly warpsByStudyFormula: number;
};

/**
 * A second implementation, by other means than the native one: levels by taking away, wave after wave, the rows whose
 * needs are met; the order by comparing rows; warps by dealing rows out one at a time.
 */
export function orderRows(triangle: Triangle): Ordering {
  const level = levelsByWaves(triangle);
  const kind = triangle.map((columns) => classOf(new Set(columns).size));
  const order = triangle.map((_, row) => row);
  const at = (list: readonly number[], row: number | undefined): number => list[row ?? -1] ?? 0;
  order.sort((a, b) => at(level, a) - at(level, b) || at(kind, a) - at(kind, b) || a - b);
  let groups = 0;
  let warps = 0;
  let free = 0;
  const lanesInGroup: number[] = [];
  for (const [place, row] of order.entries()) {
    const before = order[place - 1];
    const lanes = at(kind, row) === 6 ? 0 : 2 ** at(kind, row);
    // A row without lanes takes one of 32 places instead.
    const share = lanes === 0 ? 1 : lanes;
    const same =
      before !== undefined &&
      at(level, row) === at(level, before) &&
      at(kind, row) === at(kind, before);
    if (!same) {
      groups += 1;
      free = 0;
      lanesInGroup.push(0);
    }
    if (free < share) {
      warps += 1;
      free = 32;
    }
    free -= share;
    lanesInGroup.push((lanesInGroup.pop() ?? 0) + lanes);
  }
  return {
    sha256: createHash('sha256').update(Int32Array.from(order)).digest('hex'),
    levels: level.reduce((max, one) => Math.max(max, one), 0),
    groups,
    warps,
    warpsByStudyFormula: lanesInGroup.reduce(
      (sum, lanes) => sum + Math.floor((lanes + 31) / 32),
      0,
    ),
  };
}

function levelsByWaves(triangle: Triangle): readonly number[] {
  const missing = triangle.map((columns) => new Set(columns).size);
  const dependents: number[][] = triangle.map(() => []);
  for (const [row, columns] of triangle.entries()) {
    for (const column of new Set(columns)) dependents[column]?.push(row);
  }
  const level = triangle.map(() => 0);
  let wave = missing.flatMap((count, row) => (count === 0 ? [row] : []));
  for (let number = 1; wave.length > 0; number += 1) {
    const next: number[] = [];
    for (const row of wave) {
      level[row] = number;
      for (const dependent of dependents[row] ?? []) {
        const left = (missing[dependent] ?? 0) - 1;
        missing[dependent] = left;
        if (left === 0) next.push(dependent);
      }
    }
    wave = next;
  }
  return level;
}

function classOf(entries: number): number {
  if (entries === 0) return 6;
  const limits = [1, 2, 4, 8, 16];
  const found = limits.findIndex((limit) => entries <= limit);
  return found < 0 ? 5 : found;
}

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);

function randomBits(seed: bigint, index: bigint): bigint {
  const start = wrap(seed + (index + 1n) * 0x9e3779b97f4a7c15n);
  const first = wrap((start ^ (start >> 30n)) * 0xbf58476d1ce4e5b9n);
  const second = wrap((first ^ (first >> 27n)) * 0x94d049bb133111ebn);
  return second ^ (second >> 31n);
}

/** The generator's `random-sparse`: four columns a row from positions 4 * row + k of the stream, doubles once. */
export function randomSparse(n: number, seed: number): Triangle {
  return Array.from({ length: n }, (_, row) => {
    if (row === 0) return [];
    const columns = [0, 1, 2, 3].map((k) => {
      const high = randomBits(BigInt(seed), BigInt(4 * row + k)) >> 32n;
      return Number((high * BigInt(row)) >> 32n);
    });
    return [...new Set(columns)];
  });
}

/** A Matrix Market file of the triangle with its diagonal, values and all. */
export function matrixMarket(triangle: Triangle, symmetry: 'general' | 'symmetric'): string {
  const lines = triangle.flatMap((columns, row) =>
    [...columns, row].map((column) => `${row + 1} ${column + 1} ${row - column}.5e-1`),
  );
  const n = triangle.length;
  return `%%MatrixMarket matrix coordinate real ${symmetry}\n% made by a test\n${n} ${n} ${lines.length}\n${lines.join('\n')}\n`;
}
