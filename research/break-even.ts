/** Before and after refinement, and with one size disturbed. */
import { kinks } from '../test/simulations/kinked-laws.ts';
import {
  answers,
  type CrossingCase,
  simulateAnswers,
  simulateCrossings,
} from '../test/simulations/simulated-crossings.ts';

export const title =
  'Coverage of the break-even interval on simulated sweeps, and the answers where the true one is known. Arguments: [runs=1000] [family].';

export async function main(args: readonly string[]): Promise<number> {
  const runs = Number(args[0] ?? 1000);
  const only = args[1];
  const noises = [
    { name: 'quiet', noise: { within: 0.003, process: 0.0015, shared: 0.001 } },
    { name: 'usual', noise: { within: 0.01, process: 0.004, shared: 0.01 } },
    { name: 'noisy', noise: { within: 0.03, process: 0.015, shared: 0.02 } },
    // Times of 1 ms at the crossing, on a clock that ticks every 0.02 ms.
    { name: 'quantised', noise: { within: 0.003, process: 0.0015, shared: 0.001, tick: 20_000 } },
  ];
  const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

  console.log(
    `| family | step | noise | one of ${runs} | before | width | off | after | width | steps | unfinished | lost |`,
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
  for (const family of ['a + b n', 'a n^b', ...kinks] as const) {
    if (only !== undefined && !family.includes(only)) continue;
    for (const step of [2, 10, 100] as const) {
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
            percent(Math.expm1(result.offBefore)),
            percent(result.coveredAfter),
            percent(result.widthAfter),
            result.steps.toFixed(1),
            result.unfinished,
            result.lost,
          ].join(' | ')} |`,
        );
      }
    }
  }

  console.log(
    '\nWith one size disturbed in the first step of refinement, in one of its rounds or in all:\n',
  );
  console.log('| family | step | disturbed | after | width | steps | unfinished | lost |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const family of ['a + b n', 'launch and cache'] as const) {
    if (only !== undefined && !family.includes(only)) continue;
    for (const step of [2, 10, 100] as const) {
      for (const disturbed of ['repetition', 'size'] as const) {
        const noise = { within: 0.01, process: 0.004, shared: 0.01 };
        const one: CrossingCase = { family, step, noise, samples: 30, disturbed };
        const { coveredAfter, widthAfter, steps, unfinished, lost } = simulateCrossings(
          one,
          runs,
          20_260_103,
        );
        const after = [percent(coveredAfter), percent(widthAfter), steps.toFixed(1)];
        console.log(`| ${[family, step, disturbed, ...after, unfinished, lost].join(' | ')} |`);
      }
    }
  }

  console.log(`\n| noise | curves apart by | truth | ${answers.join(' | ')} |`);
  console.log('|---|---|---|---|---|---|---|');
  for (const { name, noise } of noises) {
    // Its small sizes take two ticks of that clock.
    if ('tick' in noise) continue;
    for (const margin of [0.1, 0.3]) {
      const table = simulateAnswers(noise, margin, runs, 20_260_102);
      for (const truth of answers) {
        const parts = answers.map((answer) => percent(table[truth][answer]));
        console.log(`| ${[name, percent(Math.expm1(margin)), truth, ...parts].join(' | ')} |`);
      }
    }
  }
  return 0;
}
