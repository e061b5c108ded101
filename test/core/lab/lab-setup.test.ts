import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeLazily } from '../../../src-main/core/lab/languages.ts';
import { copyLab } from '../../helpers/copied-lab.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';

const { cli, folder: cwd } = sessionsInFolder();

describe('what a variant prepares', { timeout: 120_000 }, () => {
  it('is made before its calls, as an attribute; what the first call makes is named', async () => {
    const folder = copyLab(cwd(), 'square-roots');
    const calls = join(cwd(), 'calls');
    const prepared = readFileSync(join(folder, 'prepared.c'), 'utf8');
    const noted = (call: string) =>
      `{ FILE *f = fopen("${calls}", "a"); fputs("${call}\\n", f); fclose(f); }`;
    writeFileSync(
      join(folder, 'prepared.c'),
      `#include <stdio.h>\n${prepared.replace('  table = malloc', `  ${noted('setup')}\n  table = malloc`).replace('  free(table)', `  ${noted('teardown')}\n  free(table)`)}`,
    );
    const { code, stdout } = await cli('lab', 'check', 'square-roots', '--json');
    const checked = new Map<string, { state: string; warnings: readonly string[] }>(
      JSON.parse(stdout).variants.map((one: { id: string }) => [one.id, one]),
    );
    expect([code, [...checked.values()].map(({ state }) => state)]).toEqual([
      0,
      ['verified', 'verified', 'verified'],
    ]);
    expect(checked.get('lazy')?.warnings).toContain(
      'lazy.c:4: the first call makes table, so its time is in no timed call; in void roots_setup it is the attribute setupNs',
    );
    expect(JSON.stringify(checked.get('prepared')?.warnings)).not.toContain('the first call');
    // Each setup has its teardown before the next one.
    expect(readFileSync(calls, 'utf8')).toMatch(/^(?:setup\nteardown\n)+$/);
    const words = [
      '--lab',
      'square-roots',
      '--variants',
      'prepared,sequential',
      '--sweep',
      'n=50,5000',
    ];
    const ran = await cli('run', ...words, '--samples', '3', '--repetitions', '3', '--json');
    const { cases, breakEvens, headline } = JSON.parse(ran.stdout);
    const setup = new Map<string, unknown>(
      cases.map((one: { variant: string; attributes: Record<string, unknown> }) => [
        one.variant,
        one.attributes.setupNs,
      ]),
    );
    expect(setup.get('prepared')).toBeGreaterThan(0);
    const { metrics } = cases.find((one: { variant: string }) => one.variant === 'prepared');
    // Each process has a setup of its own.
    expect(metrics.setup.medianNs).toBeGreaterThan(metrics.total.medianNs);
    const table = await cli('show', 'latest', '--scope', 'setup');
    expect([table.code, table.stdout]).toEqual([0, expect.stringContaining('prepared')]);
    expect(setup.get('sequential')).toBeUndefined();
    // What prepares nothing is end to end in that scope, so that the two can be compared.
    const plain = cases.find((one: { variant: string }) => one.variant === 'sequential').metrics;
    expect(plain.setup).toEqual(plain.total);
    const scopes = (of: readonly { scope: string }[]) => of.map(({ scope }) => scope);
    expect(scopes(breakEvens)).toEqual(['call', 'total', 'setup']);
    expect(scopes(headline.workloads[0].answers)).toEqual(['total', 'setup', 'call', 'kernel']);
    const asked = await cli('break-even', 'latest', '--scope', 'setup', '--allow-disturbed');
    expect(asked.stdout).toContain('with setup, sequential / prepared: ');
    expect((await cli('figure', 'latest', '--scope', 'setup', '--out', 'a.svg')).code).toBe(0);
  });

  it('gets the scalars in order, and a wrong type of one is an error', async () => {
    const folder = copyLab(cwd(), 'square-roots');
    const text =
      'void roots_setup(int n, int m) {}\nvoid roots(int n, const double *x, double *y) {}\n';
    writeFileSync(join(folder, 'lazy.c'), text);
    const { stdout } = await cli('lab', 'check', 'square-roots', '--variants', 'lazy', '--json');
    expect(JSON.parse(stdout).variants).toMatchObject([
      { state: 'not-compiled', reason: expect.stringContaining('too few arguments') },
    ]);
  });
});

it('is found where a static is made by the first call', () => {
  const plan = (line: string): string => `#include <fftw3.h>\nstatic fftw_plan plan;\n${line}\n`;
  expect(madeLazily(plan('if (plan == NULL) plan = make();'))).toEqual({ name: 'plan', line: 2 });
  expect(madeLazily(plan('if (!plan) plan = make();'))?.name).toBe('plan');
  const inside = 'void f() {\n  static cufftHandle h = 0;\n  if (0 == h) make(&h);\n}\n';
  expect(madeLazily(inside)).toEqual({ name: 'h', line: 2 });
  expect(madeLazily(plan('if (planned) plan = make();'))).toBeNull();
  expect(madeLazily('static int count; void f() { if (count > 3) g(); }')).toBeNull();
  expect(madeLazily('// static int *p;\nint *p; if (!p) {}')).toBeNull();
});
