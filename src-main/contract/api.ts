import { z } from 'zod';
import type { CounterPass } from './counters.ts';
import type { PercentOfPeak, TuningView } from './inspection.ts';
import type { Machine } from './machine.ts';
import { type Answer, type Handlers, procedure } from './procedure.ts';
import { breakEvenProcedures } from './procedures/break-evens.ts';
import { compareProcedures } from './procedures/compare.ts';
import { counterProcedures } from './procedures/counters.ts';
import { detailProcedures } from './procedures/detail.ts';
import { figureProcedures } from './procedures/figures.ts';
import { fileProcedures } from './procedures/files.ts';
import { historyProcedures } from './procedures/history.ts';
import { doctorProcedures, inspectionProcedures } from './procedures/inspection.ts';
import { type LabActivity, labProcedures } from './procedures/labs.ts';
import { type Queue, queueProcedures } from './procedures/queue.ts';
import { runProcedures } from './procedures/runs.ts';
import { settingsProcedures } from './procedures/settings.ts';
import { trendProcedures } from './procedures/trends.ts';
import type { Progress } from './progress.ts';
import type { Plan, RunRow, StoredCase } from './run.ts';
import type { RunReport } from './run-report.ts';
import { screens } from './screens.ts';
import type { CountedRepetitions } from './target.ts';
import type { Workload } from './workload.ts';

/**
 * Everything a window can ask for. IPC and HTTP are derived from this map: each input is parsed at every edge. Adding a
 * procedure means one entry in `procedures` and one in the file of `core/api` that implements these.
 */
export const procedures = {
  run: procedure<RunDetail>()({
    ref: z.string().min(1).max(200),
    /** Only its cases that fit, in the language of history's query; see `core/store/case-filter.ts`. */
    where: z.string().min(1).max(500).optional(),
    /** Cases of which most repetitions were disturbed have verdicts too. */
    allowDisturbed: z.boolean().optional(),
  }),
  ...runProcedures,
  ...queueProcedures,
  ...historyProcedures,
  ...detailProcedures,
  ...counterProcedures,
  ...compareProcedures,
  ...breakEvenProcedures,
  ...fileProcedures,
  ...settingsProcedures,
  ...trendProcedures,
  ...labProcedures,
  ...figureProcedures,
  ...inspectionProcedures,
  ...doctorProcedures,
};

export type ProcedureName = keyof typeof procedures;
export type Input<P extends ProcedureName> = z.input<(typeof procedures)[P]>;
export type ParsedInput<P extends ProcedureName> = z.output<(typeof procedures)[P]>;

export type RunDetail = RunReport & {
  readonly run: RunRow;
  readonly machine: Machine;
  readonly plan: Plan;
  readonly cases: readonly StoredCase[];
  /** The workloads and variants of its cases as they described themselves then: size axis, device, kind, titles. */
  readonly workloads?: readonly Workload[];
  /** How refining it ended the last time, as its log says; absent where it was not refined. */
  readonly refinementEnded?: string;
  /** Repetitions of its cases, and those of them that were disturbed: estimates leave these out where there are three others. */
  readonly repetitions?: CountedRepetitions;
  /** Of merged parts of a plan: the nodes that measured them, and the newest run of that plan on each other class of machine. */
  readonly nodes?: {
    readonly nodes: number;
    /** What nodes and their processes differ by, from three nodes on: standard deviations of log medians. */
    readonly between: number | null;
    readonly within: number | null;
    readonly otherClasses: readonly { readonly run: string; readonly machineClass: string }[];
  };
  /** How near each case comes to the measured peaks, by case index; absent until they have been measured. */
  readonly percentOfPeak?: Readonly<Record<string, PercentOfPeak>>;
  /** What profilers counted, by case index; cases without counters are absent. */
  readonly counters?: Readonly<Record<string, readonly CounterPass[]>>;
  /** Of a run that searches the best value of a parameter. */
  readonly tuning?: TuningView;
  /** The preset whose study this run reproduces. */
  readonly study?: string;
  /** Workloads of the run whose time a study predicts from operations and peak. */
  readonly theory?: readonly string[];
};

export type Output<P extends ProcedureName> = Answer<(typeof procedures)[P]>;

/** The API as `core/api` implements it. */
export type Api = Handlers<typeof procedures>;

/** What opens the screen at a place of the rail, from 0: a key and a menu entry. */
export const screenCommand = (place: number): `screen-${number}` => `screen-${place + 1}`;

/** What the menu of a desktop window asks its page to do; the page's own shortcuts do the same. */
export const menuCommands = [
  'new-run',
  'start-run',
  'stop-run',
  'find',
  'palette',
  'export',
  'shortcuts',
  ...screens.map((_, place) => screenCommand(place)),
] as const;
export type MenuCommand = (typeof menuCommands)[number];

/**
 * Pushed to windows without being asked: progress of the active run, that history has changed, a choice in the menu.
 */
export type ApiEvent =
  | { readonly type: 'progress'; readonly progress: Progress }
  | {
      readonly type: 'history-changed';
      readonly runId: string;
      /** All of them, where several changed at once. */
      readonly runIds?: readonly string[];
    }
  /** Something of this process joined or left the queue for the machine, or waits for somebody else now. */
  | { readonly type: 'queue-changed'; readonly queue: Queue }
  /** The check or watch of a lab began, went on or ended; null: there is none any more. */
  | { readonly type: 'lab-activity'; readonly activity: LabActivity | null }
  /** A sentence for the user about what goes on in the background; a window that comes meanwhile gets it too. */
  | { readonly type: 'notice'; readonly text: string; readonly bad: boolean }
  | { readonly type: 'command'; readonly command: MenuCommand };
