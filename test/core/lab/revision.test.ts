import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import {
  revisionOf,
  revisionOfPlan,
  withoutCredentials,
} from '../../../src-main/core/lab/revision.ts';
import { labOfVersions } from '../../../src-main/core/run/versions.ts';
import { gitFolder } from '../../helpers/git-folder.ts';
import { labFolder, saxpyC } from '../../helpers/lab-folder.ts';

const headOf = (folder: string) =>
  execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD']).toString().trim();

describe('the revision of a lab', () => {
  it('is the commit of its repository, its remote without credentials, and whether it is changed', async () => {
    const folder = labFolder({ 'mine.c': saxpyC });
    const commit = gitFolder(folder);
    const remote = 'https://ada:ghp_secret@example.org/ada/kernels.git';
    execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', remote]);
    const lab = readLab(folder);
    const clean = {
      repository: 'https://example.org/ada/kernels.git',
      head: headOf(folder),
      dirty: false,
    };
    expect(await revisionOf(lab)).toEqual(clean);
    // A program that was built is no change; an edited source and one that nobody added are.
    writeFileSync(join(folder, 'a.out'), '');
    expect(await revisionOf(lab)).toEqual(clean);
    writeFileSync(join(folder, 'mine.c'), `${saxpyC}\n`);
    expect(await revisionOf(lab)).toEqual({ ...clean, dirty: true });
    commit('edited');
    writeFileSync(join(folder, 'new.c'), saxpyC);
    expect(await revisionOf(readLab(folder))).toEqual({
      ...clean,
      head: headOf(folder),
      dirty: true,
    });
  });

  it('has the commits of both sides, of two versions', async () => {
    const [base, head] = [labFolder({ 'mine.c': saxpyC }), labFolder({ 'mine.c': saxpyC })];
    gitFolder(base, 'one');
    gitFolder(head, 'two');
    const { lab } = labOfVersions(readLab(base), readLab(head));
    const revision = { repository: null, base: headOf(base), head: headOf(head), dirty: false };
    expect(await revisionOf(lab)).toEqual(revision);
    const cases = [{ workload: lab.description.id }] as Parameters<
      typeof revisionOfPlan
    >[0]['cases'];
    expect(await revisionOfPlan({ cases }, () => lab)).toEqual(revision);
    expect(await revisionOfPlan({ cases }, () => undefined)).toBeUndefined();
  });

  it('is none outside of a repository', async () => {
    expect(await revisionOf(readLab(labFolder({ 'mine.c': saxpyC })))).toBeUndefined();
  });
});

it.each([
  ['https://token@host.org/a/b.git', 'https://host.org/a/b.git'],
  ['ssh://git:pass@host.org:22/a/b', 'ssh://host.org:22/a/b'],
  ['git@host.org:a/b.git', 'host.org:a/b.git'],
  ['https://host.org/a?private_token=x', 'https://host.org/a'],
  ['/home/ada/kernels/', 'kernels'],
  ['../kernels', 'kernels'],
  ['file:///home/ada/kernels', 'kernels'],
])('a remote %s is shown as %s', (remote, shown) => {
  expect(withoutCredentials(remote)).toBe(shown);
});
