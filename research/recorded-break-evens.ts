/** Break-evens of recorded runs of the same programs beside that of all of them together. */
import { pathToFileURL } from 'node:url';
import { readRecorded, recordedFiles, vmFile } from '../test/simulations/recorded-aa.ts';
import { recordedBreakEvens } from '../test/simulations/recorded-break-evens.ts';

export const title =
  'Break-evens of independent recorded runs, and how many of their intervals hold the crossing of all runs together. Arguments: [table of `aa-data`.csv].';

export async function main(args: readonly string[]): Promise<number> {
  const files =
    args.length > 0 ? args.map((file) => pathToFileURL(file)) : [...recordedFiles, vmFile];
  const whole = (size: number | null): string =>
    size === null ? 'none' : Math.round(size).toLocaleString('en');
  console.log(
    '| workload | scope | pair | all runs together | held | median of runs | held | one run [95 % CI] |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  let [held, asked] = [0, 0];
  for (const file of files) {
    for (const { workload, scope, pair, pooled, median, runs } of recordedBreakEvens(
      readRecorded(file),
    )) {
      const each = runs.map(({ answer, at, ci95 }) =>
        ci95 === null ? answer : `${whole(at)} [${ci95.map(whole).join(', ')}]`,
      );
      const found = runs.filter(({ answer }) => answer === 'one');
      const holds = found.filter((run) => run.holds).length;
      if (pooled !== null) {
        held += holds;
        asked += found.length;
      }
      const share = (size: number | null, count: number): readonly string[] => [
        whole(size),
        size === null ? '' : `${count} of ${found.length}`,
      ];
      const ofMedian = found.filter((run) => run.holdsMedian).length;
      const cells = [
        ...[workload, scope, pair.join(' / ')],
        ...share(pooled, holds),
        ...share(median, ofMedian),
        each.join('; '),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
  console.log(`${held} of ${asked} intervals hold the crossing of all runs together.`);
  return 0;
}
