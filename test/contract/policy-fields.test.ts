import { describe, expect, it } from 'vitest';
import { policyFields } from '../../src-main/contract/configuration.ts';
import { run } from '../../src-main/hosts/cli/verbs/run.ts';

describe('the fields of a policy that are flags', () => {
  it('have the bounds and words of the schema', () => {
    const seen = policyFields.map(({ name, bounds, choices }) => [name, bounds ?? choices]);
    expect(Object.fromEntries(seen)).toMatchObject({
      'max-repetitions': { min: 1, max: 50, whole: true },
      'hang-limit': { min: 0.1, max: 86_400, whole: false },
      order: ['shuffled', 'sequential'],
    });
  });

  it('are flags of run, as the schema describes them', () => {
    for (const { name, value, help } of policyFields) {
      expect(run.flags).toContainEqual(expect.objectContaining({ name, value, help }));
    }
  });
});
