/** Whether the time per element jumps where samples turn from batches of executions into single ones. */
import { basename } from 'node:path';
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
  'Time per element from one size to the next over the boundary between batches and single executions: idle, next to two busy programs, next to four. Arguments: [tables of `aa-data`.csv].';

/** Recorded on virtual machines with two cores: 24 sizes from 2000 on, each 1.22 times the one before. */
const tables = ['batch-boundary-vm', 'batch-boundary-vm-watched'];
/** A jump is a ratio whose 95 % interval lies wholly beyond it. */
const allowed = 0.03;
/** Samples of executions that are shorter hold several of them. */
const boundaryUs = 50;

export async function main(args: readonly string[]): Promise<number> {
  const files =
    args.length > 0 ? args.map((file) => pathToFileURL(file)) : tables.map(recordedTable);
  console.log(
    '| table | run | program | steps | time, from to | jumps above 3 % | the largest, at n | over the boundary |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const file of files) {
    const laws = Map.groupBy(
      readRecorded(file).filter(({ scope }) => scope === 'kernel'),
      ({ workload, variant }) => `${workload} ${variant}`,
    );
    const table = basename(file.pathname).replace(/\.csv(\.gz)?$/, '');
    for (const [law, sizes] of laws) {
      const ascending = sizes.toSorted((a, b) => a.n - b.n);
      for (const { run } of ascending[0]?.runs ?? [])
        console.log(`| ${table} ${rowOf(law, ascending, run)}`);
    }
  }
  return 0;
}

function rowOf(law: string, sizes: readonly RecordedCase[], run: number): string {
  const sides = sizes.flatMap((size) => sideAt(size, run) ?? []);
  const steps = sides.slice(1).map(({ n, us, side }, i) => {
    const before = sides[i] ?? { us, side };
    const { ratio, verdict } = judge(side, before.side, {
      sameRun: true,
      margins: { difference: allowed, same: 2 * allowed },
    });
    const isOver = before.us < boundaryUs && us >= boundaryUs;
    return { n, ratio: ratio ?? Number.NaN, verdict, isOver };
  });
  const jumps = steps.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower');
  const largest = jumps.toSorted((a, b) => size(b.ratio) - size(a.ratio))[0];
  const times = [sides[0], sides.at(-1)].map((end) => `${(end?.us ?? Number.NaN).toFixed(1)} us`);
  const named = (step: (typeof steps)[number] | undefined): string =>
    step === undefined ? 'none' : `${step.ratio.toFixed(3)} at ${Math.round(step.n)}`;
  const over = steps.find(({ isOver }) => isOver);
  const cells = [run, law, steps.length, times.join(' to '), jumps.length, named(largest)];
  return `| ${[...cells, `${named(over)}${over !== undefined && jumps.includes(over) ? ', a jump' : ''}`].join(' | ')} |`;
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
