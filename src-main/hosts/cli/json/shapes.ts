import { z } from 'zod';
import { measuredPeakSchema } from '../../../contract/machine.ts';
import { claimVerdicts } from '../../../contract/study.ts';
import { comparisonViewSchema } from '../../../contract/verdict.ts';
import { deviceSchema, scalarSchema, valuesSchema } from '../../../contract/workload.ts';

/** Parts of documents that no file and no other process is read by: what has a schema elsewhere is taken from there. */

const interval = z.tuple([z.number(), z.number()]);

/** What `--fail-on` found. */
export const gateShape = z.object({
  failOn: z.array(z.string()),
  judged: z.number().int(),
  withVerdict: z.number().int(),
  comparisons: z.number().int(),
  falseDiscoveryRate: z.number().nullable(),
  method: z.string().nullable(),
  hits: z.array(z.looseObject({})),
});

export const percentOfPeakShape = z.object({
  percent: z.number(),
  bound: z.enum(['memory', 'compute']),
  peak: z.number(),
  unit: z.string(),
  cache: z.string().optional(),
  reason: z.string().optional(),
});

export const tuningShape = z.object({
  workload: z.string(),
  variant: z.string(),
  parameter: z.string(),
  scope: z.string(),
  trials: z.array(
    z.object({
      value: scalarSchema,
      medianNs: z.number().nullable(),
      ci95: interval.nullable(),
      reason: z.string().nullable(),
      comparison: comparisonViewSchema.nullable(),
    }),
  ),
  best: scalarSchema.nullable(),
  interval: z.tuple([scalarSchema, scalarSchema]).nullable(),
  edge: z.enum(['lower', 'upper']).nullable().optional(),
  confirmation: z
    .object({ best: scalarSchema, value: scalarSchema, comparison: comparisonViewSchema })
    .optional(),
  state: z.enum(['found', 'flat', 'open']),
  sentence: z.string(),
  published: z
    .array(
      z.object({
        label: z.string(),
        notes: z.array(z.string()),
        points: z.array(z.object({ value: z.number(), ns: z.number() })),
      }),
    )
    .optional(),
});

const side = z.object({ runId: z.string(), title: z.string(), variant: z.string().nullable() });
const cell = z.object({
  case: z.number().int(),
  variant: z.string(),
  values: valuesSchema,
  outcome: z.enum(['ok', 'skipped', 'failed']),
  reason: z.string().nullable(),
  n: z.number().int(),
  medianNs: z.number().nullable(),
  ci95: interval.nullable(),
  disturbed: z.string().optional(),
});
const unpaired = z.array(
  z.object({
    caseIndex: z.number().int(),
    workload: z.string(),
    variant: z.string(),
    values: valuesSchema,
    reason: z.string(),
  }),
);
const difference = z.string().nullable();

export const comparisonShape = z.object({
  contender: side,
  baseline: side,
  scope: z.string(),
  margins: z.object({ difference: z.number(), same: z.number() }),
  differences: z.array(
    z.object({
      attribute: z.string(),
      machine: z.boolean(),
      contender: difference,
      baseline: difference,
    }),
  ),
  cases: z.array(
    z.object({
      workload: z.string(),
      axes: z.array(z.string()),
      values: valuesSchema,
      contender: cell,
      baseline: cell,
      comparison: comparisonViewSchema,
      newlyFailed: z.boolean(),
    }),
  ),
  unpaired: z.object({ contender: unpaired, baseline: unpaired }),
});

const trendPoint = z.object({
  runId: z.string(),
  caseIndex: z.number().int(),
  at: z.string(),
  medianNs: z.number(),
  ci95: interval.nullable(),
  n: z.number().int(),
  commit: z.string().optional(),
});
const change = {
  ratio: z.number(),
  ci95: interval,
  p: z.number(),
  adjustedP: z.number().optional(),
};
export const trendShape = z.object({
  caseIndex: z.number().int(),
  workload: z.string(),
  variant: z.string(),
  device: deviceSchema.nullable(),
  values: valuesSchema,
  scope: z.string(),
  runs: z.number().int(),
  first: z.string().nullable(),
  latest: z.string().nullable(),
  segments: z.array(
    z.object({ from: z.number(), to: z.number(), medianNs: z.number(), ci95: interval }),
  ),
  changePoints: z.array(
    z.object({
      at: z.number().int(),
      before: trendPoint,
      after: trendPoint,
      ...change,
      differences: z.array(
        z.object({
          attribute: z.string(),
          before: difference,
          after: difference,
          lasting: z.boolean(),
        }),
      ),
      sentence: z.string(),
    }),
  ),
  creep: z.object({ perRun: z.number(), ...change, sentence: z.string() }).optional(),
  state: z.enum(['too-few', 'steady', 'changed']),
  sentence: z.string(),
  notes: z.array(z.string()),
  points: z.array(trendPoint).optional(),
});

const peaks = z.array(measuredPeakSchema);
export const peaksShape = {
  measuredAt: z.string().nullable(),
  peaks,
  refused: z
    .object({
      ...{ reason: z.string(), peaks },
      stored: z.array(z.string()),
      kept: z.array(z.object({ device: z.string(), measuredAt: z.string() })),
    })
    .optional(),
};

export const selftestShape = {
  passed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  cases: z.array(
    z.object({
      workload: z.string(),
      variant: z.string(),
      values: valuesSchema,
      outcome: z.enum(['passed', 'failed', 'skipped']),
      reason: z.string().nullable(),
    }),
  ),
  ended: z.enum(['cancelled', 'time-limit']).optional(),
  left: z.number().int().optional(),
};

const studyTable = z.object({
  title: z.string(),
  columns: z.array(
    z.object({
      title: z.string(),
      unit: z.string().nullable(),
      source: z.enum(['key', 'measured', 'published', 'derived']),
    }),
  ),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  notes: z.array(z.string()),
});
export const studyShape = {
  study: z.string(),
  name: z.string(),
  runId: z.string(),
  machine: z.string(),
  figures: z.array(z.looseObject({ title: z.string() })),
  claims: z.array(
    z.object({
      claim: z.string(),
      finding: z.string(),
      estimate: z.number().nullable(),
      ci95: interval.nullable(),
      expected: z.string(),
      verdict: z.enum(claimVerdicts),
      reason: z.string(),
      values: z.record(z.string(), z.number()),
    }),
  ),
  notes: z.array(z.string()),
};
export const studyTables = z.array(studyTable);

export const publishedShape = z.object({
  key: z.string(),
  study: z.string(),
  workload: z.string(),
  axis: z.string(),
  label: z.string(),
  note: z.string(),
  points: z.number().int(),
});

export const flagShape = z.object({
  name: z.string(),
  value: z.string().nullable(),
  help: z.string(),
});

const ofBuild = { workload: z.string(), variant: z.string(), role: z.string() };
export const codeSummaryShape = z.object({
  ...ofBuild,
  build: z.string(),
  command: z.string(),
  compiler: z.string(),
  sources: z.array(z.looseObject({ name: z.string() })),
});
export const codeShape = z.looseObject({ ...ofBuild, build: z.looseObject({ hash: z.string() }) });
export const labShape = z.object({ id: z.string(), path: z.string(), trusted: z.boolean() });
