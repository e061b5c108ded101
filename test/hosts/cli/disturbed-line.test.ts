import { expect, it } from 'vitest';
import { disturbedRepetitionsText } from '../../../src-main/contract/target.ts';
import { disturbedLine } from '../../../src-main/hosts/cli/run-summary.ts';
import { storedCase } from '../../helpers/stored-case.ts';

it('counts the measured cases that stayed disturbed, and says what to do', () => {
  const known = { workload: 'w', variant: 'v', metrics: {} };
  const quiet = storedCase(0, known);
  const disturbed = storedCase(1, { ...known, warnings: ['disturbed: effective threads 0.64'] });
  const failed = { ...disturbed, outcome: 'failed' as const };
  expect(disturbedLine([quiet, failed])).toBe('');
  expect(disturbedLine([quiet, disturbed, failed])).toBe(
    '1 of 2 cases stayed disturbed by interference: measure again while the machine is idle.',
  );
});

it('counts the repetitions that are left out', () => {
  expect(disturbedRepetitionsText({ all: 10, disturbed: 0 })).toBe('');
  expect(disturbedRepetitionsText({ all: 123, disturbed: 1 })).toBe(
    '1 of 123 repetitions was disturbed by interference; estimates leave it out where its case has three others.',
  );
  expect(disturbedRepetitionsText({ all: 350, disturbed: 14 })).toMatch(/^14 of 350 .* them out/);
});
