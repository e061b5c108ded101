import { BreakevenError } from '../../src-main/contract/failure.ts';
import { maxRunFileBytes, pieceBytes } from '../../src-main/contract/limits.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';

/** The part of a browser's file that is read. */
export type RunFile = Pick<Blob, 'size' | 'slice'> & { readonly name: string };

export type Imported = {
  readonly run: RunRow;
  /** The store had a run of that id, possibly in its trash, and was left as it was. */
  readonly already: boolean;
};

/** Sends a run file in pieces and gives the run that the host has of it. Nothing is stored unless all of it is sound. */
export async function importRunFile(client: Client, file: RunFile): Promise<Imported> {
  if (file.size > maxRunFileBytes) {
    throw new BreakevenError(
      'bad-input',
      `${file.name} has ${file.size} bytes; a run file has at most ${maxRunFileBytes}.`,
    );
  }
  let upload: string | null = null;
  let from = 0;
  do {
    const to = Math.min(file.size, from + pieceBytes);
    const bytes = new Uint8Array(await file.slice(from, to).arrayBuffer());
    const answer: Awaited<ReturnType<typeof send>> = await send(client, upload, bytes, {
      last: to === file.size,
      name: file.name.slice(-300),
    });
    upload = answer.upload;
    from = to;
    if (answer.run !== null) return { run: answer.run, already: false };
    if (answer.stored !== undefined) return { run: answer.stored, already: true };
  } while (from < file.size);
  throw new BreakevenError('internal', `${file.name} was sent, but no run came of it.`);
}

function send(
  client: Client,
  upload: string | null,
  bytes: Uint8Array,
  about: { readonly last: boolean; readonly name: string },
) {
  return client.call('importRun', { upload, data: base64Of(bytes), ...about });
}

/** In blocks: a call with as many arguments as a piece has bytes would overflow the stack. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) {
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(text);
}
