/** Gates over several pairs, drawn by block from recorded pairs of unchanged programs: how often `ci` is wrong. */
import { readdirSync } from 'node:fs';
import {
  eValue,
  halfWidthOf,
  isEvidence,
  pairedSequence,
} from '../src-main/stats/paired-sequence.ts';
import { createRandom } from '../src-main/stats/random.ts';
import { margin } from '../test/simulations/simulated-pairs.ts';
import { classes, dataFolder, drawSuite, readSeries, type Series, sdOf } from './ab-recorded.ts';

export const title =
  'Gates of `ci` over suites of four pairs, drawn by block from recorded pairs of unchanged programs (`ab-pairs`); one pair of a suite is slower by a part: exit codes. Arguments: [suites=2000] [pairs=50] [tell in percent=5] [seed=1].';

const effects = [0, 0.02, 0.05, 0.1, 0.2, 0.33];
const pairsOfSuite = 4;

export function main([
  suites = '2000',
  most = '50',
  tell = '5',
  seed = '1',
]: readonly string[]): number {
  const all = readdirSync(dataFolder)
    .filter((name) => name.startsWith('pairs-'))
    .flatMap((file) => readSeries(file));
  console.log(
    `| pairs differ by | ${['none', ...effects.slice(1).map((one) => `+${Math.round(100 * one)} %`)].join(' | ')} |`,
  );
  console.log(`|${' --- |'.repeat(effects.length + 1)}`);
  classes.forEach(([name, limit], at) => {
    const own = all.filter((series) => {
      const sd = sdOf(series);
      return sd <= limit && sd > (classes[at - 1]?.[1] ?? 0);
    });
    const cells = effects.map((effect) => {
      const codes = Array.from({ length: Number(suites) }, (_, suite) =>
        exitCode(own, effect, Number(most), Math.log1p(Number(tell) / 100), [Number(seed), suite]),
      );
      const share = (code: number): string =>
        ((100 * codes.filter((one) => one === code).length) / codes.length).toFixed(1);
      return `${share(4)}, ${share(5)}, ${share(0)}`;
    });
    console.log(`| ${[`${name}, ${own.length} series`, ...cells].join(' | ')} |`);
  });
  return 0;
}

/** A round after the other, each pair that is not answered once, as `ci` measures. */
function exitCode(
  series: readonly Series[],
  effect: number,
  most: number,
  tell: number,
  [seed, suite]: readonly [number, number],
): number {
  const random = createRandom(seed, suite);
  const drawn = Array.from({ length: pairsOfSuite }, (_, pair) => {
    const one = series[Math.floor(random.uniform() * series.length)];
    const differences = one === undefined ? [] : drawSuite(one, most, random);
    return pair === 0 ? differences.map((each) => each + Math.log1p(effect)) : differences;
  });
  const counts = drawn.map(() => 1);
  const seen = drawn.map((differences) => pairedSequence(differences.slice(0, 1)));
  for (;;) {
    const slower = slowerOf(seen.map((one) => ({ e: eValue(one, margin), log: one.log })));
    const answered = seen.map(
      (one, i) =>
        slower[i] || (!one.drifts && one.log + halfWidthOf(one.pairs, one.squares) < tell),
    );
    const open = answered.flatMap((is, i) => (is || (counts[i] ?? 0) >= most ? [] : [i]));
    if (open.length === 0) {
      if (slower.includes(true)) return 4;
      return answered.every(Boolean) ? 0 : 5;
    }
    for (const i of open) {
      counts[i] = (counts[i] ?? 0) + 1;
      seen[i] = pairedSequence(drawn[i]?.slice(0, counts[i]) ?? []);
    }
  }
}

/** By Benjamini and Hochberg, where 1 / e stands for p; evidence of one question alone is needed as well. */
function slowerOf(found: readonly { readonly e: number; readonly log: number }[]): boolean[] {
  const ascending = found.map(({ e }) => 1 / e).toSorted((a, b) => a - b);
  const limit = ascending.findLast((p, i) => p <= (0.05 * (i + 1)) / found.length) ?? 0;
  return found.map(({ e, log }) => isEvidence(e) && 1 / e <= limit && log > 0);
}
