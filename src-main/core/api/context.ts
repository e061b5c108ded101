import type { ApiEvent } from '../../contract/api.ts';
import type { Catalog } from '../../contract/workload.ts';
import type { Comparer } from '../analysis/compare.ts';
import type { ResultsKeeper } from '../analysis/keep-results.ts';
import type { Reports } from '../analysis/reports.ts';
import type { Measuring } from '../engines/engines.ts';
import type { Runner, RunnerSources } from '../run/runner.ts';
import type { Reader } from '../store/reader.ts';
import type { Store } from '../store/store.ts';

/** What is opened at the first use that needs it: a listing needs neither database nor statistics. */
export type Opened = {
  readonly store: Store;
  readonly reader: Reader;
  readonly runner: Runner;
  /** A runner of what another supervisor measures, described by a catalog of its own. */
  readonly runnerOver: (supervisor: RunnerSources['supervisor'], catalog: Catalog) => Runner;
  readonly comparer: Comparer;
  readonly reports: Reports;
  readonly results: ResultsKeeper;
};

/** What the procedures of an application share. */
export type ApiContext = {
  /** Folder of the store; another after it was moved. */
  home(): string;
  /** Why the folder cannot be moved from here, in one sentence; null when it can. */
  homeFixed(): string | null;
  readonly measuring: Measuring;
  open(): Promise<Opened>;
  /** Closes the store and opens that in the folder to which it was moved. */
  reopen(home: string): Promise<Opened>;
  emit(event: ApiEvent): void;
  /** A run of this process is under way: nothing may disturb it. */
  isMeasuring(): boolean;
};
