/** The table of a comparison that ends when it is decided: how often it is wrong, how soon it finds a difference. */
import { createRandom } from '../src-main/stats/random.ts';
import {
  type Ended,
  type PairLaw,
  simulateSequence,
  simulateStudent,
} from '../test/simulations/simulated-pairs.ts';

export const title =
  'Simulated comparisons by pairs that are looked at after each pair: false verdicts, differences found, equality found. Arguments: [replicates=2000] [pairs=50] [seed=1].';

type Rule = (law: PairLaw, replicate: number) => Ended;

export async function main(args: readonly string[]): Promise<number> {
  const [replicates = 2000, most = 50, seed = 1] = args.map(Number);
  const drawn = (stream: number) => createRandom(seed, stream);
  const rules: readonly (readonly [string, Rule])[] = [
    ['sequence', (law, at) => simulateSequence(drawn(at), law, { pairs: most })],
    [
      'without correlation',
      (law, at) => simulateSequence(drawn(at), law, { pairs: most, corrected: false }),
    ],
    ['Student from 5 on', (law, at) => simulateStudent(drawn(at), law, most)],
  ];
  const laws = [
    ...[0.01, 0.03, 0.1].map((sd) => ({ sd, correlation: 0 })),
    ...[0.3, 0.5, 0.9].map((correlation) => ({ sd: 0.03, correlation })),
  ];
  console.log(`${replicates} replicates, a look after each pair, ${most} pairs at most`);
  console.log(
    '| rule | sd of pairs | lag 1 | false | equal found (pairs) | +5 % found, in 20, pairs | +2 % found, in 20, pairs | +2 % called equal |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [name, rule] of rules) {
    for (const { sd, correlation } of laws) {
      const [none, five, two] = [0, 0.05, 0.02].map((effect) =>
        Array.from({ length: replicates }, (_, at) =>
          rule({ effect: Math.log1p(effect), sd, correlation }, at),
        ),
      ) as [Ended[], Ended[], Ended[]];
      const cells = [
        ...[name, `${100 * sd} %`, String(correlation)],
        share(none, ({ decided }) => decided === 'faster' || decided === 'slower'),
        `${share(none, isSame)} (${pairs(none.filter(isSame))})`,
        ...[five, two].map(foundText),
        share(two, isSame),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
  return 0;
}

const isSame = ({ decided }: Ended): boolean => decided === 'same';
const isSlower = ({ decided }: Ended): boolean => decided === 'slower';

function foundText(ends: readonly Ended[]): string {
  const soon = (end: Ended): boolean => isSlower(end) && end.pairs <= 20;
  return `${share(ends, isSlower)}, ${share(ends, soon)}, ${pairs(ends.filter(isSlower))}`;
}

function share(ends: readonly Ended[], counts: (end: Ended) => boolean): string {
  const part = ends.filter(counts).length / ends.length;
  return `${(100 * part).toFixed(part < 0.1 ? 2 : 1)} %`;
}

function pairs(ends: readonly Ended[]): string {
  if (ends.length === 0) return '-';
  return (ends.reduce((sum, end) => sum + end.pairs, 0) / ends.length).toFixed(1);
}
