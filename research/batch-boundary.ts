/** Whether the time per element jumps where samples turn from batches of executions into single ones. */
import { pathToFileURL } from 'node:url';
import { judge } from '../src-main/stats/judge.ts';
import type { JudgedSide } from '../src-main/stats/judged-case.ts';
import {
  type RecordedCase,
  readRecorded,
  recordedTable,
  sideOf,
} from '../test/simulations/recorded-aa.ts';

export const title =
  'Time per element from one size to the next over the boundary between batches and single executions: idle, next to two busy programs, next to four. Arguments: [table of `aa-data`.csv].';

/** Recorded on a virtual machine with two cores: 24 sizes from 2000 on, each 1.22 times the one before. */
const boundaryFile = recordedTable('batch-boundary-vm');
/** A jump is a ratio whose 95 % interval lies wholly beyond it. */
const allowed = 0.03;

export async function main(args: readonly string[]): Promise<number> {
  const [file] = args;
  const cases = readRecorded(file === undefined ? boundaryFile : pathToFileURL(file));
  const laws = Map.groupBy(
    cases.filter(({ scope }) => scope === 'kernel'),
    ({ workload, variant }) => `${workload} ${variant}`,
  );
  console.log('| run | program | steps | time, from to | jumps above 3 % | the largest, at n |');
  console.log('|---|---|---|---|---|---|');
  for (const [law, sizes] of laws) {
    const ascending = sizes.toSorted((a, b) => a.n - b.n);
    for (const { run } of ascending[0]?.runs ?? []) console.log(rowOf(law, ascending, run));
  }
  return 0;
}

function rowOf(law: string, sizes: readonly RecordedCase[], run: number): string {
  const sides = sizes.flatMap((size) => sideAt(size, run) ?? []);
  const steps = sides.slice(1).map(({ n, side }, i) => {
    const { ratio, verdict } = judge(side, sides[i]?.side ?? side, {
      sameRun: true,
      margins: { difference: allowed, same: 2 * allowed },
    });
    return { n, ratio: ratio ?? Number.NaN, verdict };
  });
  const jumps = steps.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower');
  const largest = jumps.toSorted((a, b) => size(b.ratio) - size(a.ratio))[0];
  const times = [sides[0], sides.at(-1)].map((end) => `${(end?.us ?? Number.NaN).toFixed(1)} us`);
  const named =
    largest === undefined ? 'none' : `${largest.ratio.toFixed(3)} at ${Math.round(largest.n)}`;
  return `| ${[run, law, steps.length, times.join(' to '), jumps.length, named].join(' | ')} |`;
}

const size = (ratio: number): number => Math.abs(Math.log(ratio));

/** What its processes say of an element, so that equal programs of two sizes have equal times. */
function sideAt(
  of: RecordedCase,
  run: number,
): { readonly n: number; readonly us: number; readonly side: JudgedSide } | null {
  const found = of.runs.find((one) => one.run === run);
  if (found === undefined) return null;
  const side = sideOf(of, found);
  const processes = side.processes.map((one) => ({ ...one, medianNs: one.medianNs / of.n }));
  return { n: of.n, us: found.pooled[0] / 1e3, side: { ...side, processes } };
}
