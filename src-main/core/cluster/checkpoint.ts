import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Machine } from '../../contract/machine.ts';
import { machineClass } from '../../contract/machine-class.ts';

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
 * Replaces a file whole: whatever ends this process, and on whatever machine, the file has its earlier content or this one.
 *
 * @param rename in place of the system's
 */
export function replaceWhole(
  path: string,
  pieces: Iterable<Uint8Array>,
  rename: (from: string, to: string) => void = renameSync,
): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const beside = join(folder, `.${basename(path)}.${process.pid}`);
  const file = openSync(beside, 'w');
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  rename(beside, path);
  const entries = openSync(folder, 'r');
  try {
    fsyncSync(entries);
  } finally {
    closeSync(entries);
  }
}
