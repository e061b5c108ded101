import { BrowserWindow, dialog, type OpenDialogOptions, shell } from 'electron';
import { BreakevenError } from '../../contract/failure.ts';
import type { Folders } from '../../core/api/labs.ts';

const questions: Readonly<Record<'trust' | 'new', OpenDialogOptions>> = {
  trust: {
    title: 'Trust the lab in a folder: its code runs as you',
    buttonLabel: 'Trust',
    properties: ['openDirectory'],
  },
  new: {
    title: 'Folder in which the lab is made',
    buttonLabel: 'Make it here',
    properties: ['openDirectory', 'createDirectory'],
  },
};

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
      throw new BreakevenError('environment', `${folder} could not be opened: ${fault}`);
    }
  },
};
