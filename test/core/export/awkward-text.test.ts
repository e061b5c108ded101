import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportRun } from '../../../src-main/core/export/export-run.ts';
import { awkwardComparisons, awkwardRun } from '../../helpers/awkward-run.ts';

const opened = awkwardRun();

function runs(program: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a table with awkward cells', () => {
  it('reads equal in other programs', (context) => {
    const { store, out } = opened();
    exportRun(store, 'r1', 'csv', out, { comparisons: awkwardComparisons });
    const summary = path.join(out, 'summary.csv');
    const samples = path.join(out, 'samples.csv');
    const expected = store.samples('r1', 1, 'kernel')[0]?.timesNs ?? new Float64Array();
    const tried: string[] = [];
    if (runs('python3', ['--version'])) {
      tried.push('python3');
      const script = `import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8')))
times = [float(r['time_ns']).hex() for r in rows if r['case'] == '1' and r['scope'] == 'kernel' and r['repetition'] == '0']
summary = list(csv.DictReader(open(sys.argv[2], newline='', encoding='utf-8')))
print(json.dumps([len(rows), times, float(summary[0]['median_ns']).hex(), summary[1]['variant'], summary[0]['reason']]))`;
      const answer = JSON.parse(
        execFileSync('python3', ['-c', script, samples, summary], { encoding: 'utf8' }),
      );
      expect(answer).toEqual([
        12,
        ['0x1.5555555555555p-2', '0x0.0000000000001p-1022', '0x1.fffffffffffffp+1023'],
        '0x1.3333333333334p-2',
        "'=cmd|calc",
        '',
      ]);
    }
    if (runs('sqlite3', ['--version'])) {
      tried.push('sqlite3');
      const sql = `SELECT count(*),
        sum(CAST(time_ns AS REAL) = ${expected[0]}), sum(CAST(time_ns AS REAL) = 1.7976931348623157e308)
        FROM t WHERE "case" = '1' AND scope = 'kernel' AND repetition = '0'`;
      const answer = execFileSync(
        'sqlite3',
        ['-batch', ':memory:', '-cmd', '.mode csv', '-cmd', `.import "${samples}" t`, sql],
        { encoding: 'utf8' },
      );
      expect(answer.trim()).toBe('3,1,1');
    }
    if (tried.length === 0) context.skip('neither python3 nor sqlite3 is installed');
  });
});
