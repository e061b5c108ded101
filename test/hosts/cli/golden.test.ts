import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../../src-main/core/app.ts';
import { runDocument } from '../../../src-main/hosts/cli/json/run-document.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { formOf } from '../../helpers/json-documents.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** A run as the schema that scripts of users rely on has it: docs/json.md changes with every field of it. */
function runOf(stdout: string) {
  const document: unknown = JSON.parse(stdout);
  expect(formOf('run', document)).toBe(0);
  return z.looseObject(runDocument).parse(document);
}

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
    const document = runOf(first.stdout);
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
    expect(document.cases[0]?.metrics.kernel).toMatchObject({ n: 25, medianNs: 1100 });
    expect(document.cases[3]).toMatchObject({ reason: 'no CUDA device was found', metrics: {} });
    const shown = await run('show', document.run.id, '--json');
    expect(runOf(shown.stdout).cases).toEqual(document.cases);
  });

  it('few samples of one process have no interval', async () => {
    const { stdout } = await terminal().run(...measured.with(-5, '5'), '--json');
    const { cases } = runOf(stdout);
    const { kernel } = cases[0]?.metrics ?? {};
    expect(kernel).toMatchObject({ n: 5, processes: 1, processSd: null });
    expect(kernel).toMatchObject({ ci95LoNs: null, ci95HiNs: null });
    expect(kernel).not.toHaveProperty('repeat95HiNs');
  });

  it('a case that fails is kept with its reason, and the exit status is 1', async () => {
    const { run } = terminal();
    const words = ['run', '--workload', 'trouble', '--variants', 'good,wrong', '--samples', '7'];
    const { code, stdout } = await run(...words, '--json');
    expect(code).toBe(1);
    const { cases } = runOf(stdout);
    expect(cases.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['ok', null],
      ['failed', 'bin 3 is 7 and not 8'],
    ]);
  });

  it('files and figures are written from what was stored', async () => {
    const { home, run } = terminal();
    await run(...measured, '--out', 'out', '--quiet');
    expect(readdirSync(join(home, 'out')).sort()).toEqual([
      'break-evens.csv',
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
