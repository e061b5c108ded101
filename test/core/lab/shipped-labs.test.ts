import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedLabs } from '../../../src-main/core/util/paths.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { labFolder, saxpyC } from '../../helpers/lab-folder.ts';
import { hasNumpy } from '../../helpers/numpy.ts';

const { cli, folder: cwd } = sessionsInFolder();

/** Engines, compilers and Python are started for each check and run. */
const timeout = 240_000;

const short = ['--samples', '6', '--repetitions', '1'];

describe('the shipped lab', { timeout, tags: ['cuda-addon'] }, () => {
  it.each<[string, string, readonly string[]]>([
    ['saxpy', 'n=100,20000', ['sequential', 'omp', 'transform']],
    ['sgemm', 'n=8,64', ['naive', 'blocked', 'omp']],
    ['line-count', 'n=100,1e6', ['wc', 'grep', 'c-program']],
  ])('%s is verified, measured, and has break-evens', async (id, sweep, variants) => {
    expect((await cli('lab', 'new', id, '--from', id)).code).toBe(0);
    const contents = (folder: string) =>
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    expect(contents(join(cwd(), id))).toEqual(contents(join(shippedLabs(), id)));
    const checked = await cli('lab', 'check', id, '--json');
    expect([checked.code, checked.stderr]).toEqual([0, expect.any(String)]);
    const states = new Map<string, string>(
      JSON.parse(checked.stdout).variants.map((one: { id: string; state: string }) => [
        one.id,
        one.state,
      ]),
    );
    for (const variant of variants)
      expect([variant, states.get(variant)]).toEqual([variant, 'verified']);
    if (id === 'saxpy' && hasNumpy) expect(states.get('numpy')).toBe('verified');
    expect([...states.values()]).not.toContain('wrong');
    expect([...states.values()]).not.toContain('not-compiled');
    const words = ['--lab', id, '--variants', variants.join(','), '--sweep', sweep];
    const ran = await cli('run', ...words, ...short, '--json');
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
    const { cases } = JSON.parse(ran.stdout);
    expect(cases.length).toBe(2 * variants.length);
    const found = await cli('break-even', 'latest', '--json');
    expect(found.code).toBe(0);
    expect(JSON.parse(found.stdout).breakEvens.length).toBeGreaterThan(0);
  });
});

describe('a run of a lab with a variant that is not compiled', { timeout }, () => {
  it('measures the others, says so, and does not end as if all was well', async () => {
    const folder = labFolder({ 'bad.c': saxpyC.replace('const float *x', 'const double *x') });
    const which = ['--variants', 'bad,sequential', '--set', 'n=100'];
    const words = ['run', '--lab', folder, ...which, ...short];
    const { code, stdout, stderr } = await cli(...words);
    expect(code).toBe(1);
    expect(stdout).toContain('1 ok, 0 failed, 1 skipped');
    expect(stderr).toContain('bad was not compiled: bad.c:2: x is const double * in bad.c');
    const asked = await cli(...words, '--fail-on', 'skipped');
    expect(asked.code).toBe(4);
    writeFileSync(join(folder, 'bad.c'), saxpyC);
    expect((await cli(...words)).code).toBe(0);
  });
});
