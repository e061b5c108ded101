import { copyFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { moveInto } from '../../../core/util/replace-file.ts';
import { flagsOf } from '../flags.ts';
import { printJson } from '../io.ts';
import { prepareFolder, unwritable } from '../output-files.ts';
import type { Verb } from '../verb.ts';

export const backup: Verb = {
  name: 'backup',
  summary: 'copy the database now, into its folder of backups or to a file that is named',
  description:
    'The copy is checked before it gets its name. "doctor --restore-backup" puts the newest of the folder of backups in place; a file can be used as <folder>/breakeven.db of another --home.',
  positionals: [
    { name: 'file', required: false, help: 'where to; the backups of the database by default' },
  ],
  flags: flagsOf({ force: 'replace the file where it is there' }),
  examples: ['backup', 'backup /mnt/archive/breakeven.db'],
  async run({ args, app, io }) {
    const [given] = args.positionals;
    const target = given === undefined ? null : resolve(io.cwd, given);
    if (target !== null) {
      await prepareFolder(io.cwd, dirname(target));
      const there = await stat(target).catch(() => null);
      if (there?.isDirectory() === true || (there !== null && !args.has('force'))) {
        const way = there.isDirectory() ? 'it is a folder' : 'it is there; --force replaces it';
        throw badInput(`"${given}" is not written: ${way}`);
      }
    }
    const { api } = await app();
    if (target !== null) await refuseOpen(given ?? '', target, (await api.storage({})).file);
    const { file } = await api.backUp({});
    const made = target === null ? file : await copied(file, target);
    if (args.has('json')) printJson(io, { schemaVersion, file: made });
    else io.out(`wrote ${made}\n`);
    return exitCodes.ok;
  },
};

/** What is written under a database that is in use would be mixed with the log that lies next to it. */
async function refuseOpen(given: string, target: string, own: string): Promise<void> {
  const log = await stat(`${target}-wal`).catch(() => null);
  const same = await realpath(target).catch(() => target);
  if (log === null && same !== (await realpath(own))) return;
  throw badInput(`"${given}" is not written: it is a database that is in use; name another file`);
}

/** Whole or not at all. */
async function copied(file: string, target: string): Promise<string> {
  const part = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    await copyFile(file, part);
    moveInto(part, target);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw unwritable(target, error);
  }
  return target;
}
