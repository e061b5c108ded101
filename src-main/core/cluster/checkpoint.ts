import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Machine } from '../../contract/machine.ts';
import { machineClass } from '../../contract/machine-class.ts';
import { makeFolder } from '../util/make-folder.ts';
import { moveInto } from '../util/replace-file.ts';

const digits = 6;

/** What measured it, in a few digits: class of machine, version, native code. Another one is another file. */
function kindOf(machine: Machine): string {
  const { app, addons } = machine.versions;
  const text = JSON.stringify([machineClass(machine).key, app ?? '', addons ?? '']);
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

/** The run file of a part in a folder that all nodes see. */
export function checkpointFile(folder: string, shard: number, machine: Machine): string {
  return join(folder, `${shard}-${kindOf(machine)}.breakeven`);
}

/**
 * Replaces a file whole: whatever ends this process, and on whatever machine, the file has its earlier content or this one. What
 * a process that was killed has left of the same file is removed.
 */
export function replaceWhole(path: string, pieces: Iterable<Uint8Array>): void {
  const folder = dirname(path);
  makeFolder(folder);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`.${basename(path)}.`)) rmSync(join(folder, name), { force: true });
  }
  const beside = join(folder, `.${basename(path)}.${process.pid}`);
  try {
    const file = openSync(beside, 'w');
    try {
      for (const piece of pieces) {
        for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
      }
    } finally {
      closeSync(file);
    }
    moveInto(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
