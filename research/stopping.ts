/** What it does to intervals that repetitions end when an interval is narrow. */
import { processLaws, simulateStopping } from './parts/simulated-stopping.ts';

export const title =
  'Intervals of cases whose repetitions end when the interval is narrow enough, and of five repetitions. Arguments: [cases=20000].';

export async function main(args: readonly string[]): Promise<number> {
  const cases = Number(args[0] ?? 20_000);
  console.log(`${cases} cases each`);
  console.log(
    '| processes differ by | repetitions end | 95 % interval holds the location | the median process | bias of the mean of all | repetitions |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const law of processLaws) {
    for (const untilTarget of [false, true]) {
      const { held, heldMedian, bias, repetitions } = simulateStopping(law, cases, { untilTarget });
      const cells = [
        ...[law.name, untilTarget ? 'at the target of 2 %, or 20' : 'after 5'],
        ...[held, heldMedian].map((part) => `${(100 * part).toFixed(1)} %`),
        `${(100 * bias).toFixed(2)} %`,
        repetitions.toFixed(1),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
  return 0;
}
