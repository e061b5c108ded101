import { hintFor } from '../../../contract/did-you-mean.ts';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import type { Catalog, Scalar } from '../../../contract/workload.ts';
import { trustedLabsWord } from '../../../core/counters/profile-command.ts';
import { findWorkload } from '../find-workload.ts';
import { type Flag, flagsOf } from '../flags.ts';
import { labFlag, labReference } from '../lab/lab-reference.ts';
import { readScalar, splitAssignment } from '../sweeps.ts';
import { noSuchVariant } from '../unbuilt-variants.ts';
import { axesOfWorkload, type Verb } from '../verb.ts';
import { waitFlag } from '../wait.ts';

/** Of `counters` of a program that opens trusted labs alone: what it starts opens no others. */
const trustedLabsFlag: Flag = {
  ...{ name: trustedLabsWord.slice(2), value: null },
  help: 'only a lab that is trusted',
};

/** For the command line of a profiler, which `counters --command` prints: in no list of verbs. */
export const profile: Verb = {
  name: 'profile',
  summary: 'run one execution of a case for a profiler, in the NVTX range breakeven@execution',
  description:
    'Two whole runs load all code, then one execution is marked. Every answer is verified; nothing is timed and nothing is stored.',
  positionals: [
    { name: 'case', required: true, help: '<workload>:<variant>' },
    { name: 'axis=value', required: false, repeat: true, help: 'values of its axes' },
  ],
  flags: [
    ...flagsOf({ 'input <file>': 'read the input from this file' }),
    labFlag,
    { ...trustedLabsFlag, with: ['lab'] },
    waitFlag,
  ],
  examples: ['profile histogram:cuda-fast n=1e7'],
  endings: ['caseFailed', 'busy', 'cancelled'],
  async run({ io, args, app }) {
    const [named = '', ...assigned] = args.positionals;
    const [workload = '', variant = '', ...rest] = named.split(':');
    if (variant === '' || rest.length > 0) {
      throw badInput(`case: got "${named}", must be <workload>:<variant>`);
    }
    const trustedLabsOnly = args.has(trustedLabsFlag.name) ? 'as-saved' : false;
    const opened = await app({ trustedLabsOnly });
    const lab = args.value('lab');
    if (lab !== undefined) await opened.labs.open(labReference(io.cwd, lab));
    const catalog = await opened.api.catalog({});
    const values = readAxes(catalog, { workload, variant }, assigned);
    const input = args.value('input');
    const result = await opened.profile({ workload, variant, values, input });
    if (result.outcome === 'ok') {
      // Standard output is the profiler's.
      io.err('one execution, verified\n');
      return exitCodes.ok;
    }
    io.err(`breakeven: ${named}: ${result.reason ?? 'it gave no answer'}\n`);
    return exitCodes.caseFailed;
  },
};

/**
 * The values of `axis=value` words for one variant.
 *
 * @throws BreakevenError `bad-input` or `not-found` for a workload, variant or axis that is none.
 */
function readAxes(
  catalog: Catalog,
  { workload: id, variant }: { readonly workload: string; readonly variant: string },
  words: readonly string[],
): Record<string, Scalar> {
  const workload = findWorkload(catalog, id);
  if (!workload.variants.some((one) => one.id === variant)) {
    throw noSuchVariant([workload], variant, []);
  }
  const axes = axesOfWorkload(workload);
  const entries = words.map((word) => {
    const { axis: name, value } = splitAssignment('axis', word);
    const axis = axes.find((one) => one.id === name);
    if (axis !== undefined) return [name, readScalar(axis, value)] as const;
    const known = axes.map((one) => one.id);
    throw badInput(`unknown axis "${name}" of ${id}${hintFor(name, known)}`);
  });
  return Object.fromEntries(entries);
}
