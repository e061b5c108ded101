import type { RunDetail } from '../../contract/api.ts';
import type { PercentOfPeak } from '../../contract/inspection.ts';
import type { Descriptor } from '../../contract/run.ts';
import type { ComparisonView } from '../../contract/verdict.ts';

/**
 * A run as exports need it. Device and kind of a case come from its descriptor; ratios and verdicts are there when the
 * caller has compared the cases (`RunDetail` has them).
 */
export type ExportSource = Pick<RunDetail, 'run' | 'machine' | 'plan' | 'cases'> & {
  readonly descriptors: ReadonlyMap<number, Descriptor>;
  /** By workload, what tables of times and `comparisons` are of; the first scope of a case where there is none. */
  readonly scopes?: ReadonlyMap<string, string>;
  readonly comparisons?: Readonly<Record<string, ComparisonView>>;
  readonly counters?: RunDetail['counters'];
  readonly breakEvens?: RunDetail['breakEvens'];
  /** By case index, where peaks of the machine are measured. */
  readonly percentOfPeak?: Readonly<Record<string, PercentOfPeak>>;
};
