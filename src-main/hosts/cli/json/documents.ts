import { z } from 'zod';
import { calibrationSchema, refusedCalibrationSchema } from '../../../contract/calibration.ts';
import { counterPassSchema } from '../../../contract/counters.ts';
import { failureSchema } from '../../../contract/failure-schema.ts';
import { callsRowSchema, strategies } from '../../../contract/headline.ts';
import { measuredPeaksSchema, tuningSchema } from '../../../contract/inspection.ts';
import { registeredLabSchema } from '../../../contract/lab.ts';
import { doctorReportSchema } from '../../../contract/machine.ts';
import { mergedSchema } from '../../../contract/merged.ts';
import { countSeriesSchema } from '../../../contract/over-count.ts';
import { verdictEventSchema } from '../../../contract/procedures/labs.ts';
import { trendSchema } from '../../../contract/procedures/trends.ts';
import { planSchema, revisionSchema, runRowSchema, schemaVersion } from '../../../contract/run.ts';
import { historyRowSchema } from '../../../contract/run-results.ts';
import { selftestReportSchema } from '../../../contract/selftest.ts';
import { breakEvenViewSchema } from '../../../contract/verdict.ts';
import { catalogSchema, valuesSchema } from '../../../contract/workload.ts';
import { gradeRowSchema } from '../lab/grade-rows.ts';
import { runDocument } from './run-document.ts';
import {
  abShape,
  codeShape,
  codeSummaryShape,
  comparisonShape,
  flagShape,
  gateShape,
  publishedShape,
  studyShape,
  studyTables,
} from './shapes.ts';

/** One form of a verb's document, and when the verb prints it. */
export type Form = { readonly when: string; readonly schema: z.ZodType };

const text = z.string();
const texts = z.array(text);

function form(when: string, shape: z.ZodRawShape): Form {
  return { when, schema: z.strictObject({ schemaVersion: z.literal(schemaVersion), ...shape }) };
}

const always = 'always';
const run = form('of a stored run', runDocument);
const files = form('with --out', { files: texts });

/** What every verb prints instead when it fails before its document is made. */
export const errorForm = form('when it fails', { error: failureSchema });

/** What each verb prints with `--json`. A verb that is not here does not start. */
export const documents: Readonly<Record<string, readonly Form[]>> = {
  list: [
    form('by default', {
      workloads: catalogSchema.shape.workloads,
      scopes: catalogSchema.shape.scopes,
      criteria: catalogSchema.shape.criteria,
    }),
    form('with --published', { published: z.array(publishedShape) }),
    form('with --presets', {
      presets: z.array(
        z.object({ id: text, title: text, summary: text, own: z.boolean(), workloads: texts }),
      ),
    }),
  ],
  run: [
    run,
    form('with --dry-run', planSchema.omit({ schemaVersion: true }).shape),
    form('with --slurm', { files: texts, submit: text, jobs: texts.nullable() }),
  ],
  history: [
    form('by default', {
      total: z.number().int(),
      more: z.literal(true).optional(),
      runs: z.array(historyRowSchema),
    }),
    form('with --changes', {
      run: runRowSchema,
      machine: z.object({ fingerprint: text, name: text, hostname: text }),
      total: z.number().int(),
      falseDiscoveryRate: z.number(),
      trends: z.array(trendSchema),
      gate: gateShape.nullable(),
      failed: z.boolean(),
    }),
  ],
  show: [run],
  edit: [
    form('the run as it is now', { run: runRowSchema }),
    form('with --purge', { removed: z.number().int(), run: text }),
  ],
  export: [form(always, { files: texts })],
  import: [form(always, { run: runRowSchema, imported: z.boolean() })],
  merge: [form(always, mergedSchema.extend({ again: text.nullable() }).shape)],
  figure: [
    form('of runs', { file: text }),
    form('of a picture', {
      file: text,
      width: z.number().int(),
      height: z.number().int(),
      attributes: z.record(text, z.union([z.number(), text])),
    }),
  ],
  compare: [
    form(always, { ...comparisonShape.shape, gate: gateShape.nullable(), failed: z.boolean() }),
  ],
  study: [
    form('by default', studyShape),
    form('with --table', { ...studyShape, tables: studyTables }),
    files,
  ],
  counters: [
    form('by default, with --stored and with --import', {
      cases: z.array(
        z.object({
          ...{ index: z.number().int(), workload: text, variant: text, values: valuesSchema },
          counters: counterPassSchema,
        }),
      ),
    }),
    form('with --command', { commands: texts }),
  ],
  'break-even': [
    form('by default', {
      run: runRowSchema,
      breakEvens: z.array(breakEvenViewSchema),
      /** With --by energy: what is not compared, a sentence each. */
      refused: texts.optional(),
      /** With --by machine: the answers of each machine, and what their runs do not have in common. */
      machines: z
        .array(
          z.strictObject({
            ...{ machineClass: text, run: runRowSchema, breakEvens: z.array(breakEvenViewSchema) },
          }),
        )
        .optional(),
      notInCommon: texts.optional(),
      gate: gateShape.optional(),
    }),
    form('with --format json', {
      measured: z.record(text, text),
      note: text,
      thresholds: z.array(
        z.strictObject({
          ...{ name: text, workload: text, scope: text, axis: text, small: text, large: text },
          ...{ at: z.number(), low: z.number(), high: z.number() },
        }),
      ),
      others: texts,
    }),
    form('with --over calls', {
      run: runRowSchema,
      strategy: z.enum(strategies),
      calls: z.array(callsRowSchema),
      gate: gateShape.optional(),
    }),
    form('with --over and a count', {
      run: runRowSchema,
      over: text,
      series: z.array(countSeriesSchema),
      gate: gateShape.optional(),
    }),
  ],
  ab: [form(always, abShape)],
  ci: [
    form(always, {
      ...abShape,
      run: runRowSchema.nullable(),
      revision: revisionSchema,
      unchanged: texts,
      notComparable: text.nullable(),
      breakEvens: z.array(
        z.object({
          scope: text,
          pair: z.tuple([text, text]),
          base: breakEvenViewSchema,
          head: breakEvenViewSchema,
          change: z.enum(['later', 'earlier', 'not distinguishable', 'not known']),
        }),
      ),
    }),
  ],
  tune: [form(always, { run: runRowSchema, tuning: tuningSchema.nullable() })],
  lab: [
    form('of new and restore', { folder: text, files: texts }),
    form('of check', {
      variants: z.array(
        z.object({
          id: text,
          state: z.enum(['verified', 'wrong', 'not-compiled', 'unavailable']),
          reason: text.nullable(),
          warnings: texts,
          log: text,
          cases: z.number().int(),
          flags: text,
        }),
      ),
    }),
    form('of grade', { lab: text, variant: text, submissions: z.array(gradeRowSchema) }),
    form('of list', { labs: z.array(registeredLabSchema) }),
    form('of trust and forget', { lab: registeredLabSchema }),
    form('of show', { code: z.array(codeSummaryShape) }),
    {
      when: 'of show with --variant; before: with --diff',
      schema: codeShape.extend({
        schemaVersion: z.literal(schemaVersion),
        before: codeShape.optional(),
      }),
    },
    form('of watch, one document a line', { type: z.literal('ready'), folder: text }),
    form('of watch', { type: z.literal('fault'), variant: text.nullable(), reason: text }),
    form('of watch', verdictEventSchema.shape),
  ],
  selftest: [form(always, selftestReportSchema.shape)],
  doctor: [
    form('by default', doctorReportSchema.shape),
    form('with --peaks', measuredPeaksSchema.shape),
    form('with --calibrate', {
      calibration: calibrationSchema,
      refused: refusedCalibrationSchema.optional(),
    }),
    form('with --restore-backup', {
      restored: z.object({
        file: text,
        takenAt: text,
        runs: z.number().int(),
        lost: z.number().int().nullable(),
        keptAs: text.nullable(),
      }),
    }),
  ],
  serve: [form(always, { url: text })],
  backup: [form(always, { file: text })],
  version: [form(always, { version: text })],
  help: [
    form('by default', {
      version: text,
      verbs: z.array(
        z.object({
          name: text,
          summary: text,
          flags: z.array(flagShape),
          exitCodes: z.array(z.number().int()),
        }),
      ),
      flags: z.array(flagShape),
      exitCodes: z.array(z.object({ code: z.number().int(), meaning: text })),
    }),
    form('of terms', { terms: z.array(z.object({ section: text, term: text, text })) }),
    form('with --man', { page: text }),
    form('with --completion', { shell: text, script: text }),
    form('with --schema', {
      documents: z.record(text, z.array(z.object({ when: text, schema: z.looseObject({}) }))),
      errorCodes: z.record(text, z.number().int()),
    }),
    {
      when: 'with --schema of a verb: the JSON Schema itself',
      schema: z.looseObject({ $schema: text }),
    },
  ],
};
