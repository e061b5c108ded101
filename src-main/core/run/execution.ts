import type { Plan, PlannedCase } from '../../contract/run.ts';
import type { RunReport } from '../../contract/run-report.ts';
import type { RunVariation } from '../../stats/run-variation.ts';
import type { EngineSupervisor } from '../engines/engine-supervisor.ts';
import type { Survey } from '../engines/survey.ts';
import type { StoredBuild } from '../lab/stored-build.ts';
import type { Store } from '../store/store.ts';
import type { ProgressReporter } from './progress.ts';
import type { FinishedCases } from './repetitions.ts';
import type { RunControl } from './run-control.ts';
import type { RunLock } from './run-lock.ts';

/** What the measuring of a run needs. */
export type Execution = {
  readonly runId: string;
  readonly plan: Plan;
  readonly survey: Survey;
  /** What an earlier part of the same run has stored. */
  readonly finished: FinishedCases;
  readonly store: Pick<Store, 'saveCase' | 'log' | 'together'>;
  readonly supervisor: Pick<EngineSupervisor, 'run' | 'restart'> &
    Partial<Pick<EngineSupervisor, 'replace'>>;
  /** What a case was compiled from; empty for what this program brings. */
  readonly buildsOf?: (planned: PlannedCase) => readonly StoredBuild[];
  readonly progress: ProgressReporter;
  readonly control: RunControl;
  readonly signal: AbortSignal;
  readonly neighbours: RunLock['neighbours'];
  /** Measures only these, all of them in each of as many further processes as their policies have repetitions. */
  readonly together?: readonly PlannedCase[] | undefined;
  /**
   * What this machine is expected to vary by: intervals and the need of further repetitions rest on it, as verdicts do.
   */
  readonly variation?: RunVariation | undefined;
  /** A case was stored. */
  readonly onStored: () => void;
  /** A repetition is over, and what it measured is stored. */
  readonly onRepetition?: ((runId: string) => void) | undefined;
  /** Verdicts, break-evens and the headline of a run as they are so far; without it cases are known by themselves alone. */
  readonly report?: ((runId: string) => RunReport) | undefined;
  /** A monotonic clock in milliseconds: what cases took decides how many are measured again. */
  readonly now: () => number;
};
