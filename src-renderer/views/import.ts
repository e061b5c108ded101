import type { App } from '../state/index.ts';

export const runFileEnding = '.breakeven';

/** Lets the user choose run files and stores them. */
export function chooseRunFiles(app: App): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = runFileEnding;
  input.multiple = true;
  input.addEventListener('change', () => void app.importFiles([...(input.files ?? [])]));
  input.click();
}
