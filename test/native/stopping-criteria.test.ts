import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { medianRanks } from '../../src-main/stats/median-interval.ts';
import { openAddon, openPart, testAddonFolder } from './native-addons.ts';

type StoppingAddon = {
  readonly stopAfter: (
    id: string,
    parameters: Readonly<Record<string, number | string>>,
    context: {
      readonly headline: boolean;
      readonly brief: boolean;
      readonly resolutionNs: number;
      readonly batch: number;
      readonly processSd: number;
    },
    timesNs: Float64Array,
  ) => { after: number; reason: string; target: number; isSpent: boolean } | null;
  readonly medianRanks: (n: number, level: number) => { lower: number; upper: number } | null;
};

/** A number, or a pattern so many times. */
const timesSchema = z.array(
  z.union([z.number(), z.object({ repeat: z.array(z.number()).min(1), times: z.int().min(1) })]),
);

const parametersSchema = z.record(z.string(), z.union([z.number(), z.string()]));

const tableSchema = z.strictObject({
  /** Samples that several sequences have. */
  series: z.record(z.string(), z.array(z.number())),
  sequences: z.array(
    z.strictObject({
      criterion: z.string(),
      about: z.string(),
      /** What the policy sets; the others have their default. */
      parameters: parametersSchema,
      headline: z.boolean().default(true),
      /** In the first of several repetitions. */
      brief: z.boolean().default(false),
      /** Step of the clock in the time of one sample; 0 where it plays no part. */
      resolutionNs: z.number().default(0),
      /** Executions in one sample. */
      batch: z.int().min(1).default(1),
      /** Standard deviation between processes of the log median; 0 where it is not known. */
      processSd: z.number().default(0),
      timesNs: z.union([z.string(), timesSchema]),
      /** The number of samples at which the criterion is met, and the reason; null where these samples do not meet it. */
      after: z.int().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  refused: z.array(
    z.strictObject({ criterion: z.string(), parameters: parametersSchema, message: z.string() }),
  ),
});

const { series, sequences, refused } = tableSchema.parse(
  JSON.parse(readFileSync(new URL('stopping-criteria.json', import.meta.url), 'utf8')),
);

/** The samples of a sequence, in the order taken. */
function samplesOf({ timesNs }: (typeof sequences)[number]): Float64Array {
  const written = typeof timesNs === 'string' ? series[timesNs] : timesNs;
  if (written === undefined) throw new Error(`the table has no series ${timesNs}`);
  return Float64Array.from(
    written.flatMap((item) =>
      typeof item === 'number'
        ? [item]
        : Array.from({ length: item.times }, () => item.repeat).flat(),
    ),
  );
}

const native = openPart<StoppingAddon>('stopping');

describe('stopping criteria', () => {
  const criteria = openAddon('cpu', testAddonFolder).catalog().criteria;

  it.each(criteria)('of $id have each parameter set in some sequence', ({ id, parameters }) => {
    const its = sequences.filter(({ criterion }) => criterion === id);
    const set = new Set(its.flatMap((sequence) => Object.keys(sequence.parameters)));
    expect([...set].sort()).toEqual(parameters.map((axis) => axis.id).sort());
    expect(its.some((sequence) => Object.keys(sequence.parameters).length === 0)).toBe(true);
  });

  it.each(sequences)('$criterion: $about', (sequence) => {
    const { criterion, parameters, after, reason } = sequence;
    const { headline, brief, resolutionNs, batch, processSd } = sequence;
    const context = { headline, brief, resolutionNs, batch, processSd };
    const found = native.stopAfter(criterion, parameters, context, samplesOf(sequence));
    expect(found).toEqual(
      after === null
        ? null
        : {
            after,
            reason,
            target: reason === 'count' ? after : 0,
            isSpent: reason === 'max-samples',
          },
    );
  });

  it.each(refused)('refuse: $message', ({ criterion, parameters, message }) => {
    const context = { headline: true, brief: false, resolutionNs: 0, batch: 1, processSd: 0 };
    const times = Float64Array.of(1);
    expect(() => native.stopAfter(criterion, parameters, context, times)).toThrow(message);
  });

  it('take the same order statistics of the median as the statistics layer', () => {
    const sizes = [...Array.from({ length: 400 }, (_, n) => n), 1000, 4999, 100_000];
    for (const level of [0.5, 0.68, 0.75, 0.875, 0.9, 0.95, 0.99, 0.9999]) {
      for (const n of sizes) {
        const ranks = medianRanks(n, level);
        const bounds = ranks === null ? null : { lower: ranks.lower, upper: ranks.upper };
        expect(native.medianRanks(n, level), `${n} at ${level}`).toEqual(bounds);
      }
    }
  });
});
