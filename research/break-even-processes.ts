/** Before and after refining, where processes differ for all sizes at once, as real ones do. */
import { type EffectCase, effects, simulateEffects } from '../test/simulations/process-effects.ts';

export const title =
  'Coverage of the break-even interval on simulated sweeps whose processes differ for all sizes at once. Arguments: [runs=300] [family].';

const families = [
  { family: 'a + b n', step: 2 },
  { family: 'launch and cache', step: 2 },
  { family: 'a n^b', step: 10 },
] as const;

export async function main(args: readonly string[]): Promise<number> {
  const runs = Number(args[0] ?? 300);
  const only = families.filter(({ family }) => args[1] === undefined || family === args[1]);
  const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
  console.log(
    '| processes | family | step | repetitions | one | before | width | one, refined | after | width |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const effect of effects) {
    for (const { family, step } of only) {
      for (const repetitions of [2, 5, 10]) {
        const one: EffectCase = { family, step, effect, repetitions };
        const seen = simulateEffects(one, runs, 13);
        const parts = [
          seen.one,
          seen.coveredBefore,
          seen.widthBefore,
          seen.oneAfter,
          seen.coveredAfter,
          seen.widthAfter,
        ].map(percent);
        console.log(`| ${[effect.name, family, step, repetitions, ...parts].join(' | ')} |`);
      }
    }
  }
  return 0;
}
