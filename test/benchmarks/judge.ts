/**
 * Verdicts on simulated sources with the variance between processes that real machines showed: a against a, and against
 * a variant slowed by a known part. `node test/benchmarks/judge.ts [comparisons=2000]`
 */
import { judgePairs, sources } from './simulated-judging.ts';

const count = Number(process.argv[2] ?? 2000);
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
console.log(
  `${count} comparisons each\n| source | rounds | effect | faster | slower | same | ambiguous |`,
);
console.log('|---|---|---|---|---|---|---|');
for (const source of sources) {
  for (const rounds of [2, 5]) {
    for (const effect of source.device === 'cuda' ? [0, 0.02] : [0, 0.05, 0.1]) {
      const judged = judgePairs(source, 1 + effect, count, { rounds });
      const { faster, slower, same, ambiguous } = judged;
      const parts = [faster, slower, same, ambiguous].map(percent);
      console.log(`| ${[source.name, rounds, percent(effect), ...parts].join(' | ')} |`);
    }
  }
}
