import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../../src-main/core/app.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** The shape that scripts of users rely on: a field that goes, changes its type or is added must be decided here. */
const nanoseconds = z.number().nonnegative();
const metric = z.strictObject({
  n: z.number().int(),
  min_ns: nanoseconds,
  q1_ns: nanoseconds,
  median_ns: nanoseconds,
  q3_ns: nanoseconds,
  p95_ns: nanoseconds,
  p99_ns: nanoseconds.nullable(),
  max_ns: nanoseconds,
  mean_ns: nanoseconds,
  sd_ns: nanoseconds,
  relative_iqr: z.number(),
  ci95_lo_ns: nanoseconds.nullable(),
  ci95_hi_ns: nanoseconds.nullable(),
  ci99_lo_ns: nanoseconds.nullable(),
  ci99_hi_ns: nanoseconds.nullable(),
  outliers: z.number().int(),
  slow_first: z.boolean(),
  lag1: z.number().nullable().optional(),
  effective_n: z.number().nullable().optional(),
  correlated: z.boolean().optional(),
  processes: z.number().int().optional(),
  process_sd: z.number().nullable().optional(),
  run_sd: z.number().optional(),
  repeat95_lo_ns: nanoseconds.optional(),
  repeat95_hi_ns: nanoseconds.optional(),
});
const runCase = z.strictObject({
  index: z.number().int(),
  workload: z.string(),
  variant: z.string(),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  outcome: z.enum(['ok', 'skipped', 'failed']),
  reason: z.string().nullable(),
  metrics: z.record(z.string(), metric),
  cold_start_ns: nanoseconds.nullable(),
  bytes_moved: z.number().nullable(),
  operations: z.number().nullable(),
  operation_unit: z.string().nullable(),
  stop_reason: z.string().nullable(),
  verification: z
    .strictObject({
      rule: z.string(),
      passed: z.boolean(),
      message: z.string(),
      maxError: z.number().nullable(),
    })
    .nullable(),
  answer: z.looseObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }).nullable(),
  ceiling: z
    .object({
      percent: z.number(),
      bound: z.enum(['memory', 'compute']),
      ceiling: z.number(),
      unit: z.string(),
    })
    .nullable(),
  comparison: z
    .looseObject({
      verdict: z.enum(['faster', 'slower', 'equivalent', 'inconclusive', 'not comparable']),
      reason: z.string(),
      ratio: z.number().nullable(),
      ci95: z.tuple([z.number(), z.number()]).nullable(),
      against: z.string(),
    })
    .nullable(),
  facts: z.record(z.string(), z.unknown()),
  warnings: z.array(z.string()),
  finished_at: z.iso.datetime(),
});
const runDocument = z.strictObject({
  schemaVersion: z.literal(1),
  run: z.looseObject({
    id: z.string(),
    status: z.enum(['running', 'complete', 'partial', 'cancelled', 'failed']),
    configuration: z.looseObject({ groups: z.array(z.unknown()) }),
  }),
  machine: z.looseObject({
    fingerprint: z.string(),
    cpuModel: z.string(),
    gpus: z.array(z.unknown()),
  }),
  cases: z.array(runCase),
  breakEvens: z.array(z.looseObject({ sentence: z.string() })),
});

/** A command line over the real application with scripted engines: a new application each, one store for all. */
function terminal() {
  const home = temporaryFolder();
  return {
    home,
    run: (...words: string[]) => {
      const { fork } = createScriptedEngines();
      const app = createApp({ home, forkEngine: fork, lockName: `golden-${process.pid}` });
      return cliSession(app, words, { cwd: home });
    },
  };
}

const measured = [
  ...['run', '--workload', 'count', '--sweep', 'n=1e3,1e5'],
  ...['--samples', '25', '--repetitions', '1', '--seed-order', '3'],
];

describe('documents of the real application', () => {
  it('run --json and show --json have the stated shape and agree', async () => {
    const { run } = terminal();
    const first = await run(...measured, '--json');
    expect(first.code).toBe(0);
    const document = runDocument.parse(JSON.parse(first.stdout));
    expect(document.cases.map(({ variant, outcome }) => `${variant} ${outcome}`)).toEqual([
      'sequential ok',
      'parallel ok',
      'accelerated ok',
      'absent skipped',
      'sequential ok',
      'parallel ok',
      'accelerated ok',
      'absent skipped',
    ]);
    expect(document.cases[0]?.metrics.kernel).toMatchObject({ n: 25, median_ns: 1100 });
    expect(document.cases[3]).toMatchObject({ reason: 'no CUDA device was found', metrics: {} });
    const shown = await run('show', document.run.id, '--json');
    expect(runDocument.parse(JSON.parse(shown.stdout)).cases).toEqual(document.cases);
  });

  it('few samples of one process have an interval from what is usual', async () => {
    const { stdout } = await terminal().run(...measured.with(-5, '5'), '--json');
    const { cases } = runDocument.parse(JSON.parse(stdout));
    const { kernel } = cases[0]?.metrics ?? {};
    expect(kernel).toMatchObject({ n: 5, processes: 1, process_sd: null });
    expect(kernel?.ci95_lo_ns).toBeLessThan(kernel?.median_ns ?? 0);
    expect(kernel?.repeat95_hi_ns).toBeGreaterThan(kernel?.ci95_hi_ns ?? 0);
  });

  it('a case that fails is kept with its reason, and the exit status is 1', async () => {
    const { run } = terminal();
    const words = ['run', '--workload', 'trouble', '--variants', 'good,wrong', '--samples', '7'];
    const { code, stdout } = await run(...words, '--json');
    expect(code).toBe(1);
    const { cases } = runDocument.parse(JSON.parse(stdout));
    expect(cases.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['ok', null],
      ['failed', 'bin 3 is 7 and not 8'],
    ]);
  });

  it('files and figures are written from what was stored', async () => {
    const { home, run } = terminal();
    await run(...measured, '--out', 'out', '--quiet');
    expect(readdirSync(join(home, 'out')).sort()).toEqual([
      'distribution.png',
      'samples.csv',
      'samples.meta.json',
      'scaling.png',
      'summary.csv',
      'summary.meta.json',
    ]);
    expect(
      readFileSync(join(home, 'out', 'summary.csv'), 'utf8')
        .trim()
        .split('\n').length,
    ).toBeGreaterThan(8);
    const words = ['figure', 'latest', '--out', 'f.png', '--dpi', '300', '--width-mm', '88.9'];
    expect((await run(...words)).code).toBe(0);
    const png = readFileSync(join(home, 'f.png'));
    expect(png.readUInt32BE(16)).toBe(1050);
    const svg = [
      'figure',
      'latest',
      '--kind',
      'distribution',
      '--where',
      'n=1e5',
      '--out',
      'f.svg',
    ];
    expect((await run(...svg)).code).toBe(0);
    expect(readFileSync(join(home, 'f.svg'), 'utf8')).toContain('<text');
  });

  it('history finds the run again', async () => {
    const { run } = terminal();
    await run(...measured, '--tag', 'lab', '--quiet');
    const { stdout } = await run('history', 'tag:lab', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      total: 1,
      runs: [{ tags: ['lab'], status: 'complete' }],
    });
    expect(JSON.parse((await run('history', 'tag:none', '--json')).stdout).total).toBe(0);
  });
});
