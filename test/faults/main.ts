import { createRandom } from '../../src-main/stats/random.ts';
import { createFaults, kinds, type Operation, operationNames, type Point } from './points.ts';

const maxPoints = 300;

/**
 * The points of an operation: each call that differs from its neighbours, and of equal calls in a row the ends and, where
 * there is room, some between. A write alone can be torn or refused.
 */
export function pointsOf(calls: readonly string[], max = maxPoints): readonly Point[] {
  const all = calls.map((_, i) => i);
  const ends = all.filter((i) => calls[i] !== calls[i - 1] || calls[i] !== calls[i + 1]);
  const at = (chosen: readonly number[]) =>
    chosen.flatMap((i): readonly Point[] =>
      kinds
        .filter((kind) => kind === 'kill' || calls[i]?.startsWith('write ') === true)
        .map((kind) => ({ kind, at: i + 1 })),
    );
  const points = at(all).length <= max ? at(all) : at(ends);
  const step = Math.max(1, points.length / max);
  return points.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/** `npm run faults [-- OPERATION] [--points N] [--seed S]`: every crash point of each operation, or N at random. */
function main(words: readonly string[]): number {
  const flagValue = (flag: string): number | null => {
    const at = words.indexOf(flag);
    return at < 0 ? null : Number(words[at + 1]);
  };
  const named = operationNames.filter((name) => words.includes(name));
  const random = createRandom(flagValue('--seed') ?? 1);
  const faults = createFaults();
  let bad = 0;
  try {
    for (const operation of named.length > 0 ? named : operationNames) {
      const all = pointsOf(faults.calls(operation));
      const count = flagValue('--points');
      const points =
        count === null ? all : Array.from({ length: count }, () => all[random.below(all.length)]);
      bad += row(
        faults,
        operation,
        points.flatMap((point) => point ?? []),
        all.length,
      );
    }
  } finally {
    faults.remove();
  }
  return bad === 0 ? 0 : 1;
}

function row(
  faults: ReturnType<typeof createFaults>,
  operation: Operation,
  points: readonly Point[],
  of: number,
): number {
  let bad = 0;
  for (const point of points) {
    const found = faults.faultsAt(operation, point);
    bad += Number(found.length > 0);
    for (const fault of found) console.log(`  ${operation} ${point.kind} ${point.at}: ${fault}`);
  }
  console.log(`${operation}: ${points.length} of ${of} points, ${bad} with a fault`);
  return bad;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
