import type { StudyReport } from '../../src-main/contract/study.ts';
import type { FakeRun } from './fake-results.ts';

/** A report with a claim of each verdict, and a table with published numbers beside those of the run. */
export function fakeStudy({ row, cases }: FakeRun): StudyReport {
  const sizes = [...new Set(cases.map(({ values }) => Number(values.n)))];
  const medianAt = (n: number): number | null =>
    cases.find((each) => each.variant === 'plain' && each.values.n === n)?.metrics.kernel
      ?.medianNs ?? null;
  const claim = (verdict: StudyReport['claims'][number]['verdict'], text: string) => ({
    claim: text,
    finding: verdict === 'cannot be told' ? 'The run has no such case' : 'The ratio is 0.42',
    estimate: verdict === 'cannot be told' ? null : 0.42,
    ci95: verdict === 'cannot be told' ? null : ([0.41, 0.43] as const),
    expected: 'a ratio below 1',
    verdict,
    reason: verdict === 'holds' ? 'The whole interval is below 1.' : 'It is not.',
    values: {},
  });
  return {
    study: 'example-tally',
    name: 'Example University 2024',
    runId: row.id,
    machine: 'Example Xeon 8480',
    claims: [
      claim('holds', 'Splitting the work pays at a million values.'),
      claim('does not hold', 'The library is never beaten.'),
      claim('cannot be told', 'Two devices are twice as fast as one.'),
    ],
    tables: [
      {
        title: 'Table 1: times of plain',
        columns: [
          { title: 'n', unit: null, source: 'key' },
          { title: 'plain', unit: 'ns', source: 'measured' },
          { title: 'plain', unit: 'ns', source: 'published' },
        ],
        rows: sizes.map((n) => [n, medianAt(n), n * 1.5]),
        notes: ['Medians of the kernel span; the study does not state its statistic.'],
      },
    ],
    figures: [],
    notes: ['The study does not name its hardware.'],
  };
}
