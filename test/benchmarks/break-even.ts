/**
 * Coverage of the break-even interval on simulated sweeps, before and after refinement.
 * `node test/benchmarks/break-even.ts [runs=1000]`
 */
import { type CrossingCase, simulateCrossings } from './simulated-crossings.ts';

const runs = Number(process.argv[2] ?? 1000);
const noises = [
  { name: 'quiet', noise: { within: 0.003, process: 0.0015, shared: 0.001 } },
  { name: 'usual', noise: { within: 0.01, process: 0.004, shared: 0.01 } },
  { name: 'noisy', noise: { within: 0.03, process: 0.015, shared: 0.02 } },
];
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

console.log(
  `| family | step | noise | one of ${runs} | before | width | after | width | steps | unfinished |`,
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
for (const family of ['a + b n', 'a n^b'] as const) {
  for (const step of [2, 10] as const) {
    for (const { name, noise } of noises) {
      const one: CrossingCase = { family, step, noise, samples: 30 };
      const result = simulateCrossings(one, runs, 20_260_101);
      console.log(
        `| ${[
          family,
          step,
          name,
          result.one,
          percent(result.coveredBefore),
          percent(result.widthBefore),
          percent(result.coveredAfter),
          percent(result.widthAfter),
          result.steps.toFixed(1),
          result.unfinished,
        ].join(' | ')} |`,
      );
    }
  }
}
