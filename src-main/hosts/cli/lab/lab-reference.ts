import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { badInput } from '../../../contract/failure.ts';
import type { HostApp } from '../../host-app.ts';
import type { Arguments, Flag } from '../flags.ts';
import type { VerbContext } from '../verb.ts';

export const labFlag: Flag = {
  name: 'lab',
  value: 'dir',
  help: 'your own workload: a folder with workload.toml, a single file, or the id of one that was run',
};

/** A folder of this machine where there is one of that name, else the id of a lab. */
export function labReference(cwd: string, given: string): string {
  const path = resolve(cwd, given);
  return existsSync(path) ? path : given;
}

/** Opens the lab that --lab names; its id stands for --workload then. */
export async function withLab(
  { args, io }: VerbContext,
  app: HostApp | (() => Promise<HostApp>),
): Promise<Arguments> {
  const labText = args.value('lab');
  if (labText === undefined) return args;
  const other = ['workload', 'preset'].find((name) => args.has(name));
  if (other !== undefined) {
    throw badInput(`--lab is the workload and cannot be combined with --${other}`);
  }
  const { labs } = typeof app === 'function' ? await app() : app;
  const { description } = await labs.open(labReference(io.cwd, labText), {
    builds: !args.has('dry-run'),
  });
  return {
    ...args,
    value: (name) => (name === 'workload' ? description.id : args.value(name)),
  };
}
