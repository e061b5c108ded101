import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptCheck } from '../../../src-main/core/lab/lab-checks.ts';
import { forgetLab, registeredLabs, rememberLab } from '../../../src-main/core/lab/lab-registry.ts';
import { newLab } from '../../../src-main/core/lab/new-lab.ts';
import { labFolder } from '../../helpers/lab-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const helper = join('test', 'helpers', 'lab-rememberer.ts');

describe('the labs that are remembered', () => {
  it('are those that were run; trusted ones stay so at their place alone', () => {
    const home = temporaryFolder();
    expect(registeredLabs(home)).toEqual([]);
    rememberLab(home, 'b', '/b');
    rememberLab(home, 'a', '/a', { trusted: 'a1', saved: true });
    rememberLab(home, 'a', '/a');
    expect(registeredLabs(home)).toEqual([
      { id: 'a', path: '/a', trusted: 'a1', saved: true },
      { id: 'b', path: '/b', trusted: null, saved: false },
    ]);
    rememberLab(home, 'a', '/elsewhere');
    expect(registeredLabs(home)[0]).toMatchObject({
      path: '/elsewhere',
      trusted: null,
      saved: false,
    });
    expect(forgetLab(home, '/b').id).toBe('b');
    expect(() => forgetLab(home, 'aa')).toThrow('no lab "aa" is remembered; did you mean "a"?');
  });

  it('are none where the list is damaged', () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'labs.json'), '[{"id": 1}]');
    expect(registeredLabs(home)).toEqual([]);
  });
});

describe('what several processes write at once', () => {
  it('is all there, and nothing is left over', async () => {
    const home = temporaryFolder();
    const folder = labFolder();
    const count = 25;
    const prefixes = ['a', 'b', 'c'];
    const children = prefixes.map((prefix) =>
      fork(helper, [home, folder, prefix, String(count)], { execArgv: [], silent: true }),
    );
    await Promise.all(children.map((child) => once(child, 'message')));
    const ends = children.map((child) => once(child, 'exit'));
    for (const child of children) child.send('begin');
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0]);
    const ids = prefixes.flatMap((prefix) =>
      Array.from({ length: count }, (_, i) => `${prefix}-${i}`),
    );
    expect(registeredLabs(home).map(({ id }) => id)).toEqual(ids.toSorted());
    expect(ids.filter((id) => keptCheck(home, id, folder) === null)).toEqual([]);
    expect(readdirSync(home).sort()).toEqual(['changes.lock', 'lab-checks.json', 'labs.json']);
  });
});

it('a new lab is refused where something is, and under a name that is no id', () => {
  const folder = join(temporaryFolder(), 'lab');
  newLab(folder, 'c');
  expect(() => newLab(folder, 'c')).toThrow('is not empty');
  expect(() => newLab(join(folder, 'workload.toml'), 'c')).toThrow(/no name of a lab|is a file/);
  expect(() => newLab(join(temporaryFolder(), 'My Lab'), 'c')).toThrow(
    '"My Lab" is no name of a lab',
  );
});
