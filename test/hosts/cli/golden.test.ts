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
});
