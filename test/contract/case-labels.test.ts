import { expect, it } from 'vitest';
import { caseLabels } from '../../src-main/contract/case-labels.ts';
import { emptyResult } from '../../src-main/contract/empty-result.ts';

const stored = {
  ...emptyResult('failed', ''),
  ...{ index: 0, workload: 'w', variant: 'v', values: { n: 5 }, metrics: {}, finishedAt: '' },
};
const labels = (attributes: Readonly<Record<string, boolean | string>>) =>
  caseLabels({ ...stored, facts: attributes }).map(({ text }) => text);

it('names what a time on a GPU depends on', () => {
  expect(labels({ nearLaunchOverhead: true, clockUnknown: true, l2Resident: true })).toEqual([
    'near launch overhead',
    'clock unknown',
    'L2-resident',
  ]);
  expect(labels({ nearLaunchOverhead: false, clockUnknown: false, l2Resident: false })).toEqual([]);
  expect(labels({})).toEqual([]);
});
