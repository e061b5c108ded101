import { describe, expect, it } from 'vitest';
import {
  differencesOf,
  namedAttributes,
} from '../../../../src-main/core/analysis/trend/environment-changes.ts';
import { openMpCheck } from '../../../../src-main/core/machine/openmp-environment.ts';
import type { CaseEnvironment } from '../../../../src-main/core/store/series.ts';
import { machine, policy } from '../../store/fixtures.ts';

const base: CaseEnvironment = {
  machine,
  attributes: { threads: 4, registers: 32, effectiveThreads: 3.9, temperatureAfterC: 40 },
  descriptor: '0123456789abcdef',
  policy,
};

describe('namedAttributes', () => {
  it('has what decides how long a case takes, and not what it took', () => {
    const attributes = namedAttributes(base);
    expect(attributes.get('Threads')).toBe('4');
    expect(attributes.get('Registers per thread')).toBe('32');
    expect(attributes.get('NVIDIA driver')).toBe('580.1');
    expect(attributes.get('Description of the variant')).toBe('01234567');
    expect(attributes.get('Stopping criterion')).toBe('fixed, samples 5');
    expect(attributes.get('Time limit (s)')).toBe('none');
    const versions = { ...machine.versions, flags: '-O3' };
    const lab = { ...base, attributes: { flags: '-O2' }, machine: { ...machine, versions } };
    expect(namedAttributes(lab).get('Compiler flags')).toBe('-O2');
    expect([...attributes.keys()].join()).not.toMatch(/effective|temperature/i);
  });

  it('names each setting of OpenMP, also one with spaces in it', () => {
    const check = openMpCheck({ OMP_PLACES: '{0:4} {4:4}' }, { OMP_WAIT_POLICY: 'active' });
    const attributes = namedAttributes({ ...base, machine: { ...machine, preflight: [check] } });
    expect(attributes.get('OMP_PLACES')).toBe('{0:4} {4:4}');
    expect(attributes.get('OMP_WAIT_POLICY')).toBe('active');
    expect(attributes.has(check.title)).toBe(false);
  });
});

describe('differencesOf', () => {
  const of = (more: Partial<CaseEnvironment>): CaseEnvironment => ({ ...base, ...more });
  const eight = of({ attributes: { threads: 8 } });

  it('is nothing where all is the same, or a run next to the step is gone', () => {
    expect(differencesOf([base, base], [base])).toEqual([]);
    expect(differencesOf([null, base], [eight])).toEqual([]);
  });

  it('tells a fact that one side lacks, and what did not last', () => {
    const before = of({ attributes: { threads: 4 } });
    expect(differencesOf([before, before, null], [eight, eight])).toEqual([
      { attribute: 'Threads', before: '4', after: '8', lasting: true },
    ]);
    expect(differencesOf([before, eight], [eight])).toEqual([
      { attribute: 'Threads', before: '4', after: '8', lasting: false },
    ]);
    expect(differencesOf([before], [of({ attributes: {} })])).toEqual([
      { attribute: 'Threads', before: '4', after: null, lasting: true },
    ]);
  });
});
