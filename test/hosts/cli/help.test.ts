import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verbLoaders } from '../../../src-main/hosts/cli/verbs.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { formOf } from '../../helpers/json-documents.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

describe('help and version', () => {
  it('lists every verb with one line each and opens nothing', async () => {
    const app = createScriptedApp();
    const { code, stdout } = await cliSession(app, ['--help']);
    expect(code).toBe(0);
    for (const name of Object.keys(verbLoaders))
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    expect(app.calls).toEqual([]);
  });

  it.each(Object.keys(verbLoaders))('describes %s with its flags and examples', async (name) => {
    const { code, stdout } = await cliSession(createScriptedApp(), [name, '--help']);
    const verb = await verbLoaders[name]?.();
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: breakeven ${name}`);
    for (const flag of verb?.flags ?? []) expect(stdout).toContain(`--${flag.name}`);
    for (const example of verb?.examples ?? []) expect(stdout).toContain(`  breakeven ${example}`);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(104);
  });

  it('explains the terms of the glossary, or those that have a word', async () => {
    const { stdout } = await cliSession(createScriptedApp(), ['help', 'terms']);
    expect(stdout).toMatch(/^What is measured\n {2}Workload: a problem with axes, an input/);
    expect(stdout).toMatch(/^ {2}Kernel: \(kernel\): the computation alone/m);
    const glossary = readFileSync('docs/glossary.md', 'utf8').split('## Timing scopes')[0] ?? '';
    expect(stdout.match(/^ {2}\S/gm)).toHaveLength(glossary.match(/^- \*\*/gm)?.length ?? 0);
    expect(stdout).not.toMatch(/[`*]/);
    const one = await cliSession(createScriptedApp(), ['help', 'terms', 'speedup']);
    expect(one.stdout).toBe(
      "Estimates and verdicts\n  Speedup: the baseline's time over the contender's.\n",
    );
  });

  it('shows the axes of the catalog as flags of run', async () => {
    const { stdout } = await cliSession(createScriptedApp(), ['run', '--help']);
    for (const axis of ['n', 'bins', 'distribution', 'threads', 'share']) {
      expect(stdout).toMatch(new RegExp(`^  --${axis} <value>`, 'm'));
    }
  });

  it('shows axes by the workloads that have them, or those of one workload', async () => {
    const { stdout } = await cliSession(createScriptedApp(), ['run', '--help']);
    expect(stdout).toMatch(/^Axes of /m);
    const one = await cliSession(createScriptedApp(), ['run', '--workload', 'count', '--help']);
    expect(one.stdout.match(/^Axes of .*$/gm)).toEqual(['Axes of count']);
  });

  it('describes an axis by the workload that is asked for, with its range and default', async () => {
    const words = ['run', '--workload', 'count', '--help'];
    const help = (await cliSession(createScriptedApp(), words)).stdout.replaceAll(/\s+/g, ' ');
    expect(help).toMatch(/--n <value> \S.* Takes a whole number from 0 to 2\^31-1, default \S+\. /);
    expect(help).toMatch(/--distribution <value> .* Takes .*uniform.* default uniform\./);
    expect(help).not.toContain('depends on the workload');
    const all = (await cliSession(createScriptedApp(), ['run', '--help'])).stdout;
    expect(all).not.toContain('Takes a whole number');
  });

  it.each([['--version'], ['-v'], ['version']])(
    'prints the version of the package: %s',
    async (word) => {
      const { stdout } = await cliSession(createScriptedApp(), [word]);
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      for (const words of [
        [word, '--json'],
        ['--json', word],
      ]) {
        const json = JSON.parse((await cliSession(createScriptedApp(), words)).stdout);
        expect(json).toEqual({ schemaVersion: 1, version: stdout.trim() });
      }
    },
  );

  it('takes the flags of every verb before the verb too, and tells the verbs as JSON', async () => {
    const app = createScriptedApp();
    const { code, stdout } = await cliSession(app, ['--home', '/x', '--json', 'history']);
    expect([code, JSON.parse(stdout).runs]).toEqual([0, []]);
    const help = JSON.parse((await cliSession(app, ['--json', '--help'])).stdout);
    expect(help.verbs.map(({ name }: { name: string }) => name)).toContain('break-even');
  });

  it.each([
    ['run', '--help', '--json'],
    ['help', 'run', '--json'],
    ['--json', 'help', 'run'],
  ])('tells one verb as JSON: %s %s %s', async (...words) => {
    const { code, stdout } = await cliSession(createScriptedApp(), words);
    const { verbs, exitCodes } = JSON.parse(stdout);
    expect([code, formOf('help', JSON.parse(stdout))]).toEqual([0, 0]);
    expect(verbs).toHaveLength(1);
    expect(verbs[0]).toMatchObject({ name: 'run', exitCodes: [0, 1, 2, 3, 4, 5, 6, 130] });
    expect(exitCodes.length).toBe(8);
  });
});
