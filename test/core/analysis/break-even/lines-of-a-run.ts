import type { Configuration } from '../../../../src-main/contract/configuration.ts';
import type { Descriptor, ScopeSamples, StoredCase } from '../../../../src-main/contract/run.ts';
import type { Values } from '../../../../src-main/contract/workload.ts';
import type { ReportSource } from '../../../../src-main/core/analysis/report-source.ts';
import { processesOf, sampleComparer } from '../../../helpers/sample-comparer.ts';

export type Timed = {
  readonly variant: string;
  readonly device?: 'cpu' | 'cuda';
  readonly kind?: 'study' | 'fast';
  readonly values: Values;
  /** Nanoseconds of every sample; by scope where they differ. */
  readonly ns: number | Readonly<Record<string, number>>;
  readonly outcome?: 'failed';
  /** Repetitions that measured it; 0 to 3 by default. */
  readonly repetitions?: readonly number[];
  readonly warnings?: readonly string[];
  readonly attributes?: StoredCase['attributes'];
  /** Joules of an execution by device, in each repetition. */
  readonly joules?: Readonly<Record<string, number>>;
};

export const sizes = [1000, 4000, 16_000, 64_000];
export const cuda = { device: 'cuda' } as const;
export const line = (
  variant: string,
  nsOf: (n: number) => Timed['ns'],
  more: Partial<Timed> = {},
): readonly Timed[] => sizes.map((n) => ({ variant, values: { n }, ns: nsOf(n), ...more }));
export const plain = line('plain', (n) => n);
export const split = line('split', (n) => 3000 + n / 4);
export const gpu = line('gpu', (n) => 9000 + n / 50, cuda);

/** A run of one workload over n whose samples are all alike, in the scopes `call` and `total`. */
export function sourceOfLines(
  cases: readonly Timed[],
  configuration?: Configuration,
  axes: readonly string[] = ['n'],
): ReportSource {
  const nsOf = ({ ns }: Timed, scope: string): number | undefined =>
    typeof ns === 'number' ? ns : ns[scope];
  const samples = (index: number, scope: string): readonly ScopeSamples[] => {
    const timed = cases[index];
    const ns = timed === undefined ? undefined : nsOf(timed, scope);
    if (timed === undefined || ns === undefined || !['call', 'total', 'd2h'].includes(scope))
      return [];
    return (timed.repetitions ?? [0, 1, 2, 3]).map((repetition) => ({
      scope,
      repetition,
      // Repetitions differ a little, alike for all cases.
      timesNs: new Float64Array(20).fill(ns * (1 + 0.001 * (repetition % 4))),
      repeats: 1,
      launchIncluded: false,
    }));
  };
  return {
    runId: '01run',
    comparer: sampleComparer(samples),
    processes: (index, scope) => processesOf(samples(index, scope)),
    cases: cases.map(
      (timed, index) =>
        ({
          ...{
            index,
            workload: 'count',
            variant: timed.variant,
            values: timed.values,
            attributes: timed.attributes ?? {},
          },
          ...{ outcome: timed.outcome ?? 'ok', answer: null, verification: null },
          warnings: timed.warnings ?? [],
          energy: Object.entries(timed.joules ?? {}).flatMap(([device, joules]) =>
            (timed.repetitions ?? [0, 1, 2, 3]).map((repetition) => ({
              ...{ repetition, device, joules: joules * (1 + 0.001 * repetition) },
              ...{ low: null, high: null, idleW: null, executions: 10 },
            })),
          ),
          metrics: Object.fromEntries(
            ['kernel', 'call', 'total'].map((scope) => [
              scope,
              { medianNs: nsOf(timed, scope), ci95LoNs: null, ci95HiNs: null },
            ]),
          ),
        }) as unknown as StoredCase,
    ),
    descriptors: new Map(
      cases.map(({ variant, device = 'cpu', kind = 'study' }, index) => [
        index,
        {
          workload: {
            id: 'count',
            sizeAxis: 'n',
            baseline: 'plain',
            axes: axes.map((id) => ({ id })),
          },
          variant: { id: variant, device, kind, parameters: [] },
        } as unknown as Descriptor,
      ]),
    ),
    ...(configuration === undefined ? {} : { configuration }),
  };
}
