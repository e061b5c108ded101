import type { Machine } from '../../contract/machine.ts';
import type { Configuration } from '../../contract/run.ts';
import type { Workload } from '../../contract/workload.ts';
import type { PeakAttributes } from '../analysis/nominal-peak.ts';
import type { Evidence } from './evidence.ts';
import type { PublishedStudy } from './published.ts';

/** What the tables and claims of a study are made from. */
export type StudySource = Evidence & {
  readonly runId: string;
  readonly configuration: Configuration;
  readonly machine: Machine & Pick<PeakAttributes, 'measuredFlops'>;
  readonly study: PublishedStudy | undefined;
  /** With all variants: what gives a variant its place, and so its colour. */
  readonly workloads?: readonly Workload[];
};
