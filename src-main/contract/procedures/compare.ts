import { z } from 'zod';
import { procedure } from '../procedure.ts';
import type { RunRow } from '../run.ts';
import type { ComparisonView } from '../verdict.ts';
import type { Values } from '../workload.ts';

/** Two to eight runs, or `<run>:<variant>`; the first is the baseline of the others. */
export const sidesSchema = z.array(z.string().min(1).max(300)).min(2).max(8);

export const compareProcedures = {
  compareRuns: procedure<RunsComparison>()({
    refs: sidesSchema,
    /** The timing scope; by default, the first of kernel, call and total that two sides have. */
    scope: z.string().max(60).optional(),
    /** The default where two sides have it. */
    prefer: z.string().max(60).optional(),
    workload: z.string().max(200).optional(),
    /** Only rows whose contender fits, in the language of history's query. */
    where: z.string().min(1).max(500).optional(),
    /** Cases of which most repetitions were disturbed have verdicts too. */
    allowDisturbed: z.boolean().optional(),
    /** Verdicts of only this many rows, for a first look at a long comparison; of all by default. */
    judge: z.int().min(1).optional(),
  }),
};

export type CompareSide = {
  /** As it was asked for. */
  readonly ref: string;
  readonly run: RunRow;
  /** Null: the whole run. */
  readonly variant: string | null;
  /** What spoke against measuring on its machine when the run began. */
  readonly warnings?: readonly string[];
};

export type CompareCell = {
  readonly caseIndex: number;
  readonly variant: string;
  readonly values: Values;
  readonly outcome: 'ok' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly medianNs: number | null;
  readonly ci95: readonly [number, number] | null;
  readonly n: number;
  /** What disturbed it, where its disturbed repetitions count; absent where nothing did. */
  readonly disturbed?: string;
  /** Compared with the baseline, which is the first side; null on the first side. */
  readonly comparison: ComparisonView | null;
};

export type CompareRow = {
  readonly workload: string;
  /** Null where the sides show different variants. */
  readonly variant: string | null;
  /** Values that the cases of the row share. */
  readonly values: Values;
  /** The axes, of any side, whose value distinguishes this row from the others. */
  readonly axes: readonly string[];
  /** One entry a side; null where it has no such case. */
  readonly cells: readonly (CompareCell | null)[];
};

/** A case that stands in no row, and why. */
export type UnpairedCase = {
  readonly caseIndex: number;
  readonly workload: string;
  readonly variant: string;
  readonly values: Values;
  readonly reason: string;
};

export type RunsComparison = {
  readonly sides: readonly CompareSide[];
  /** Attributes that are not the same on all sides; null where a side does not know it. */
  readonly environment: readonly {
    readonly attribute: string;
    readonly values: readonly (string | null)[];
    /** Another processor, GPU, memory or system: another machine. The rest is its environment. */
    readonly machine: boolean;
    /** What follows from it, in one sentence; absent where the values say it all. */
    readonly sentence?: string;
  }[];
  readonly scope: string;
  /** The timing scopes that at least two sides have. */
  readonly scopes: readonly string[];
  /** Of the settings: beyond which ratio it is faster or slower, and within which it is the same. */
  readonly margins: { readonly difference: number; readonly same: number };
  readonly rows: readonly CompareRow[];
  /** What the baseline is, where it is that of its workload; absent where nothing is known of it. */
  readonly baselineNote?: string;
  /** By workload, the axis that is its size, as the runs stored it: the catalog of this machine may lack it. */
  readonly sizeAxes: Readonly<Record<string, string>>;
  /** Where `judge` left rows without verdicts: how many have theirs. Adjusted p values are missing then. */
  readonly judged?: number;
  /** The cases of each side that stand in no row. */
  readonly unpaired: readonly (readonly UnpairedCase[])[];
};

/** The contender gives no answer or a wrong one where the baseline gives a right one. */
export function isNewlyFailed(
  contender: Pick<CompareCell, 'outcome'>,
  baseline: Pick<CompareCell, 'outcome'>,
): boolean {
  return contender.outcome === 'failed' && baseline.outcome === 'ok';
}
