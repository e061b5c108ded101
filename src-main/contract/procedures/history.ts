import { z } from 'zod';
import { procedure } from '../procedure.ts';
import type { RunRow } from '../run.ts';
import type { HistoryRow } from '../run-results.ts';

/** A run: an id, a unique prefix of one, `latest~1`, `same~1`, `baseline`, a tag, a title or a commit. */
export const refSchema = z.string().min(1).max(200);
/** As many as one page of history has. */
export const refsSchema = z.array(refSchema).min(1).max(200);
const tagsSchema = z.array(z.string().min(1).max(60)).max(50);

export const rowOrders = ['created', 'title', 'status', 'device', 'class', 'cases'] as const;
/** By results of runs; `case` is the median of the case that was chosen. Runs without one come last. */
export const resultOrders = ['breakEven', 'speedup', 'median', 'case'] as const;
export const historyOrders = [...rowOrders, ...resultOrders] as const;

/** A case that is followed over runs: workload, variant and axes, as a query has them, and a timing scope. */
export const chosenCaseSchema = z.object({
  query: z.string().min(1).max(500),
  scope: z.string().min(1).max(60).default('total'),
});
export type ChosenCaseRequest = z.output<typeof chosenCaseSchema>;

export const historyOrderSchema = z.object({
  by: z.enum(historyOrders),
  descending: z.boolean(),
});
export type HistoryOrder = z.infer<typeof historyOrderSchema>;

export const historyProcedures = {
  history: procedure<HistoryPage>()({
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
  /** How many runs of a query have each workload, status, device, class of machine and tag, the most frequent first. */
  historyFacets: procedure<HistoryFacets>()({
    query: z.string().max(500).default(''),
    /** Most values of each facet. */
    limit: z.number().int().min(1).max(50).default(12),
  }),
  /** What can stand at a place of the query bar. */
  completeQuery: procedure<QueryCompletion>()({
    query: z.string().max(500),
    /** Position of the cursor, in UTF-16 units. */
    cursor: z.number().int().min(0).max(500),
  }),
  savedViews: procedure<{ readonly views: readonly HistoryView[] }>()({}),
  /** Replaces a view of the same name, whatever its case. */
  saveView: procedure<{ readonly views: readonly HistoryView[] }>()({
    name: z.string().min(1).max(60),
    query: z.string().max(500),
    order: historyOrderSchema.optional(),
    columns: z.array(z.string().max(60)).max(60).optional(),
  }),
  deleteView: procedure<{ readonly views: readonly HistoryView[] }>()({
    name: z.string().min(1).max(60),
  }),
  tagRuns: procedure<ChangedRuns>()({
    refs: refsSchema,
    add: tagsSchema.default([]),
    remove: tagsSchema.default([]),
  }),
  noteRun: procedure<ChangedRuns>()({ ref: refSchema, note: z.string().max(20_000) }),
  renameRun: procedure<ChangedRuns>()({ ref: refSchema, title: z.string().max(200) }),
  /** At most five runs are pinned. */
  pinRun: procedure<ChangedRuns>()({ ref: refSchema, pinned: z.boolean() }),
  /** The one run that others are compared with; null: none. */
  setBaseline: procedure<ChangedRuns>()({ ref: refSchema.nullable() }),
  /** Nothing is lost: `restoreRuns` undoes it. Runs under way stay where they are. */
  trashRuns: procedure<{ readonly ids: readonly string[] }>()({ refs: refsSchema }),
  restoreRuns: procedure<ChangedRuns>()({ refs: refsSchema }),
  /** Removes runs in the trash for good; null: all of them. */
  purgeRuns: procedure<{ readonly removed: number }>()({ refs: refsSchema.nullable() }),
};

export type HistoryPage = {
  readonly rows: readonly HistoryRow[];
  /** Of all pages. */
  readonly total: number;
  /** There are more than `total`: counting all of them takes too long. */
  readonly more?: true;
};

export type FacetValue = { readonly value: string; readonly count: number };

/** Of all runs of the query. */
export type HistoryFacets = {
  readonly total: number;
  readonly workload: readonly FacetValue[];
  readonly status: readonly FacetValue[];
  readonly device: readonly FacetValue[];
  readonly class: readonly FacetValue[];
  readonly tag: readonly FacetValue[];
};

export type QueryCompletion = {
  /** The part of the query that a choice replaces. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly {
    /** What is put there. A field ends with its operator, a value with nothing. */
    readonly text: string;
    readonly kind: 'field' | 'axis' | 'value';
    readonly help: string;
  }[];
};

/** A named look at history. */
export type HistoryView = {
  readonly name: string;
  readonly query: string;
  readonly order?: HistoryOrder;
  readonly columns?: readonly string[];
};

/** Runs as they are after a change, in the order in which they were named. */
export type ChangedRuns = { readonly rows: readonly RunRow[] };
