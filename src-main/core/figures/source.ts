import type { FigureForm } from '../../contract/figure.ts';
import type { CallsRow, Strategy } from '../../contract/headline.ts';
import type { Machine } from '../../contract/machine.ts';
import type { TrendOptions } from '../../contract/procedures/trends.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { BreakEvenView } from '../../contract/verdict.ts';
import type { Values, Workload } from '../../contract/workload.ts';
import type { Comparer, Subject } from '../analysis/compare.ts';
import type { CallsFilter } from '../analysis/headline/calls-by-size.ts';
import type { PeakAttributes } from '../analysis/nominal-peak.ts';
import type { Roof } from '../analysis/percent-of-peak.ts';
import type { WholeTrend } from '../analysis/trend/trend.ts';

/** What figures of a run are made from. */
export type FigureSource = {
  readonly runIds: readonly string[];
  readonly appVersion: string;
  /** What a peak is counted from is absent where figures of several machines are joined. */
  readonly machine: Pick<Machine, 'cpuModel' | 'gpus'> & PeakAttributes;
  readonly cases: readonly StoredCase[];
  readonly breakEvens: readonly BreakEvenView[];
  /** Workloads with their variants: the catalog's, completed by the descriptors stored with the run. */
  readonly workloads: readonly Workload[];
  /** The samples of one timing scope of a case in nanoseconds, an array per repetition that its estimate is of. */
  readonly repetitions: (caseIndex: number, scope: string) => readonly Float64Array[];
  /** A case of the source as it is compared: of joined runs, as its own run has it. */
  readonly subjectOf: (stored: StoredCase, scope: string) => Subject;
  /** Verdicts, ratios and intervals as every table has them. */
  readonly judgeAll: Comparer['judgeAll'];
  /** What was measured that a case cannot exceed, for a roofline; null where nothing was. */
  readonly roofOf?: (stored: StoredCase) => Roof | null;
  /** Bytes that an execution moved through the memory of the device, where a profiler counted them. */
  readonly measuredBytes?: (stored: StoredCase) => number | null;
  /** The history of a case over all runs; absent where cases of several runs are joined. */
  readonly trend?: (caseIndex: number, scope: string, options: TrendOptions) => WholeTrend | null;
  /** From how many calls on a GPU pays, by size; absent where cases of several runs are joined. */
  readonly calls?: (strategy: Strategy, filter: CallsFilter) => readonly CallsRow[];
};

export type FigureRequest = {
  /** What it is drawn as, for `distribution` and `phases`. */
  readonly as?: FigureForm | undefined;
  /** Needed where the run has several. */
  readonly workload?: string | undefined;
  readonly scope?: string | undefined;
  /** Fixes axes: only cases with these values, or without the axis, are shown. */
  readonly where?: Values | undefined;
  /** Axes that make a series of their own for each value. */
  readonly seriesBy?: readonly string[] | undefined;
  /** The axis to draw over, for `scaling`, `throughput` and `speedup`. */
  readonly over?: string | undefined;
  /** For `speedup`: each variant compared with itself with these values. */
  readonly against?: Values | undefined;
  /** Variants to show, in any order; all by default. */
  readonly variants?: readonly string[] | undefined;
  /** How histories are read, for `trend`. */
  readonly trend?: TrendOptions | undefined;
  /** Keys of series that are left out, with all that the figure says of them. */
  readonly hidden?: readonly string[] | undefined;
  /** Keys of the break-evens to draw, for `scaling`; by default, the first few. */
  readonly breakEvens?: readonly string[] | undefined;
};

export { type Identity, identityOf } from '../../contract/variant-identity.ts';

/** Machine, run and version, as they are written into exported files. */
export function provenanceOf(source: FigureSource): Readonly<Record<string, string>> {
  return {
    Run: source.runIds.join(' '),
    Device: deviceText(source),
    Software: `Breakeven ${source.appVersion}`,
  };
}

export function deviceText({ machine }: Pick<FigureSource, 'machine'>): string {
  const gpus = [...new Set(machine.gpus.map(({ name }) => name))];
  return [machine.cpuModel, ...gpus].filter((name) => name !== '').join('; ');
}
