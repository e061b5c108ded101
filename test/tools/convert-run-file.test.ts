// biome-ignore-all lint/plugin: names of 0.1 are what it converts.
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { convertRunFile } from '../../research/convert-run-file.ts';
import { unsealed } from '../../src-main/core/export/run-file.ts';

const old = [
  { format: 'breakeven-run', version: 2, schemaVersion: 1 },
  {
    run: { id: 'r' },
    plan: {
      configuration: {
        groups: [{ workload: 'w', sweep: { round: [1] }, tie: { yres: 'xres' } }],
        policy: { rule: 'fixed', parameters: { min_time: 1 }, rounds: 5, maxRounds: 9 },
      },
    },
    ceilings: { measuredAt: null, probes: [{ id: 'host-copy', facts: { some_key: 1 } }] },
  },
  { source: { sha256: 'ab', body: '{"round": 1}' } },
  {
    case: {
      values: { span: 1 },
      metrics: { kernel: { median_ns: 3, relative_iqr: 0 } },
      verification: { rule: 'exact' },
      facts: { round: 4 },
      warnings: [],
    },
    descriptor: { variant: { spans: ['kernel'] } },
    samples: [{ span: 'kernel', round: 0, process: { log_error: 0.1 } }],
    repetitions: [{ round: 0 }],
  },
];

it('renames what 0.1 wrote, and neither the keys of data nor sources', () => {
  const bytes = gzipSync(old.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const lines = gunzipSync(unsealed(convertRunFile(bytes)) ?? '')
    .toString()
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { format: 'breakeven-run', version: 3, schemaVersion: 1 },
    {
      run: { id: 'r' },
      plan: {
        configuration: {
          groups: [{ workload: 'w', sweep: { round: [1] }, link: { yres: 'xres' } }],
          policy: {
            ...{ criterion: 'fixed', parameters: { min_time: 1 } },
            ...{ repetitions: 5, maxRepetitions: 9 },
          },
        },
      },
      measuredPeaks: {
        measuredAt: null,
        peaks: [{ id: 'host-copy', attributes: { some_key: 1 } }],
      },
    },
    old[2],
    {
      case: {
        values: { span: 1 },
        metrics: { kernel: { medianNs: 3, relativeIqr: 0 } },
        verification: { rule: 'exact' },
        attributes: { round: 4 },
        warnings: [],
      },
      descriptor: { variant: { scopes: ['kernel'] } },
      samples: [{ scope: 'kernel', repetition: 0, process: { logError: 0.1 } }],
      repetitions: [{ repetition: 0 }],
    },
  ]);
});
