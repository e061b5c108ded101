import { runFileEnding } from '../../src-main/contract/limits.ts';
import type { App } from '../state/index.ts';

/** Lets the user choose run files, or result files of other tools, and stores them. */
export function chooseRunFiles(app: App): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = `${runFileEnding},.json`;
  input.multiple = true;
  input.addEventListener('change', () => void app.importFiles([...(input.files ?? [])]));
  input.click();
}
