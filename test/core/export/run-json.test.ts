import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportRun } from '../../../src-main/core/export/export-run.ts';
import { runJson } from '../../../src-main/core/export/run-json.ts';
import { awkwardComparisons, awkwardRun } from '../../helpers/awkward-run.ts';

const opened = awkwardRun();

describe('JSON', () => {
  it('is the documented document', () => {
    const { store, out } = opened();
    const [file] = exportRun(store, 'r1', 'json', out, { comparisons: awkwardComparisons });
    expect(file).toBe(path.join(out, 'run.json'));
    const document = JSON.parse(readFileSync(file ?? '', 'utf8'));
    expect(document).toMatchObject({
      schemaVersion: 1,
      run: { id: 'r1', status: 'complete', ok: 3, skipped: 1 },
      machine: { fingerprint: 'f00d' },
      cases: [
        {
          workload: 'histogram',
          variant: 'sequential',
          values: { n: 1000, bins: 8, distribution: 'uniform' },
          outcome: 'ok',
          reason: null,
          metrics: { kernel: { n: 7, medianNs: 0.1 + 0.2, p99Ns: null } },
          answer: { sha256: 'ab'.repeat(32), bins: 8, total: 1000 },
        },
        { comparison: { verdict: 'faster' } },
        { outcome: 'skipped', reason: 'No GPU here, as of now', metrics: {}, answer: null },
        { answer: { sha256: '1234' } },
      ],
      breakEvens: [],
    });
  });

  it('lets no fact stand in for the digest', () => {
    const { store } = opened();
    const stored = store.run('r1');
    const [first] = stored.cases;
    if (first?.answer == null) throw new Error('the first case has an answer');
    const forged = { ...first, answer: { ...first.answer, attributes: { sha256: 'forged' } } };
    expect(runJson({ ...stored, cases: [forged] }).cases[0]?.answer).toEqual({
      sha256: 'ab'.repeat(32),
    });
  });
});
