import type { ScopeSamples, StoredCase } from '../../../src-main/contract/run.ts';
import type { Evidence, Timed } from '../../../src-main/core/study/evidence.ts';
import { studies } from '../../../src-main/core/study/known-studies.ts';
import type { Claim } from '../../../src-main/core/study/study.ts';
import { sampleComparer } from '../../helpers/sample-comparer.ts';
import { storedCase } from '../../helpers/stored-case.ts';

const scopes = ['kernel', 'call', 'total', 'fragment', 'fragmentCall'];

/** A finished case whose every timing scope takes `ns` in the middle. */
export const stored = (
  index: number,
  workload: string,
  variant: string,
  values: StoredCase['values'],
  ns: number,
): StoredCase =>
  storedCase(index, {
    workload,
    variant,
    values,
    metrics: Object.fromEntries(
      scopes.map((scope) => [
        scope,
        {
          meanNs: ns,
          medianNs: ns,
          minNs: ns / 2,
          maxNs: ns * 2,
          ci95LoNs: ns * 0.99,
          ci95HiNs: ns * 1.01,
          n: 60,
        } as StoredCase['metrics'][string],
      ]),
    ),
  });

/** The claim of a study whose words include these. */
export function claimOf(preset: string, words: string): Claim {
  const claim = studies[preset]?.claims.find((one) => one.claim.includes(words));
  if (claim === undefined) throw new Error(`${preset} has no claim about "${words}"`);
  return claim;
}

/**
 * Thirty repetitions of 30 samples around the median of each case, whose spread is this part of it; medians differ by as much of
 * it as those of so few samples do, in another order for each case.
 */
export function evidence(cases: readonly StoredCase[], spread = 0.002): Evidence {
  const samples: Evidence['samples'] = (index, scope) => {
    const center = cases.find((one) => one.index === index)?.metrics[scope]?.medianNs ?? 0;
    return Array.from({ length: 30 }, (_, i) => i).map((repetition): ScopeSamples => {
      const apart = (((repetition * 7 ** (1 + (index % 3)) + index * 11) % 30) - 14.5) / 15;
      const median = center * (1 + 0.2 * spread * apart);
      return {
        scope,
        repetition,
        // Evenly spread and in no order, so that neighbours have nothing to do with each other.
        timesNs: Float64Array.from(
          { length: 30 },
          (_, i) => median * (1 + spread * ((((i * 7) % 30) - 14.5) / 15)),
        ),
        repeats: 1,
        launchIncluded: false,
      };
    });
  };
  return {
    cases,
    samples,
    judge: judgeOver(samples),
    variantOf: () => ({ device: 'cuda', parameters: [{ id: 'blockSize' }, { id: 'memory' }] }),
  };
}

/** Verdicts of the product over these samples, all taken for those of a GPU. */
export function judgeOver(samples: Evidence['samples']): Evidence['judge'] {
  const comparer = sampleComparer(samples);
  const subject = ({ stored, scope }: Timed) =>
    ({ runId: '01run', stored, device: 'cuda', scope }) as const;
  return (of, over) => comparer.judge(subject(of), subject(over));
}
