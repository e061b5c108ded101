/** Gates over several pairs, drawn by block from recorded pairs of unchanged programs: how often `ci` is wrong. */
import { readdirSync } from 'node:fs';
import type { ComparisonView } from '../src-main/contract/verdict.ts';
import { adjusted } from '../src-main/core/analysis/false-discovery.ts';
import { gateAnswer } from '../src-main/core/analysis/gate-answer.ts';
import { defaultMargins } from '../src-main/stats/decide.ts';
import { judgePairs, type PairedSide } from '../src-main/stats/judge-pairs.ts';
import { createRandom } from '../src-main/stats/random.ts';
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
        exitCode(own, effect, Number(most), Number(tell) / 100, [Number(seed), suite]),
      );
      const share = (code: number): string =>
        ((100 * codes.filter((one) => one === code).length) / codes.length).toFixed(1);
      return `${share(4)}, ${share(5)}, ${share(0)}`;
    });
    console.log(`| ${[`${name}, ${own.length} series`, ...cells].join(' | ')} |`);
  });
  return 0;
}

/** A round after the other, each pair that is not answered once, as `ci` measures and by what it decides with. */
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
  const margins = { ...defaultMargins, same: tell };
  const sideOf = (label: string, logs: readonly number[]): PairedSide => ({
    label,
    processes: logs.map((log, repetition) => ({
      ...{ repetition, medianNs: 1e6 * Math.exp(log), logError: 0, n: 1, effectiveN: 1 },
    })),
  });
  const judged = (differences: readonly number[], pairs: number): ComparisonView => {
    const heads = differences.slice(0, pairs);
    const bases = heads.map(() => 0);
    return judgePairs(sideOf('head', heads), sideOf('base', bases), { margins });
  };
  const counts = drawn.map(() => 1);
  const seen = drawn.map((differences) => judged(differences, 1));
  for (;;) {
    const answers = adjusted(seen).map((view) => gateAnswer(view, tell));
    const open = answers.flatMap((answer, i) =>
      answer === 'untold' && (counts[i] ?? 0) < most ? [i] : [],
    );
    if (open.length === 0) {
      return answers.includes('slower') ? 4 : answers.includes('untold') ? 5 : 0;
    }
    for (const i of open) {
      counts[i] = (counts[i] ?? 0) + 1;
      seen[i] = judged(drawn[i] ?? [], counts[i] ?? 0);
    }
  }
}
