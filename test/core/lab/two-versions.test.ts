import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src-main/contract/failure.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { labOfVersions } from '../../../src-main/core/run/versions.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { labFolder, saxpyC, saxpySlow, saxpyToml } from '../../helpers/lab-folder.ts';

const { app, cli } = sessionsInFolder();

describe('two labs as one', () => {
  it('have two versions of each variant that both have, with the code of each', () => {
    const base = readLab(labFolder({ 'mine.c': saxpyC, 'old.c': saxpyC }));
    const head = readLab(labFolder({ 'mine.c': saxpySlow, 'new.c': saxpyC }));
    const { lab, apart } = labOfVersions(base, head);
    expect(lab.description.variants.map(({ id }) => id)).toEqual(
      ['mine', 'omp', 'sequential'].flatMap((id) => [`${id}@base`, `${id}@head`]),
    );
    expect(lab.description.baseline).toBe('sequential@base');
    expect(apart).toEqual({ base: ['old'], head: ['new'] });
    expect(lab.sources.get('mine@base')?.path).toBe(join(base.folder, 'mine.c'));
    expect(lab.sources.get('mine@head')?.path).toBe(join(head.folder, 'mine.c'));
    expect(lab.origins?.get('mine@base')).toBe(base);
  });

  it('are refused where their contracts differ, or no variant is in both', () => {
    const base = readLab(labFolder({ 'mine.c': saxpyC }));
    const other = labFolder({
      'mine.c': saxpyC,
      'workload.toml': saxpyToml.replace('uniform(-1, 1)', 'uniform(-2, 2)'),
    });
    expect(() => labOfVersions(base, readLab(other))).toThrow(
      /cannot be compared: their axes, arguments, check or function differ$/,
    );
    const apart = { ...base, description: { ...base.description, variants: [] } };
    expect(() => labOfVersions(base, apart)).toThrow(/have no variant in common$/);
  });

  it.each(['x@base.c', 'x@y.c'])('no file of a lab is the variant %s: @ is of versions', (name) => {
    const folder = labFolder({ [name]: saxpyC });
    expect(() => readLab(folder)).toThrow(
      `${name}: a variant is named with letters, digits, - and _, at most 40`,
    );
    const toml = (key: string, value: string) => `${key} = "${value}"\n${saxpyToml}`;
    writeFileSync(join(folder, 'workload.toml'), toml('id', 'lab@base'));
    expect(() => readLab(folder)).toThrow(
      /"lab@base" is no id: a letter, then letters, digits, - and _/,
    );
  });

  it('no axis of a lab has an @', () => {
    const toml = saxpyToml.replace(/^n = /m, '"n@base" = ');
    expect(toml).not.toBe(saxpyToml);
    expect(() => readLab(labFolder({ 'workload.toml': toml }))).toThrow(/n@base/);
  });
});

it('are measured in the same processes, and each keeps its source', {
  timeout: 120_000,
}, async () => {
  const base = labFolder({ 'mine.c': saxpyC });
  const head = labFolder({ 'mine.c': saxpySlow });
  const words = ['ab', base, head, ...'--variants mine --set n=1e4 --pairs 5 --json'.split(' ')];
  const { code, stdout } = await cli(...words);
  const document = JSON.parse(stdout);
  // Beside other programs most repetitions can be disturbed, and then no verdict is given.
  expect(code).toBe(document.decided ? exitCodes.ok : exitCodes.unanswered);
  expect(document).toMatchObject({
    cases: [
      {
        base: { variant: 'mine@base', outcome: 'ok' },
        head: { variant: 'mine@head', outcome: 'ok' },
        comparison: {
          verdict: document.decided ? 'slower' : 'inconclusive',
          paired: true,
          repetitions: [5, 5],
        },
      },
    ],
  });
  const code_ = await app().labs.code(document.run.id);
  const textOf = (variant: string) =>
    code_
      .find((one) => one.variant === variant && one.role === 'variant')
      ?.sources.find(({ name }) => name === 'mine.c')?.text;
  expect(textOf('mine@base')).toBe(saxpyC);
  expect(textOf('mine@head')).toBe(saxpySlow);
  // A run of two versions is no lab that somebody could open.
  expect(app().labs.list()).toEqual([]);
});

it('are two variants of a lab that is remembered', async () => {
  await app().labs.trust(labFolder({ 'mine.c': saxpySlow }));
  const { stdout } = await cli('ab saxpy:sequential saxpy:mine --set n=1e4 --time 1s --json');
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({
    cases: [
      {
        base: { variant: 'sequential@base', outcome: 'ok' },
        head: { variant: 'mine@head', outcome: 'ok' },
      },
    ],
  });
  const code = await app().labs.code(document.run.id);
  const head = code.find(({ variant, role }) => variant === 'mine@head' && role === 'variant');
  expect(head?.sources.find(({ name }) => name === 'mine.c')?.text).toBe(saxpySlow);
});
