import { z } from 'zod';
import { decideSchema } from '../../../contract/configuration.ts';
import { runRowSchema } from '../../../contract/run.ts';
import { claimVerdicts } from '../../../contract/study.ts';
import { comparisonViewSchema } from '../../../contract/verdict.ts';
import { valuesSchema } from '../../../contract/workload.ts';

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
  z.object({ caseIndex: count, workload: text, variant: text, values: valuesSchema, reason: text }),
);
const difference = text.nullable();

export const comparisonShape = z.object({
  sentence: text,
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
