/** A program against itself, and against one slowed by a known part. */
import { judgePairs, sources } from '../test/simulations/simulated-judging.ts';

export const title =
  'Verdicts on simulated sources with the variance between processes of real machines. Arguments: [comparisons=2000].';

export async function main(args: readonly string[]): Promise<number> {
  const count = Number(args[0] ?? 2000);
  const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
  console.log(
    `${count} comparisons each\n| source | rounds | effect | faster | slower | equivalent | inconclusive |`,
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const source of sources) {
    for (const repetitions of [2, 5]) {
      for (const effect of source.device === 'cuda' ? [0, 0.02] : [0, 0.05, 0.1]) {
        const judged = judgePairs(source, 1 + effect, count, { repetitions });
        const { faster, slower, equivalent, inconclusive } = judged;
        const parts = [faster, slower, equivalent, inconclusive].map(percent);
        console.log(`| ${[source.name, repetitions, percent(effect), ...parts].join(' | ')} |`);
      }
    }
  }
  return 0;
}
