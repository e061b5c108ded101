import { medianRanks } from '../src-main/stats/median-interval.ts';
import {
  correlated,
  distributions,
  simulateCoverage,
} from '../test/simulations/simulated-coverage.ts';

export const title =
  'Coverage of the interval of the median against its exact value, over simulated runs. Arguments: [runs=10000].';

export async function main(args: readonly string[]): Promise<number> {
  const runs = Number(args[0] ?? 10_000);
  const percent = (part: number | null | undefined): string =>
    part === null || part === undefined ? 'none' : `${(part * 100).toFixed(2)} %`;
  let worst = 0;
  console.log(`${runs} runs a case`);
  console.log(
    '| times | n | exact 95 | seen | exact 99 | seen | warned |\n|---|---|---|---|---|---|---|',
  );
  for (const distribution of [...distributions, ...correlated]) {
    for (const n of [6, 8, 10, 15, 20, 30, 50, 100, 200]) {
      const exact95 = medianRanks(n, 0.95)?.coverage;
      const exact99 = medianRanks(n, 0.99)?.coverage;
      const seen = simulateCoverage(distribution, n, runs, 20_260_000 + n);
      const cells = [percent(exact95), percent(seen.at95), percent(exact99), percent(seen.at99)];
      console.log(`| ${[distribution.name, n, ...cells, percent(seen.warned)].join(' | ')} |`);
      if (distribution.tick === undefined && !correlated.includes(distribution)) {
        worst = Math.max(worst, Math.abs((seen.at95 ?? 0) - (exact95 ?? 0)));
        if (exact99) worst = Math.max(worst, Math.abs((seen.at99 ?? 0) - exact99));
      }
    }
  }
  console.log(`largest distance from the exact coverage: ${(worst * 100).toFixed(2)} points`);
  return 0;
}
