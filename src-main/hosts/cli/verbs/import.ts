import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BreakevenError, badInput, exitCodes } from '../../../contract/failure.ts';
import { maxRunFileBytes, pieceBytes } from '../../../contract/limits.ts';
import { type RunRow, schemaVersion } from '../../../contract/run.ts';
import { plainFileFault } from '../../../core/util/plain-file.ts';
import type { HostApp } from '../../host-app.ts';
import { printJson } from '../io.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';

export const importVerb: Verb = {
  name: 'import',
  summary: 'import a run that was exported on another machine (.breakeven)',
  description:
    'The run keeps its id and is marked as imported. The file is validated before anything is stored; paths in it are dropped. `imported` names the run imported last, `imported~1` the one imported before.',
  positionals: [
    { name: 'file', required: true, help: 'a file that "export --format breakeven" wrote' },
  ],
  flags: [],
  examples: ['import results/2mx0kjwbv0gk.breakeven'],
  async run({ io, args, app }) {
    const name = args.positionals[0] ?? '';
    const { row, stored } = await importFile(await app(), resolve(io.cwd, name), name);
    if (args.has('json')) printJson(io, { schemaVersion, run: row, imported: !stored });
    else io.out(`${oneLine(stored ? storedText(name, row) : importedText(row))}\n`);
    return exitCodes.ok;
  },
};

/** A run, and whether it was there before. */
type Imported = { readonly row: RunRow; readonly stored: boolean };

/** Hands the file over piece by piece, as a window does. */
async function importFile(app: HostApp, path: string, given: string): Promise<Imported> {
  const fault = plainFileFault(path, maxRunFileBytes);
  if (fault !== null) throw badInput(`"${given}" cannot be read: ${fault}`);
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(given, error);
  });
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(pieceBytes);
    let upload: string | null = null;
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, at).catch((error: unknown) => {
        throw unreadable(given, error);
      });
      at += bytesRead;
      const data = buffer.subarray(0, bytesRead).toString('base64');
      const piece: Awaited<ReturnType<HostApp['api']['importRun']>> = await app.api.importRun({
        upload,
        data,
        last: at >= size || bytesRead === 0,
      });
      if (piece.run !== null) return { row: piece.run, stored: false };
      if (piece.stored !== undefined) return { row: piece.stored, stored: true };
      upload = piece.upload;
    }
  } finally {
    await file.close();
  }
}

function importedText({ id, title, cases, device, createdAt, importedAt = '' }: RunRow): string {
  const futureNote = createdAt > importedAt ? `; its date, ${createdAt}, is after now` : '';
  return `imported ${id}: ${title}, ${cases} cases, measured on ${device}${futureNote}`;
}

/** What is asked for is there: nothing has to be done. */
function storedText(given: string, { id, title, trashedAt }: RunRow): string {
  const where =
    trashedAt === undefined
      ? 'stored already'
      : `in the trash ("breakeven edit ${id} --restore" brings it back)`;
  return `the run of "${given}", ${id} (${title}), is ${where}; nothing was changed`;
}

function unreadable(given: string, error: unknown): BreakevenError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const why = code === 'EACCES' ? 'this user may not' : code;
  return badInput(`"${given}" cannot be read: ${why}`);
}
