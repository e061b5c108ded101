import type { Machine } from '../../contract/machine.ts';
import type { Configuration } from '../../contract/run.ts';
import type { PeakAttributes } from '../analysis/nominal-peak.ts';
import type { Evidence } from './evidence.ts';
import type { PublishedStudy } from './published.ts';

/** What the tables and claims of a study are made from. */
export type StudySource = Evidence & {
  readonly runId: string;
  readonly configuration: Configuration;
  readonly machine: Machine & Pick<PeakAttributes, 'measuredFlops'>;
  readonly study: PublishedStudy | undefined;
};
