import type { Configuration } from '../../contract/configuration.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import type { Machine } from '../../contract/machine.ts';
import type { ClaimFinding, StudyTable } from '../../contract/study.ts';
import type { Values, Workload } from '../../contract/workload.ts';
import type { PeakAttributes } from '../analysis/nominal-peak.ts';
import type { nanosecondsOf, Selection, Statistic } from './cases.ts';
import type { Evidence } from './evidence.ts';
import type { PublishedSeries, PublishedStudy } from './published.ts';
import type { Sizes } from './sizes.ts';
import type { Theory } from './theory.ts';

/** A published study that a preset reproduces: a module of `studies/`, named after the preset. */
export type Study = {
  /** Id of its printed numbers. */
  readonly published: string;
  readonly tables: readonly Table[];
  readonly claims: readonly Claim[];
  /** Variants whose time is predicted from peak and operation counts. */
  readonly theory?: readonly Theory[];
};

export type Claim = {
  /** What the study says, in other words than its own. */
  readonly claim: string;
  readonly workload: string;
  /** The sizes of the study that it is about. */
  readonly sizes: Sizes;
  /** What it needs at each of them. */
  readonly selections: readonly Selection[];
  /** What a run says of it, as numbers with an interval, and whether it bears the claim out. */
  finding(evidence: Evidence): ClaimFinding;
};

export type Table = {
  /** Name of the printed table; absent where the study prints a figure alone. */
  readonly printed?: string | undefined;
  /** The printed columns that it shows; all of them where absent. */
  readonly columns?: readonly string[];
  report(source: StudySource): {
    readonly table: StudyTable;
    readonly figures: readonly FigureSpec[];
  };
  /** Its printed columns over an axis of the workload. */
  series?(study: PublishedStudy): readonly PublishedSeries[];
};

/** The printed column of the same name stands next to what was measured here or follows from it. */
export type Column =
  | Selection
  /** As the study describes its input. */
  | { readonly printed: true }
  /** The first of two measured columns minus the second, or over it. */
  | { readonly minus: readonly [string, string] }
  | { readonly over: readonly [string, string] }
  /** What the theory of the table gives for one core, or for all of them, of this machine. */
  | { readonly theory: 'sequential' | 'parallel' };

export type TimesTable = {
  /** Name of the printed table; absent where the study prints a figure alone. */
  readonly printed?: string;
  readonly title: string;
  readonly workload: string;
  readonly scope: string;
  /** The mean where it is absent. */
  readonly statistic?: Statistic;
  readonly unit: keyof typeof nanosecondsOf;
  /** What distinguishes rows: an axis, under the study's name for it, or the names of inputs. */
  readonly row: { readonly column: string; readonly axis?: string };
  /** Only cases with these values are rows. */
  readonly values?: Values;
  readonly columns: Readonly<Record<string, Column>>;
  /** Figures of bars where rows have names: which columns stand side by side. */
  readonly bars?: Readonly<Record<string, readonly string[]>>;
  readonly theory?: Theory;
  readonly notes?: readonly string[];
};

/** What the tables and claims of a study are made from. */
export type StudySource = Evidence & {
  readonly runId: string;
  readonly configuration: Configuration;
  readonly machine: Machine & Pick<PeakAttributes, 'measuredFlops'>;
  readonly study: PublishedStudy | undefined;
  /** With all variants: what gives a variant its place, and so its colour. */
  readonly workloads?: readonly Workload[];
};

/** `AMD EPYC 7B13, 2 cores; NVIDIA H200`. */
export function machineText({ cpuModel, physicalCores, gpus }: Machine): string {
  const cores = `${cpuModel}, ${physicalCores} ${physicalCores === 1 ? 'core' : 'cores'}`;
  return [cores, ...new Set(gpus.map(({ name }) => name))].join('; ');
}
