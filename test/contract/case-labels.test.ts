import { expect, it } from 'vitest';
import { caseLabels } from '../../src-main/contract/case-labels.ts';
import { emptyResult } from '../../src-main/contract/empty-result.ts';
import { metric } from '../core/store/fixtures.ts';

const stored = {
  ...emptyResult('failed', ''),
  ...{ index: 0, workload: 'w', variant: 'v', values: { n: 5 }, metrics: {}, finishedAt: '' },
};
const labels = (attributes: Readonly<Record<string, boolean | string>>) =>
  caseLabels({ ...stored, attributes }).map(({ text }) => text);

it('names what a time on a GPU depends on', () => {
  expect(labels({ nearLaunchOverhead: true, clockUnknown: true, l2Resident: true })).toEqual([
    'near launch overhead',
    'clock unknown',
    'L2-resident',
  ]);
  expect(labels({ nearLaunchOverhead: false, clockUnknown: false, l2Resident: false })).toEqual([]);
  expect(labels({})).toEqual([]);
});

it('names a host part that the kernel time excludes, from a twentieth of it on', () => {
  const textsOf = (metrics: Record<string, ReturnType<typeof metric>>) =>
    caseLabels({ ...stored, metrics, attributes: {} }).map(({ text }) => text);
  expect(textsOf({ kernel: metric(100, 9), host: metric(5, 9) })).toEqual(['host part excluded']);
  expect(textsOf({ kernel: metric(100, 9), host: metric(4, 9) })).toEqual([]);
  expect(textsOf({ kernel: metric(100, 9) })).toEqual([]);
});

it('says what disturbed a case', () => {
  const warnings = ['another', 'disturbed: effective threads 0.64 (2 of 2 repetitions)'];
  const [label, ...others] = caseLabels({ ...stored, attributes: {}, warnings });
  expect(others).toEqual([]);
  expect(label?.text).toBe('disturbed');
  expect(label?.meaning).toMatch(
    /^Interference while it was measured: effective threads 0\.64 \(2 of 2 repetitions\)\. /,
  );
});

it('says that nobody verified a time', () => {
  const passed = { rule: 'exact', passed: true, message: '', maxError: null };
  const textsOf = (verification: typeof passed | null) =>
    caseLabels({ ...stored, outcome: 'ok', verification }).map(({ text }) => text);
  expect(textsOf(null)).toEqual(['not verified']);
  expect(textsOf(passed)).toEqual([]);
  expect(labels({})).toEqual([]);
});
