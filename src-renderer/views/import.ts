import { runFileEnding } from '../../src-main/contract/limits.ts';
import type { App } from '../state/index.ts';
import { chooseFiles } from '../ui/files.ts';

/** Lets the user choose run files, or result files of other tools, and stores them. */
export const chooseRunFiles = (app: App): void =>
  chooseFiles(`${runFileEnding},.json`, true, (files) => void app.importFiles(files));
