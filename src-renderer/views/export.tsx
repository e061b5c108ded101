import type { Input } from '../../src-main/contract/api.ts';
import { toFailure } from '../../src-main/contract/failure.ts';
import type { App } from '../state/index.ts';
import { saveFile } from '../ui/files.ts';

/** Saves the files of one or more runs; says what could not be saved. */
export async function exportRuns(
  app: App,
  refs: readonly string[],
  format: Input<'exportRun'>['format'],
): Promise<void> {
  for (const ref of refs) {
    try {
      const { files } = await app.client.call('exportRun', { ref, format });
      for (const file of files) {
        saveFile(refs.length > 1 ? { ...file, name: `${ref}-${file.name}` } : file);
      }
      app.toast(`Saved ${files.map(({ name }) => name).join(', ')}.`, { tone: 'good' });
    } catch (error) {
      app.toast(`Run ${ref} was not exported: ${toFailure(error).message}`, { tone: 'bad' });
    }
  }
}

export async function exportFigure(app: App, input: Input<'exportFigure'>): Promise<void> {
  try {
    const { file } = await app.client.call('exportFigure', input);
    saveFile(file);
    app.toast(`Saved ${file.name}.`, { tone: 'good' });
  } catch (error) {
    app.toast(`The figure was not exported: ${toFailure(error).message}`, { tone: 'bad' });
  }
}
