import { describe, expect, it } from 'vitest';
import { caseAttributes } from '../../src-renderer/state/case-attributes.ts';
import { storedCase } from '../helpers/stored-case.ts';

const rowsOf = (attributes: Readonly<Record<string, number | string>>) =>
  caseAttributes(
    storedCase(0, { workload: 'tally', variant: 'device-tally', metrics: {}, attributes }),
  ).flatMap(({ rows }) => rows);

describe('the energy of a case', () => {
  it('is that of one execution with its interval, in a unit that can be read', () => {
    const attributes = { energyJ: 0.00152, energyLowJ: 0.00148, energyHighJ: 0.00156 };
    expect(rowsOf({ ...attributes, energyExecutions: 1800 })).toContainEqual([
      'Energy per execution',
      '1.52 mJ [1.48, 1.56], over 1800 executions',
    ]);
    // No part of it is listed a second time.
    expect(rowsOf({ ...attributes, energyExecutions: 1800 }).map(([name]) => name)).not.toContain(
      'energyLowJ',
    );
    expect(rowsOf({ energyJ: 2.5 })).toContainEqual(['Energy per execution', '2.5 J']);
    expect(rowsOf({ energyJ: 4e-5 })).toContainEqual(['Energy per execution', '40 µJ']);
  });

  it('is not told where none was measured', () => {
    expect(rowsOf({ grid: 8 }).map(([name]) => name)).not.toContain('Energy per execution');
  });
});
