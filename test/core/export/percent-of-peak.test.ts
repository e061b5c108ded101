import { expect, it } from 'vitest';
import type { PercentOfPeak } from '../../../src-main/contract/inspection.ts';
import type { ExportSource } from '../../../src-main/core/export/source.ts';
import { summaryCsv } from '../../../src-main/core/export/summary-csv.ts';
import { wideTable } from '../../../src-main/core/export/wide-csv.ts';
import { sourceOf } from '../figures/fixture.ts';
import { machine } from '../store/fixtures.ts';

const { cases } = sourceOf([{ variant: 'sequential', values: { n: 1e6, bins: 8 } }]);
const share = { percent: 62.5, bound: 'memory' } as unknown as PercentOfPeak;
const source = {
  run: { id: 'r1' },
  machine,
  cases,
  descriptors: new Map(),
  percentOfPeak: { '0': share },
} as unknown as ExportSource;

it('is in every table where peaks are measured, and in none where they are not', () => {
  const without = { ...source, percentOfPeak: {} };
  expect(summaryCsv(source)).toMatch(/percent_of_peak[\s\S]*62\.5/);
  const names = (table: ReturnType<typeof wideTable>) => table.columns.map(({ name }) => name);
  expect(names(wideTable(source))).toContain('sequential_percent_of_peak');
  const at = names(wideTable(source)).indexOf('sequential_percent_of_peak');
  expect(wideTable(source).rows.find((row) => row[1] === 'kernel')?.[at]).toBe(62.5);
  expect(names(wideTable(without))).not.toContain('sequential_percent_of_peak');
});
