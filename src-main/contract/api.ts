import { z } from 'zod';
import type { FigureSpec } from './figure.ts';
import type { MeasuredPeaks, PercentOfPeak, PictureView, TuningView } from './inspection.ts';
import type { DoctorReport, Machine } from './machine.ts';
import { type BreakEvenOutputs, breakEvenProcedures } from './procedures/break-evens.ts';
import { type CompareOutputs, compareProcedures } from './procedures/compare.ts';
import { type DetailOutputs, detailProcedures } from './procedures/detail.ts';
import { figureProcedures } from './procedures/figures.ts';
import { type FileOutputs, fileProcedures } from './procedures/files.ts';
import {
  chosenCaseSchema,
  type HistoryOutputs,
  historyOrderSchema,
  historyProcedures,
} from './procedures/history.ts';
import { type LabActivity, type LabOutputs, labProcedures } from './procedures/labs.ts';
import { type Queue, type QueueOutputs, queueProcedures, waitSchema } from './procedures/queue.ts';
import { type SettingsOutputs, settingsProcedures } from './procedures/settings.ts';
import { type TrendOutputs, trendProcedures } from './procedures/trends.ts';
import {
  configurationSchema,
  type Plan,
  type Progress,
  type RunRow,
  type StoredCase,
} from './run.ts';
import type { HistoryRow } from './run-results.ts';
import { screens } from './screens.ts';
import type { StudyReport } from './study.ts';
import type { BreakEvenView, ComparisonView } from './verdict.ts';
import { type Catalog, valuesSchema, type Workload } from './workload.ts';

/**
 * Everything a window can ask for. IPC and HTTP are derived from this map: an input schema for each procedure,
 * parsed at every edge, and a result type. Adding a procedure means one entry here and one in `core/app.ts`.
 */
export const procedures = {
  catalog: z.object({}),
  /** `again` repeats the integrity check of the store, which otherwise runs once. */
  doctor: z.object({ again: z.boolean().optional() }),
  presets: z.object({}),
  plan: z.object({ configuration: configurationSchema }),
  startRun: z.object({ configuration: configurationSchema, waitS: waitSchema }),
  ...queueProcedures,
  /** Measures what is missing of a run that was cancelled or cut off. */
  resumeRun: z.object({ ref: z.string().min(1).max(200), waitS: waitSchema }),
  cancelRun: z.object({ runId: z.string() }),
  /** Of the run that this process measures, or last measured; of the run of another process where it is named. */
  progress: z.object({ runId: z.string().max(200).optional() }),
  history: z.object({
    query: z.string().max(500).default(''),
    limit: z.number().int().min(1).max(200).default(50),
    /** Keyset of the last row of the page before. */
    after: z.object({ createdAt: z.string(), id: z.string() }).nullable().default(null),
    /** Newest first by default. */
    order: historyOrderSchema.optional(),
    /** The case whose median is shown, filtered and sorted by. */
    chosen: chosenCaseSchema.optional(),
    /** With the number that stands for each run over the earlier runs of its configuration. */
    sparkline: z.boolean().optional(),
  }),
  ...historyProcedures,
  ...detailProcedures,
  ...compareProcedures,
  ...breakEvenProcedures,
  ...fileProcedures,
  ...settingsProcedures,
  ...trendProcedures,
  ...labProcedures,
  run: z.object({
    ref: z.string().min(1).max(200),
    /** Only its cases that fit, in the language of history's query; see `core/store/case-filter.ts`. */
    where: z.string().min(1).max(500).optional(),
  }),
  /** The measured peaks that are stored for this machine. */
  measuredPeaks: z.object({}),
  /** Measures the peaks of this machine and stores them. */
  measurePeaks: z.object({}),
  /** The tables of the study that a run's preset (or `as`) reproduces, with the published numbers, and its claims. */
  study: z.object({ ref: z.string().min(1).max(200), as: z.string().max(60).optional() }),
  /**
   * The answer of a variant as a picture, or where two variants differ; the input itself where that is what there is to
   * see (the spy plot of a matrix), generated or from a file.
   */
  picture: z.object({
    workload: z.string(),
    variant: z.string(),
    against: z.string().optional(),
    set: valuesSchema.default({}),
    input: z.string().optional(),
    matrices: z.string().optional(),
  }),
  ...figureProcedures,
  exportRun: z.object({
    ref: z.string().min(1).max(200),
    /** An id of `exportFormats`. */
    format: z.string().max(60),
  }),
} as const;

export type ProcedureName = keyof typeof procedures;
export type Input<P extends ProcedureName> = z.input<(typeof procedures)[P]>;
export type ParsedInput<P extends ProcedureName> = z.output<(typeof procedures)[P]>;

export type Preset = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly configuration: z.input<typeof configurationSchema>;
  /** Saved by the user: can be renamed and deleted. */
  readonly own?: boolean;
};

export type RunDetail = {
  readonly run: RunRow;
  readonly machine: Machine;
  readonly plan: Plan;
  readonly cases: readonly StoredCase[];
  /** The workloads and variants of its cases as they described themselves then: size axis, device, kind, titles. */
  readonly workloads?: readonly Workload[];
  /** Ratio to the baseline variant and verdict, one entry a case that has one, keyed by case index. */
  readonly comparisons: Readonly<Record<string, ComparisonView>>;
  readonly breakEvens: readonly BreakEvenView[];
  /** How refining it ended the last time, as its log says; absent where it was not refined. */
  readonly refinementEnded?: string;
  /** Repetitions of its cases, and those of them that were disturbed: estimates leave these out where there are two others. */
  readonly repetitions?: { readonly all: number; readonly disturbed: number };
  /** How near each case comes to the measured peaks, by case index; absent until they have been measured. */
  readonly percentOfPeak?: Readonly<Record<string, PercentOfPeak>>;
  /** Of a run that searches the best value of a parameter. */
  readonly tuning?: TuningView;
  /** The preset whose study this run reproduces. */
  readonly study?: string;
  /** Workloads of the run whose time a study predicts from operations and peak. */
  readonly theory?: readonly string[];
};

export type ExportedFile = {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  /** What is not as asked for in it, in one sentence; absent where all is. */
  readonly note?: string;
};

export type Outputs = HistoryOutputs &
  DetailOutputs &
  CompareOutputs &
  BreakEvenOutputs &
  FileOutputs &
  QueueOutputs &
  SettingsOutputs &
  TrendOutputs &
  LabOutputs &
  OwnOutputs;

type OwnOutputs = {
  catalog: Catalog;
  doctor: DoctorReport;
  presets: readonly Preset[];
  plan: Plan;
  startRun: { readonly runId: string };
  resumeRun: { readonly runId: string };
  cancelRun: { readonly cancelled: boolean };
  progress: Progress | null;
  history: { readonly rows: readonly HistoryRow[]; readonly total: number };
  run: RunDetail;
  measuredPeaks: MeasuredPeaks;
  measurePeaks: MeasuredPeaks;
  picture: PictureView;
  study: StudyReport;
  figure: FigureSpec;
  exportRun: { readonly files: readonly ExportedFile[] };
  exportFigure: { readonly file: ExportedFile };
  exportFigures: {
    readonly files: readonly ExportedFile[];
    /** By position in the request: why a figure was not drawn. */
    readonly failed: readonly { readonly index: number; readonly message: string }[];
  };
  exportPreset: { readonly file: ExportedFile };
};
export type Output<P extends ProcedureName> = Outputs[P];

/** The API as `core/app.ts` implements it; hosts parse the input before they call it. */
export type Api = {
  readonly [P in ProcedureName]: (input: ParsedInput<P>) => Promise<Output<P>>;
};

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
  | { readonly type: 'command'; readonly command: MenuCommand };
