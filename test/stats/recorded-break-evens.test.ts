import { describe, expect, it } from 'vitest';
import { readRecorded, recordedFiles, vmFile } from '../simulations/recorded-aa.ts';
import { recordedBreakEvens } from '../simulations/recorded-break-evens.ts';

const recorded = recordedFiles.map((file) => recordedBreakEvens(readRecorded(file)));
const withCrossing = recorded.flatMap((one) => one.filter(({ pooled }) => pooled !== null));

describe('break-evens of recorded runs of the same programs', () => {
  it('hold the crossing of all runs together in at least nine of ten', () => {
    const intervals = withCrossing.flatMap(({ runs }) => runs.filter(({ ci95 }) => ci95 !== null));
    expect(intervals.length).toBeGreaterThanOrEqual(30);
    const held = intervals.filter(({ holds }) => holds);
    expect(held.length / intervals.length).toBeGreaterThanOrEqual(0.9);
  });

  it('never name a winner at every size where there is a crossing', () => {
    const answers = withCrossing.flatMap(({ runs }) => runs.map(({ answer }) => answer));
    expect(answers).not.toContain('none');
  });

  it('agree between two hosts of one kind', () => {
    const [first = [], second = []] = recorded.map((one) => one.map(({ pooled }) => pooled));
    for (const [index, one] of first.entries()) {
      const other = second[index] ?? null;
      expect(one === null).toBe(other === null);
      if (one === null || other === null) continue;
      expect(Math.abs(Math.log(one / other))).toBeLessThan(0.2);
    }
  });

  it('hold it in ten runs of CPU variants on a small virtual machine too', () => {
    const found = recordedBreakEvens(readRecorded(vmFile)).filter(({ pooled }) => pooled !== null);
    const intervals = found.flatMap(({ runs }) => runs.filter(({ ci95 }) => ci95 !== null));
    expect(intervals.length).toBeGreaterThanOrEqual(30);
    expect(intervals.filter(({ holds }) => holds).length / intervals.length).toBeGreaterThan(0.9);
    expect(found.flatMap(({ runs }) => runs.map(({ answer }) => answer))).not.toContain('none');
  });
});
