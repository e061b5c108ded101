import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { procedures } from '../../../src-main/contract/api.ts';
import type { Folders, TrustQuestion } from '../../../src-main/core/api/labs.ts';
import { createApp } from '../../../src-main/core/app.ts';
import { forkEngine } from '../../../src-main/hosts/fork-engine.ts';
import { labFolder } from '../../helpers/lab-folder.ts';
import { callerOf } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

function opened(folders?: Folders) {
  const app = createApp({ home: temporaryFolder(), forkEngine, folders });
  onTestFinished(() => app.close());
  return callerOf(app);
}

it('chooses folders of labs in the desktop app alone', async () => {
  for (const [name, input] of [
    ['trustLab', {}],
    ['newLab', { name: 'mine', from: 'c' }],
  ] as const) {
    await expect(opened()(name, input)).rejects.toThrow(/^only the desktop app/);
  }
  await expect(opened()('chooseFile', { ends: ['npy'] })).rejects.toThrow(/^only the desktop app/);
  const folder = labFolder();
  const parent = temporaryFolder();
  const chosen: (string | null)[] = [null, folder, folder, null, parent];
  const shown: string[] = [];
  const asked: TrustQuestion[] = [];
  const answers = [false, true];
  const call = opened({
    trusts: async (question) => {
      asked.push(question);
      return answers.shift() ?? false;
    },
    choose: async () => chosen.shift() ?? null,
    show: async (path) => void shown.push(path),
    chooseFile: async (ends) => (ends.includes('npy') ? '/data/image.npy' : null),
  });
  expect(await call('trustLab', {})).toEqual({ id: null });
  expect((await call('labs', {})).labs).toEqual([]);
  // What the page asks for is nothing without the answer to the dialog, which names folder and digest.
  expect(await call('trustLab', {})).toEqual({ id: null });
  expect((await call('labs', {})).labs).toEqual([]);
  expect(await call('trustLab', {})).toEqual({ id: 'saxpy' });
  const files = ['omp.c new', 'sequential.c new', 'workload.toml new'];
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(asked).toEqual(Array(2).fill({ purpose: 'run', folder, digest, files }));
  await expect(call('newLab', { name: 'saxpy', from: 'c' })).rejects.toThrow('remembered');
  await expect(call('newLab', { name: 'mine', from: 'cobol' })).rejects.toThrow(
    'a lab cannot begin with "cobol"',
  );
  expect(await call('newLab', { name: 'mine', from: 'c' })).toEqual({ id: null });
  expect(await call('newLab', { name: 'mine', from: 'c' })).toEqual({ id: 'mine' });
  const { labs, folders } = await call('labs', {});
  expect(folders).toBe(true);
  expect(labs.map((lab) => [lab.id, lab.folder])).toEqual([
    ['mine', join(parent, 'mine')],
    ['saxpy', folder],
  ]);
  expect(await call('chooseFile', { ends: ['npy'] })).toEqual({ file: '/data/image.npy' });
  expect(await call('chooseFile', { ends: ['mtx'] })).toEqual({ file: null });
  expect(procedures.chooseFile.safeParse({ ends: ['../x'] }).success).toBe(false);
  await call('openLabFolder', { id: 'mine' });
  expect(shown).toEqual([join(parent, 'mine')]);
  expect(procedures.newLab.safeParse({ name: '../x', from: 'c' }).success).toBe(false);
});
