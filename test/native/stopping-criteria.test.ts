import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { medianRanks } from '../../src-main/stats/median-interval.ts';
import { samplesOf, stoppingTable } from '../helpers/stopping-criteria.ts';
import { openAddon, testAddonFolder } from './native-addons.ts';

type StoppingAddon = {
  readonly stopAfter: (
    id: string,
    parameters: Readonly<Record<string, number | string>>,
    context: {
      readonly headline: boolean;
      readonly resolutionNs: number;
      readonly batch: number;
      readonly processSd: number;
    },
    timesNs: Float64Array,
  ) => { after: number; reason: string; target: number; isSpent: boolean } | null;
  readonly medianRanks: (n: number, level: number) => { lower: number; upper: number } | null;
};

const addonSchema = z.custom<StoppingAddon>(
  (value) =>
    z.object({ stopAfter: z.function(), medianRanks: z.function() }).safeParse(value).success,
);

const file = join(testAddonFolder, 'breakeven_stopping.node');
const hasCriteria = existsSync(file);

function openCriteria(): StoppingAddon {
  return addonSchema.parse(createRequire(import.meta.url)(file));
}

describe('the addon of the native stopping criteria', () => {
  it('is built with the test variants', () => expect(hasCriteria).toBe(true));
});

describe.skipIf(!hasCriteria)('native stopping criteria', () => {
  const native = hasCriteria ? openCriteria() : null;

  it('have the parameters of the table in the catalog', () => {
    const { stopRules } = openAddon('cpu', testAddonFolder).catalog();
    const described = stopRules.map(({ id, parameters }) => ({
      id,
      parameters: Object.fromEntries(
        parameters.map((axis) => [
          axis.id,
          'min' in axis ? [axis.type, axis.min, axis.max, axis.default] : [axis.type],
        ]),
      ),
    }));
    expect(described).toEqual(stoppingTable.criteria);
  });

  it.each(stoppingTable.sequences)('$criterion: $about', (sequence) => {
    const { criterion, parameters, headline, resolutionNs, batch, processSd, after, reason } =
      sequence;
    const context = { headline, resolutionNs, batch, processSd };
    const found = native?.stopAfter(criterion, parameters, context, samplesOf(sequence));
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

  it.each(stoppingTable.refused)('refuse: $message', ({ criterion, parameters, message }) => {
    const context = { headline: true, resolutionNs: 0, batch: 1, processSd: 0 };
    const times = Float64Array.of(1);
    expect(() => native?.stopAfter(criterion, parameters, context, times)).toThrow(message);
  });

  it('take the same order statistics of the median as the statistics layer', () => {
    const sizes = [...Array.from({ length: 400 }, (_, n) => n), 1000, 4999, 100_000];
    for (const level of [0.5, 0.68, 0.75, 0.875, 0.9, 0.95, 0.99, 0.9999]) {
      for (const n of sizes) {
        const ranks = medianRanks(n, level);
        const bounds = ranks === null ? null : { lower: ranks.lower, upper: ranks.upper };
        expect(native?.medianRanks(n, level), `${n} at ${level}`).toEqual(bounds);
      }
    }
  });
});
