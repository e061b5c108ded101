import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { exportRun } from '../../../src-main/core/export/export-run.ts';
import { awkwardComparisons, awkwardRun } from '../../helpers/awkward-run.ts';
import { python } from '../../helpers/numpy.ts';

const opened = awkwardRun();

it.skipIf(python === '')('a table with awkward cells reads equal in Python', () => {
  const { store, out } = opened();
  exportRun(store, 'r1', 'csv', out, { comparisons: awkwardComparisons });
  const script = `import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8')))
times = [float(r['time_ns']).hex() for r in rows if r['case'] == '1' and r['scope'] == 'kernel' and r['repetition'] == '0']
summary = list(csv.DictReader(open(sys.argv[2], newline='', encoding='utf-8')))
print(json.dumps([len(rows), times, float(summary[0]['median_ns']).hex(), summary[1]['variant'], summary[0]['reason']]))`;
  const files = ['samples.csv', 'summary.csv'].map((name) => path.join(out, name));
  expect(JSON.parse(execFileSync(python, ['-c', script, ...files], { encoding: 'utf8' }))).toEqual([
    12,
    ['0x1.5555555555555p-2', '0x0.0000000000001p-1022', '0x1.fffffffffffffp+1023'],
    '0x1.3333333333334p-2',
    "'=cmd|calc",
    '',
  ]);
});
