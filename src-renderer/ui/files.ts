import type { ExportedFile } from '../../src-main/contract/procedures/files.ts';

/** Hands a file to the browser or the desktop window to save. */
export function saveFile(file: ExportedFile): void {
  const copy = new Uint8Array(file.bytes);
  const address = URL.createObjectURL(new Blob([copy], { type: file.mime }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Lets the user choose one text file and hands over what is in it. */
export function chooseText(accept: string, take: (text: string) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    if (file !== undefined) take(await file.text());
  });
  input.click();
}
