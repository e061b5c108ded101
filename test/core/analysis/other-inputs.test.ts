import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { haveOtherInputs, whyNotComparable } from '../../../src-main/core/analysis/compare.ts';
import { withEarlier } from '../../../src-main/core/run/case-repetitions.ts';
import { storedCase } from '../../helpers/stored-case.ts';
import { result } from '../store/fixtures.ts';

const [one, other] = ['a1b2c3d4e5', 'ffeeddccbb'];

function stored(attributes: StoredCase['attributes'], more: Partial<StoredCase> = {}): StoredCase {
  return storedCase(0, {
    ...{ workload: 'histogram', variant: 'sequential', values: { n: 8, bins: 4 } },
    // The counts are those of any order of the values.
    answer: { sha256: 'same', attributes: {} },
    verification: { rule: 'exact', passed: true, message: '', maxError: null },
    metrics: { kernel: {} as StoredCase['metrics'][string] },
    attributes,
    ...more,
  });
}

const reason = (a: StoredCase, b: StoredCase) =>
  whyNotComparable(
    { runId: 'a', stored: a, device: 'cpu', scope: 'kernel' },
    { runId: 'b', stored: b, device: 'cpu', scope: 'kernel' },
  );

describe('two cases of the same values', () => {
  it('are not comparable where their inputs are not the same bytes, although their answers are', () => {
    const [a, b] = [stored({ inputSha256: one }), stored({ inputSha256: other })];
    expect(reason(a, b)).toBe('their inputs differ (SHA-256 a1b2c3d4 and ffeeddcc)');
    expect(reason(a, stored({ inputSha256: one }))).toBeNull();
    expect(haveOtherInputs(a, b)).toBe(true);
  });

  it('are compared as before where one does not know its input', () => {
    expect(reason(stored({ inputSha256: one }), stored({}))).toBeNull();
    const answer = { sha256: 'other', attributes: {} };
    expect(reason(stored({}), stored({}, { answer }))).toBe(
      'their answers differ, so their inputs did',
    );
    expect(haveOtherInputs(stored({}), stored({}, { answer }))).toBe(true);
  });

  it('of other values have other inputs', () => {
    const larger = stored({ inputSha256: other }, { values: { n: 16, bins: 4 } });
    expect(reason(stored({ inputSha256: one }), larger)).toBeNull();
    const scan = stored({ inputSha256: other }, { workload: 'scan' });
    expect(reason(stored({ inputSha256: one }), scan)).toBeNull();
  });
});

describe('the hash of an input', () => {
  it('is that of the first repetition, as later ones do not compute it again', () => {
    const first = result({ attributes: { inputSha256: one, threads: 1 } });
    const later = withEarlier(result({ attributes: { threads: 2 } }), first);
    expect(later.attributes).toEqual({ inputSha256: one, threads: 2 });
    expect(
      withEarlier(result({ attributes: {} }), result({ attributes: { threads: 1 } })).attributes,
    ).toEqual({});
  });

  it('is kept as what makes a case not comparable is, which one repetition finds out', () => {
    const first = result({ attributes: { fasterOnSeenInput: true, declaresTooMuch: true } });
    expect(withEarlier(result({ attributes: {} }), first).attributes).toEqual(first.attributes);
  });
});
