import { describe, expect, it } from 'vitest';
import type { Energy } from '../../src-main/contract/energy.ts';
import { caseAttributes } from '../../src-renderer/state/case-attributes.ts';
import { storedCase } from '../helpers/stored-case.ts';

const rowsOf = (
  attributes: Readonly<Record<string, number | string>>,
  energy?: readonly Energy[],
) => {
  const stored = storedCase(0, {
    workload: 'tally',
    variant: 'device-tally',
    metrics: {},
    attributes,
  });
  return caseAttributes(energy === undefined ? stored : { ...stored, energy: [...energy] }).flatMap(
    ({ rows }) => rows,
  );
};

describe('the energy of a case', () => {
  it('is that of one execution with its interval, in a unit that can be read', () => {
    const one = { repetition: 0, device: 'gpu', executions: 1800, idleW: 91.44 } as const;
    const rows = rowsOf({}, [{ ...one, joules: 0.00152, low: 0.00148, high: 0.00156 }]);
    expect(rows).toContainEqual(['Energy per execution', '1.520 mJ [1.480, 1.560 mJ], card']);
    expect(rows).toContainEqual(['Idle power of the card', '91.4 W']);
    // Of a tool that gives one number.
    const bare = { ...one, idleW: null, low: null, high: null };
    expect(rowsOf({}, [{ ...bare, joules: 2.5 }])).toEqual([
      ['Energy per execution', '2.50 J, card'],
    ]);
    expect(rowsOf({}, [{ ...bare, joules: 4e-5 }])[0]?.[1]).toBe('40.0 µJ, card');
  });

  it('is not told where none was measured', () => {
    expect(rowsOf({ grid: 8 }).map(([name]) => name)).not.toContain('Energy per execution');
  });
});
