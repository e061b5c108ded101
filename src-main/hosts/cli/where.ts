import type { Arguments, Flag } from './flags.ts';

/** Which cases a verb is about. */
export const whereFlag: Flag = {
  name: 'where',
  value: 'query',
  help: 'only cases that fit: "n>=1e6 variant:cub", with workload, variant, outcome, kind, device and axes, as in history; - in front excludes',
};

/** For a request that takes it. */
export function whereOf(args: Arguments): { readonly where?: string } {
  const where = args.value(whereFlag.name);
  return where === undefined ? {} : { where };
}
