import {
  BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  shell,
} from 'electron';
import { environmentFault } from '../../contract/failure.ts';
import type { Folders } from '../../core/api/labs.ts';

const questions: Readonly<Record<'folder' | 'file' | 'new', OpenDialogOptions>> = {
  folder: { title: 'Folder with your code', buttonLabel: 'Choose', properties: ['openDirectory'] },
  file: {
    title: 'Source file that describes its workload',
    buttonLabel: 'Choose',
    properties: ['openFile'],
    filters: [{ name: 'Sources', extensions: ['c', 'cpp', 'cu', 'f90', 'py'] }],
  },
  new: {
    title: 'Folder in which the lab is made',
    buttonLabel: 'Make it here',
    properties: ['openDirectory', 'createDirectory'],
  },
};

/** Names in a question; a dialog of the system does not scroll. */
const shownFiles = 20;

/** Folders and files of this machine, chosen by the user in a dialog of the system: a page has no say over them. */
export const folders: Folders = {
  async choose(purpose) {
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
    const asked = questions[purpose];
    const answer = await (window === undefined
      ? dialog.showOpenDialog(asked)
      : dialog.showOpenDialog(window, asked));
    return answer.canceled ? null : (answer.filePaths[0] ?? null);
  },
  async trusts({ purpose, folder, digest, files }) {
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
    const more = files.length - shownFiles;
    const listed = [...files.slice(0, shownFiles), ...(more > 0 ? [`and ${more} more`] : [])];
    const watch = purpose === 'watch';
    const what = watch
      ? ['Each version that is saved while it is watched is compiled and runs as you.']
      : [...listed, '', 'Its code runs as you; there is no sandbox.'];
    const question: MessageBoxOptions = {
      type: 'warning',
      message: `${watch ? 'Watch' : 'Trust'} ${folder}?`,
      detail: [`Digest ${digest}`, '', ...what].join('\n'),
      buttons: ['Cancel', watch ? 'Watch' : 'Trust'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    };
    const { response } = await (window === undefined
      ? dialog.showMessageBox(question)
      : dialog.showMessageBox(window, question));
    return response === 1;
  },
  async chooseFile(ends) {
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
    const asked: OpenDialogOptions = {
      title: 'Input file',
      buttonLabel: 'Choose',
      properties: ['openFile'],
      filters: [
        { name: 'Inputs', extensions: [...ends] },
        { name: 'All files', extensions: ['*'] },
      ],
    };
    const answer = await (window === undefined
      ? dialog.showOpenDialog(asked)
      : dialog.showOpenDialog(window, asked));
    return answer.canceled ? null : (answer.filePaths[0] ?? null);
  },
  async show(folder) {
    const fault = await shell.openPath(folder);
    if (fault !== '') {
      throw environmentFault(`${folder} could not be opened: ${fault}`);
    }
  },
};
