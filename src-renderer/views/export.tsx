import type { Input } from '../../src-main/contract/api.ts';
import { useApp } from '../state/context.ts';
import type { App } from '../state/index.ts';
import { Button, copyText } from '../ui/button.tsx';
import { saveFile } from '../ui/files.ts';
import { Menu, MenuEntry } from '../ui/menu.tsx';
import { useCall } from '../ui/use-call.ts';

/** Saves the files of one or more runs; says what could not be saved. */
export async function exportRuns(app: App, refs: readonly string[], format: string): Promise<void> {
  for (const ref of refs) {
    await app.attempt(`Run ${ref} was not exported`, async () => {
      const id = app.settings.value.figure.language;
      const language = id === null ? {} : { language: { id } };
      const { files } = await app.client.call('exportRun', { ref, format, ...language });
      for (const file of files) saveFile(file);
      app.toast(`Saved ${files.map(({ name }) => name).join(', ')}.`, { tone: 'good' });
    });
  }
}

export async function exportFigure(app: App, input: Input<'exportFigure'>): Promise<void> {
  await app.attempt('The figure was not exported', async () => {
    const { file } = await app.client.call('exportFigure', input);
    saveFile(file);
    const note = file.note === undefined ? '' : ` Note: ${file.note}.`;
    app.toast(`Saved ${file.name}.${note}`, { tone: 'good' });
  });
}

/** Puts a table of a run on the clipboard, as a text that papers and notes take. */
async function copyTable(app: App, ref: string, format: string): Promise<void> {
  await app.attempt('The table was not copied', async () => {
    const { files } = await app.client.call('exportRun', { ref, format });
    const texts = files.map(({ bytes }) => new TextDecoder().decode(new Uint8Array(bytes)));
    await copyText(app, texts.join('\n'), 'The table');
  });
}

/** Saves the report of a run, or of `a..b`, as one HTML page. */
export function ReportButton({ of }: { readonly of: string }) {
  const app = useApp();
  return (
    <Button
      icon="download"
      hint="Save one HTML page with the answer, figures, tables and machine"
      onClick={() => void exportRuns(app, [of], 'html')}
    >
      Report
    </Button>
  );
}

export function ExportMenu({ refs }: { readonly refs: readonly string[] }) {
  const app = useApp();
  const { value } = useCall('exportFormats', {});
  const formats = value?.formats ?? [];
  const [only] = refs;
  return (
    <Menu label="Export" icon="download" hint="Ctrl+E exports CSV" right>
      {formats.map(({ id, title, suffix }) => (
        <MenuEntry key={id} aside={suffix} onClick={() => void exportRuns(app, refs, id)}>
          {title}
        </MenuEntry>
      ))}
      {only === undefined || refs.length > 1
        ? null
        : formats
            .filter(({ copies }) => copies)
            .map(({ id, suffix }) => (
              <MenuEntry key={id} aside={suffix} onClick={() => void copyTable(app, only, id)}>
                Copy the table
              </MenuEntry>
            ))}
    </Menu>
  );
}
