/** How far the crossing of two curves is from the truth, by straight lines in log-log and by the law of each curve. */
import { crossings, type Family as Law, nearerFamily } from '../src-main/stats/fits.ts';
import { createRandom } from '../src-main/stats/random.ts';
import { kinks } from '../test/simulations/kinked-laws.ts';
import { crossingLaws, type Family, sweeps } from '../test/simulations/simulated-crossings.ts';

export const title =
  'Where two simulated curves cross, by straight lines in log-log and by the law of each curve: root mean square of the logarithm of estimate over truth. Arguments: [pairs=400].';

const families: readonly Family[] = ['a + b n', 'a n^b', ...kinks];
const steps = [2, 10, 100] as const;
const even = (count: number): Float64Array => new Float64Array(count).fill(1);

export async function main(args: readonly string[]): Promise<number> {
  const pairs = Number(args[0] ?? 400);
  console.log(
    `| curves | noise of a time | ${steps.map((s) => `straight, ${s} | laws, ${s}`).join(' | ')} |`,
  );
  console.log(`|---|---|${'---|---|'.repeat(steps.length)}`);
  for (const family of families) {
    for (const noise of [0, 0.005, 0.02]) {
      const cells = steps.flatMap((step) => off(family, step, noise, pairs));
      const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
      console.log(`| ${[family, percent(noise), ...cells.map(percent)].join(' | ')} |`);
    }
  }
  return 0;
}

/** By straight lines, and by laws. */
function off(
  family: Family,
  step: 2 | 10 | 100,
  noise: number,
  pairs: number,
): readonly [number, number] {
  const { first, count, before } = sweeps[step];
  let [found, straight, laws] = [0, 0, 0];
  for (let pair = 0; pair < pairs; pair++) {
    const random = createRandom(5, pair);
    const crossing = first * step ** (before + random.uniform());
    const [a, b] = crossingLaws(family, crossing, step, random);
    const logN = Float64Array.from({ length: count }, (_, i) => Math.log(first * step ** i));
    const logA = logN.map((u) => Math.log(a(Math.exp(u))) + noise * random.normal());
    const logB = logN.map((u) => Math.log(b(Math.exp(u))) + noise * random.normal());
    const at = logN.findLastIndex((u) => u <= Math.log(crossing));
    const inBracket = (values: Float64Array): Float64Array => values.subarray(at, at + 2);
    const signs = inBracket(logA).map((value, i) => Math.sign(value - (inBracket(logB)[i] ?? 0)));
    if (signs[0] === signs[1]) continue;
    const around = (values: Float64Array): Float64Array =>
      values.subarray(Math.max(0, at - 1), at + 3);
    const lawOf = (values: Float64Array): Law =>
      nearerFamily(around(logN), around(values), even(around(logN).length));
    const [from = 0, to = 0] = inBracket(logN);
    const by = (familyA: Law, familyB: Law): number =>
      crossings(inBracket(logN), [familyA, familyB], even(2), [from, to])(
        inBracket(logA),
        inBracket(logB),
      ).own - Math.log(crossing);
    straight += by('power', 'power') ** 2;
    laws += by(lawOf(logA), lawOf(logB)) ** 2;
    found++;
  }
  return [Math.sqrt(straight / found), Math.sqrt(laws / found)];
}
