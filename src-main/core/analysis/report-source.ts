import type { Configuration } from '../../contract/configuration.ts';
import type { Descriptor, ScopeProcess, StoredCase } from '../../contract/run.ts';
import type { Comparer } from './compare.ts';

/** What the report of a run is made from. */
export type ReportSource = {
  readonly runId: string;
  readonly comparer: Comparer;
  readonly cases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Descriptor>;
  /** What the processes of a case say of one timing scope, in the order of repetitions. */
  readonly processes: (caseIndex: number, scope: string) => readonly ScopeProcess[];
  /** What the run was asked for: sizes that it does not name were added by refining. */
  readonly configuration?: Configuration;
  /** The first repetition of each session of refining, ascending; none where the run was not refined. */
  readonly sessions?: readonly number[];
  /** Cases of which most repetitions were disturbed count as any other. */
  readonly allowDisturbed?: boolean;
  /** How narrow break-evens are to be, a part of each; as `BreakEvenOptions` has it. */
  readonly target?: number;
};

export type Described = { readonly stored: StoredCase; readonly descriptor: Descriptor };

/** The cases of each workload with what is known of it and their variants. */
export function describedByWorkload({
  cases,
  descriptors,
}: Pick<ReportSource, 'cases' | 'descriptors'>): readonly Described[][] {
  const described = cases.flatMap((stored): Described[] => {
    const descriptor = descriptors.get(stored.index);
    return descriptor === undefined ? [] : [{ stored, descriptor }];
  });
  return [...Map.groupBy(described, ({ stored }) => stored.workload).values()];
}
