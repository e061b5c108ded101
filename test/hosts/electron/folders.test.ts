import { describe, expect, it, vi } from 'vitest';
import type { Folders } from '../../../src-main/core/api/labs.ts';
import type * as Double from '../../helpers/electron-double.ts';

vi.mock('electron', () => import('../../helpers/electron-double.ts'));

async function desktop(): Promise<{ folders: Folders; state: typeof Double.state }> {
  const double = (await import('electron')) as unknown as typeof Double;
  double.reset();
  const { folders } = await import('../../../src-main/hosts/electron/folders.ts');
  return { folders, state: double.state };
}

describe('folders of this machine', () => {
  it('are chosen by the user in a dialog that says what for', async () => {
    const { folders, state } = await desktop();
    state.chosenFolders.push('/labs/saxpy', null, '/labs');
    expect(await folders.choose('folder')).toBe('/labs/saxpy');
    expect(await folders.choose('folder')).toBeNull();
    expect(await folders.choose('new')).toBe('/labs');
    expect(state.folderQuestions.map(({ title, buttonLabel }) => [title, buttonLabel])).toEqual([
      ['Folder with your code', 'Choose'],
      ['Folder with your code', 'Choose'],
      ['Folder in which the lab is made', 'Make it here'],
    ]);
    for (const { properties } of state.folderQuestions) {
      expect(properties).toContain('openDirectory');
      expect(properties).not.toContain('multiSelections');
    }
  });

  it('are trusted in a dialog that names folder and digest, and never by default', async () => {
    const { folders, state } = await desktop();
    const files = Array.from({ length: 30 }, (_, at) => `f${at}.c new`);
    const question = { folder: '/labs/saxpy', digest: 'ab12', files };
    state.boxAnswers.push(0, 1, 1);
    expect(await folders.trusts({ purpose: 'run', ...question })).toBe(false);
    expect(await folders.trusts({ purpose: 'run', ...question })).toBe(true);
    expect(await folders.trusts({ purpose: 'watch', ...question })).toBe(true);
    const [run, , watch] = state.boxes;
    expect(run).toMatchObject({ message: 'Trust /labs/saxpy?', defaultId: 0, cancelId: 0 });
    expect(run?.detail).toMatch(
      /^Digest ab12\n\nf0\.c new\n.*and 10 more\n\nIts code runs as you/s,
    );
    expect(watch?.detail).toContain('Each version that is saved');
  });

  it('are chosen as a single file as well', async () => {
    const { folders, state } = await desktop();
    state.chosenFolders.push('/labs/one.c');
    expect(await folders.choose('file')).toBe('/labs/one.c');
    expect(state.folderQuestions[0]?.properties).toEqual(['openFile']);
  });

  it('has input files chosen by the ends of their names', async () => {
    const { folders, state } = await desktop();
    state.chosenFolders.push('/data/a.mtx', null);
    expect(await folders.chooseFile(['mtx', 'npy'])).toBe('/data/a.mtx');
    expect(await folders.chooseFile(['mtx'])).toBeNull();
    const [question] = state.folderQuestions;
    expect(question?.properties).toEqual(['openFile']);
    expect(question?.filters?.[0]?.extensions).toEqual(['mtx', 'npy']);
  });

  it('are shown by the system, or it is said why not', async () => {
    const { folders, state } = await desktop();
    await folders.show('/labs/saxpy');
    expect(state.shownFolders).toEqual(['/labs/saxpy']);
    state.folderFault = 'no such folder';
    await expect(folders.show('/gone')).rejects.toMatchObject({
      code: 'environment',
      message: '/gone could not be opened: no such folder',
    });
  });
});
