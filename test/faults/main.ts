import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createRandom } from '../../src-main/stats/random.ts';
import {
  type Call,
  createFaults,
  type Faults,
  kinds,
  type Operation,
  operationNames,
  type Point,
  type Tried,
} from './points.ts';

const maxPoints = 300;

/**
 * The points of an operation: of calls that are alike the first and the last, since what holds at both holds between them; at
 * most so many, evenly. A write alone can be torn or refused. The last points are power cuts after the end.
 */
export function pointsOf(calls: readonly Call[], max = maxPoints): readonly Point[] {
  const alike = Map.groupBy(calls.keys(), (i) => calls[i]?.likeness);
  const chosen = new Set([...alike.values()].flatMap((all) => [all[0] ?? 0, all.at(-1) ?? 0]));
  const points = [...chosen, calls.length]
    .sort((a, b) => a - b)
    .flatMap((i): readonly Point[] =>
      kinds
        .filter((kind) =>
          kind === 'torn' || kind === 'full'
            ? calls[i]?.text.startsWith('write ') === true
            : kind !== 'kill' || i < calls.length,
        )
        .map((kind) => ({ kind, at: i + 1 })),
    );
  const step = Math.max(1, points.length / max);
  return points.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

type Work = { readonly operation: Operation; readonly points: readonly Point[] };

/** `npm run faults [-- OPERATION] [--points N] [--seed S]`: every crash point of each operation, or N at random. */
async function main(words: readonly string[]): Promise<number> {
  const flagValue = (flag: string): number | null => {
    const at = words.indexOf(flag);
    return at < 0 ? null : Number(words[at + 1]);
  };
  const named = operationNames.filter((name) => words.includes(name));
  const random = createRandom(flagValue('--seed') ?? 1);
  const faults = createFaults();
  const threads = Array.from(
    { length: availableParallelism() },
    () => new Worker(import.meta.filename, { workerData: faults.base }),
  );
  let bad = 0;
  try {
    console.log('| operation | calls | points | lost or left over |\n|---|---|---|---|');
    for (const operation of named.length > 0 ? named : operationNames) {
      const calls = faults.calls(operation);
      const all = pointsOf(calls);
      const count = flagValue('--points');
      const points =
        count === null
          ? all
          : Array.from({ length: count }, () => all[random.below(all.length)]).flatMap(
              (point) => point ?? [],
            );
      const shares = threads.map((_, k) => points.filter((_point, i) => i % threads.length === k));
      const tried = await tryAll(
        threads,
        shares.map((share) => ({ operation, points: share })),
      );
      const found = tried.filter((one) => one.faults.length > 0);
      bad += found.length;
      console.log(`| ${operation} | ${calls.length} | ${points.length} | ${found.length} |`);
      for (const { point, faults: each } of found) {
        console.error(`${operation} ${point.kind} ${point.at}: ${each.join('; ')}`);
      }
    }
  } finally {
    for (const thread of threads) await thread.terminate();
    faults.remove();
  }
  return bad === 0 ? 0 : 1;
}

/** Each thread takes the next part when it has tried one. */
async function tryAll(threads: readonly Worker[], all: readonly Work[]): Promise<readonly Tried[]> {
  const left = [...all].reverse();
  const tried: Tried[] = [];
  const each = async (thread: Worker): Promise<void> => {
    for (let work = left.pop(); work !== undefined; work = left.pop()) {
      const found = await new Promise<readonly Tried[]>((resolve, reject) => {
        thread.once('message', resolve).once('error', reject).postMessage(work);
      });
      tried.push(...found);
      thread.removeAllListeners('error');
    }
  };
  await Promise.all(threads.map(each));
  return tried;
}

function answer(faults: Faults): void {
  parentPort?.on('message', ({ operation, points }: Work) =>
    parentPort?.postMessage(faults.faultsAt(operation, points)),
  );
}

if (!isMainThread && typeof workerData === 'string') answer(createFaults(workerData));
else if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
