import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badInput, exitCodes } from '../../contract/failure.ts';
import type { ExportFormat } from '../../core/export/format.ts';
import type { DecimalMark } from '../../core/table/table.ts';
import type { HostApp } from '../host-app.ts';
import type { Arguments } from './flags.ts';
import type { CliIo } from './io.ts';
import { chosenLanguage } from './language.ts';
import { whereOf } from './where.ts';

/** `export --out -`: the one table of a format that holds the results, on standard output. */
export async function printTable(
  app: HostApp,
  ref: string,
  format: ExportFormat,
  io: CliIo,
  args: Arguments,
  decimal?: DecimalMark,
): Promise<number> {
  if (args.has('json')) {
    throw badInput(
      '--json lists files, and --out - writes none; --format json --out - prints the run',
    );
  }
  if (format.wholeRun === true || format.binary === true) {
    throw badInput(`a ${format.suffix} file is not text: give --out a folder`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'breakeven-'));
  try {
    // Where a format has samples and metadata next to it, the table of results is its first file.
    const language = await chosenLanguage(args, io.cwd);
    const options = { samples: false, decimal, ...language, ...whereOf(args) };
    const [first = ''] = await app.exportTo(ref, format.id, folder, options);
    io.out(await readFile(first, 'utf8'));
    return exitCodes.ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
