import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { badInput } from '../../contract/failure.ts';
import { matrixName } from '../../core/plan/matrices.ts';
import { mayAccess } from '../../core/util/may-access.ts';
import type { Target } from './target.ts';

/**
 * Gives the file to each group whose workload reads one. That it is there and can be read is checked here, before
 * anything starts; what is in it by the side that reads it.
 */
export function applyInput(
  targets: readonly Target[],
  given: string | undefined,
  cwd: string,
): readonly Target[] {
  if (given === undefined) return targets;
  if (!targets.some(({ workload }) => workload.inputFiles.length > 0)) {
    const names = [...new Set(targets.map(({ workload }) => workload.id))].join(', ');
    throw badInput(`--input: ${names} does not read its input from a file`);
  }
  const named = matrixName(given) !== null;
  const input = named ? given : resolve(cwd, given);
  if (!named) checkReadable(given, input);
  return targets.map((target) =>
    target.workload.inputFiles.length === 0
      ? target
      : { ...target, group: { ...target.group, input } },
  );
}

function checkReadable(given: string, path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) {
    throw badInput(`--input: there is no file "${given}"`);
  }
  if (!status.isFile()) throw badInput(`--input: "${given}" is not a file`);
  if (!mayAccess(path, 'read')) {
    throw badInput(`--input: "${given}" cannot be read by this user`);
  }
}
