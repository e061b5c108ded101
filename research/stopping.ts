/** What it does to intervals that repetitions end when an interval is narrow. */
import { processLaws, simulateStopping } from './parts/simulated-stopping.ts';

export const title =
  'Intervals of cases whose repetitions end when the interval is narrow enough, and of five repetitions. Arguments: [cases=20000].';

export async function main(args: readonly string[]): Promise<number> {
  const cases = Number(args[0] ?? 20_000);
  console.log(
    '| processes differ by | end | interval holds the location | the median process | bias of the mean of all | repetitions |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const law of processLaws) {
    const ends = [false, true].map((untilTarget) => simulateStopping(law, cases, { untilTarget }));
    const both = (of: (one: (typeof ends)[number]) => number, digits: number): string =>
      ends.map((one) => of(one).toFixed(digits)).join(' / ');
    const cells = [
      ...[law.name, 'after 5 / at the target'],
      `${both(({ held }) => 100 * held, 1)} %`,
      `${both(({ heldMedian }) => 100 * heldMedian, 1)} %`,
      `${both(({ bias }) => 100 * bias, 2)} %`,
      both(({ repetitions }) => repetitions, 1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  return 0;
}
