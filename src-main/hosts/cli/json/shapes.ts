import { z } from 'zod';
import { decideSchema } from '../../../contract/configuration.ts';
import { measuredPeakSchema } from '../../../contract/machine.ts';
import { runRowSchema } from '../../../contract/run.ts';
import { claimVerdicts } from '../../../contract/study.ts';
import { comparisonViewSchema } from '../../../contract/verdict.ts';
import { deviceSchema, scalarSchema, valuesSchema } from '../../../contract/workload.ts';

/** Parts of documents that no file and no other process is read by: what has a schema elsewhere is taken from there. */

const text = z.string();
const texts = z.array(text);
const number = z.number();
const count = number.int();
const interval = z.tuple([number, number]);

/** What `--fail-on` found. */
export const gateShape = z.object({
  failOn: texts,
  judged: count,
  withVerdict: count,
  comparisons: count,
  falseDiscoveryRate: number.nullable(),
  method: text.nullable(),
  hits: z.array(z.looseObject({})),
  /** Where it is asked whether something is slower: the smallest change to detect, and how many comparisons cannot show it. */
  tell: number.nullable(),
  untold: count,
});

export const percentOfPeakShape = z.object({
  percent: number,
  bound: z.enum(['memory', 'compute']),
  peak: number,
  unit: text,
  cache: text.optional(),
  reason: text.optional(),
});

export const tuningShape = z.object({
  workload: text,
  variant: text,
  parameter: text,
  scope: text,
  trials: z.array(
    z.object({
      value: scalarSchema,
      medianNs: number.nullable(),
      ci95: interval.nullable(),
      reason: text.nullable(),
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
  sentence: text,
  published: z
    .array(
      z.object({
        label: text,
        notes: texts,
        points: z.array(z.object({ value: number, ns: number })),
      }),
    )
    .optional(),
});

const side = z.object({ runId: text, title: text, variant: text.nullable() });
const cell = z.object({
  case: count,
  variant: text,
  values: valuesSchema,
  outcome: z.enum(['ok', 'skipped', 'failed']),
  reason: text.nullable(),
  n: count,
  medianNs: number.nullable(),
  ci95: interval.nullable(),
  disturbed: text.optional(),
});
const unpaired = z.array(
  z.object({
    caseIndex: count,
    workload: text,
    variant: text,
    values: valuesSchema,
    reason: text,
  }),
);
const difference = text.nullable();

export const comparisonShape = z.object({
  contender: side,
  baseline: side,
  scope: text,
  margins: z.object({ difference: number, same: number }),
  differences: z.array(
    z.object({
      attribute: text,
      machine: z.boolean(),
      contender: difference,
      baseline: difference,
    }),
  ),
  cases: z.array(
    z.object({
      workload: text,
      axes: texts,
      values: valuesSchema,
      contender: cell,
      baseline: cell,
      comparison: comparisonViewSchema,
      newlyFailed: z.boolean(),
    }),
  ),
  /** The smallest change, percent of time, that half of the cases could have established; null without an interval. */
  tells: number.nullable(),
  unpaired: z.object({ contender: unpaired, baseline: unpaired }),
});

const versionCell = z.object({
  case: count,
  variant: text,
  outcome: z.enum(['ok', 'skipped', 'failed']),
  reason: text.nullable(),
  medianNs: number.nullable(),
});

export const abShape = {
  run: runRowSchema,
  scope: text,
  decide: decideSchema,
  cases: z.array(
    z.object({
      workload: text,
      values: valuesSchema,
      base: versionCell,
      head: versionCell,
      /** A ratio below 1: the head is faster. Null where one of them was not measured. */
      comparison: comparisonViewSchema.nullable(),
    }),
  ),
  decided: z.boolean(),
  pairs: count,
  /** The smallest change, percent of time, that each case could have established; null where one has no interval. */
  tells: number.nullable(),
  gate: gateShape.optional(),
};

const trendPoint = z.object({
  runId: text,
  caseIndex: count,
  at: text,
  medianNs: number,
  ci95: interval.nullable(),
  n: count,
  commit: text.optional(),
});
const change = { ratio: number, ci95: interval, p: number, adjustedP: number.optional() };
export const trendShape = z.object({
  caseIndex: count,
  workload: text,
  variant: text,
  device: deviceSchema.nullable(),
  values: valuesSchema,
  scope: text,
  runs: count,
  first: text.nullable(),
  latest: text.nullable(),
  segments: z.array(z.object({ from: number, to: number, medianNs: number, ci95: interval })),
  changePoints: z.array(
    z.object({
      at: count,
      before: trendPoint,
      after: trendPoint,
      ...change,
      differences: z.array(
        z.object({ attribute: text, before: difference, after: difference, lasting: z.boolean() }),
      ),
      sentence: text,
    }),
  ),
  creep: z.object({ perRun: number, ...change, sentence: text }).optional(),
  state: z.enum(['too-few', 'steady', 'changed']),
  sentence: text,
  notes: texts,
  points: z.array(trendPoint).optional(),
});

const peaks = z.array(measuredPeakSchema);
export const peaksShape = {
  measuredAt: text.nullable(),
  peaks,
  refused: z
    .object({
      ...{ reason: text, peaks },
      stored: texts,
      kept: z.array(z.object({ device: text, measuredAt: text })),
    })
    .optional(),
};

export const selftestShape = {
  passed: count,
  failed: count,
  skipped: count,
  cases: z.array(
    z.object({
      workload: text,
      variant: text,
      values: valuesSchema,
      outcome: z.enum(['passed', 'failed', 'skipped']),
      reason: text.nullable(),
    }),
  ),
  ended: z.enum(['cancelled', 'time-limit']).optional(),
  left: count.optional(),
};

const studyTable = z.object({
  title: text,
  columns: z.array(
    z.object({
      title: text,
      unit: text.nullable(),
      source: z.enum(['key', 'measured', 'published', 'derived']),
    }),
  ),
  rows: z.array(z.array(z.union([text, number, z.null()]))),
  notes: texts,
});
export const studyShape = {
  study: text,
  name: text,
  runId: text,
  machine: text,
  figures: z.array(z.looseObject({ title: text })),
  claims: z.array(
    z.object({
      claim: text,
      finding: text,
      estimate: number.nullable(),
      ci95: interval.nullable(),
      expected: text,
      verdict: z.enum(claimVerdicts),
      reason: text,
      values: z.record(text, number),
    }),
  ),
  notes: texts,
};
export const studyTables = z.array(studyTable);

export const publishedShape = z.object({
  key: text,
  study: text,
  workload: text,
  axis: text,
  label: text,
  note: text,
  points: count,
});

export const flagShape = z.object({ name: text, value: text.nullable(), help: text });

const ofBuild = { workload: text, variant: text, role: text };
export const codeSummaryShape = z.object({
  ...ofBuild,
  build: text,
  command: text,
  compiler: text,
  sources: z.array(z.looseObject({ name: text })),
});
export const codeShape = z.looseObject({ ...ofBuild, build: z.looseObject({ hash: text }) });
export const labShape = z.object({
  id: text,
  path: text,
  trusted: text.nullable(),
  saved: z.boolean(),
});

export const mergedShape = z.strictObject({
  added: z.number().int(),
  runs: z.array(
    z.strictObject({
      run: runRowSchema.nullable(),
      title: z.string(),
      machineClass: z.string(),
      of: z.number().int(),
      shards: z.array(z.number().int()),
      missing: z.array(z.number().int()),
      nodes: z.array(z.string()),
      differences: z.array(z.string()),
      added: z.number().int(),
    }),
  ),
  notes: z.array(z.string()),
  again: z.string().nullable(),
});
