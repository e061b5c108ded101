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

/** Lets the user choose files. */
export function chooseFiles(
  accept: string,
  multiple: boolean,
  take: (files: File[]) => void,
): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple });
  input.addEventListener('change', () => take([...(input.files ?? [])]));
  input.click();
}
