import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { criterionKinds, makeCriterion } from '../../src-main/stats/stopping/make-criterion.ts';
import { describedCriteria, samplesOf, stoppingTable } from '../helpers/stopping-criteria.ts';

const ids = stoppingTable.criteria.map(({ id }) => id);

describe('the table of stopping criteria', () => {
  it('has every criterion of both sides, a file each', () => {
    const filesOf = (folder: string, extension: string) =>
      readdirSync(new URL(`../../${folder}`, import.meta.url))
        .filter((name) => name.endsWith(extension))
        .map((name) => name.slice(0, -extension.length));
    const shared = ['criterion', 'make-criterion'];
    expect(criterionKinds.map(({ id }) => id)).toEqual(ids);
    expect(filesOf('native/core/stopping', '.cpp').sort()).toEqual([...ids].sort());
    expect(filesOf('src-main/stats/stopping', '.ts').sort()).toEqual([...ids, ...shared].sort());
  });

  it.each(stoppingTable.criteria)('sets every parameter of $id somewhere', ({ id, parameters }) => {
    const its = stoppingTable.sequences.filter(({ criterion }) => criterion === id);
    const set = new Set(its.flatMap((sequence) => Object.keys(sequence.parameters)));
    expect([...set].sort()).toEqual(Object.keys(parameters).sort());
    expect(its.some((sequence) => Object.keys(sequence.parameters).length === 0)).toBe(true);
  });
});

describe('stopping criteria in TypeScript', () => {
  it.each(stoppingTable.sequences)('$criterion: $about', (sequence) => {
    const { headline, resolutionNs, batch, processSd, parameters } = sequence;
    const policy = { rule: sequence.criterion, parameters };
    const criterion = makeCriterion(policy, describedCriteria, {
      headline,
      resolutionNs,
      batch,
      processSd,
    });
    const taken: number[] = [];
    let reason: string | null = null;
    for (const time of samplesOf(sequence)) {
      taken.push(time);
      reason = criterion.after(taken);
      if (reason !== null) break;
    }
    expect({ after: reason === null ? null : taken.length, reason }).toEqual({
      after: sequence.after,
      reason: sequence.reason,
    });
    expect(criterion.isSpent()).toBe(reason === 'max-samples');
    if (reason !== null) expect(criterion.target).toBe(reason === 'count' ? taken.length : null);
  });

  it.each(stoppingTable.refused)('refuse: $message', ({ criterion, parameters, message }) => {
    const context = { headline: true, resolutionNs: 0 };
    expect(() =>
      makeCriterion({ rule: criterion, parameters }, describedCriteria, context),
    ).toThrow(expect.objectContaining({ code: 'bad-input', message }));
  });
});
