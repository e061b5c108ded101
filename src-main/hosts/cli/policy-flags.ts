import { type Policy, policyFields, policySchema } from '../../contract/configuration.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput, engineFault } from '../../contract/failure.ts';
import { parseNumber } from '../../contract/numbers.ts';
import { precisionCriterion } from '../../contract/target.ts';
import type { Catalog, StoppingCriterion } from '../../contract/workload.ts';
import { type Arguments, type Flag, flagsOf } from './flags.ts';
import { readBounded, readShare } from './numbers.ts';
import { readScalar, splitAssignment } from './sweeps.ts';

export const policyFlags: readonly Flag[] = [
  ...flagsOf({
    'samples <k>':
      'samples per case, split over repetitions (criterion "fixed"); no time limit unless --time-limit is set',
    'criterion <id>': 'stopping criterion of a case, see "criteria" of list --json',
    'criterion-set <name=value>': {
      repeat: true,
      with: ['criterion', 'samples'],
      help: 'a parameter of the stopping criterion',
    },
    'time-limit <s>': 'maximum seconds per case, or "none"',
    'target <share>':
      'repeat a case until its 95 % interval is within this share of the median, such as 1%; the default is 1% for GPU kernels, else 2%',
  }),
  ...policyFields.map(({ name, value, help, choices }) => ({
    ...{ name, value, help },
    ...(choices.length === 0 ? {} : { choices }),
  })),
  ...flagsOf({ 'seed-order <n>': 'seed of the order of cases' }),
];

/** The policy of a run without flags. */
export function defaultPolicy(catalog: Catalog): Policy {
  const criterion =
    catalog.criteria.find((it) => it.id === precisionCriterion) ?? catalog.criteria[0];
  if (criterion === undefined) throw engineFault('the engine has no stopping criterion');
  return { ...freshPolicyOf(criterion), timeLimitS: 3, repetitions: 5, order: 'shuffled' };
}

/** What the flags say of the policy, to lay over that of a preset or the default. */
export function policyFrom(args: Arguments, catalog: Catalog): Partial<Policy> {
  const fields = policyFields.flatMap(({ field, name, bounds }) => {
    const text = args.value(name);
    if (text === undefined) return [];
    return [[field, bounds === null ? text : readBounded(`--${name}`, text, bounds)]];
  });
  const flags: Partial<Policy> = {
    ...criterionPart(args, catalog),
    ...timeLimitPart(args.value('time-limit')),
    ...targetPart(args.value('target')),
    ...policySchema.partial().parse(Object.fromEntries(fields)),
  };
  const { repetitions, maxRepetitions: max } = flags;
  if (repetitions !== undefined && max !== undefined && repetitions > max) {
    throw badInput(
      `--repetitions: ${repetitions} is given, but --max-repetitions allows at most ${max}`,
    );
  }
  return flags;
}

function criterionPart(args: Arguments, catalog: Catalog): Partial<Policy> {
  const samples = args.value('samples');
  const id = args.value('criterion') ?? (samples === undefined ? undefined : 'fixed');
  if (id === undefined) return {};
  const criterion = findCriterion(catalog, id);
  const fixed = id === 'fixed';
  if (samples !== undefined && !fixed) {
    throw badInput(
      `--samples uses the criterion "fixed" and cannot be combined with --criterion ${id}`,
    );
  }
  const [counted] = criterion.parameters;
  const policy = freshPolicyOf(criterion);
  for (const text of args.values('criterion-set')) {
    const { axis: name, value } = splitAssignment('criterion-set', text);
    const parameter = criterion.parameters.find((it) => it.id === name);
    if (parameter === undefined) {
      const known = criterion.parameters.map((it) => it.id);
      throw badInput(`the criterion ${id} has no parameter "${name}"${hintFor(name, known)}`);
    }
    if (samples !== undefined && parameter === counted) {
      throw badInput(
        `--samples ${samples} and --criterion-set ${text} both set the number of samples; give one of them`,
      );
    }
    policy.parameters[name] = readScalar(parameter, value);
  }
  if (samples !== undefined && counted !== undefined) {
    const max = 'max' in counted ? counted.max : 1e9;
    const bounds = { min: 1, max, whole: true };
    policy.parameters[counted.id] = readBounded('--samples', samples, bounds);
  }
  // A number of samples that was asked for is taken, however long it lasts.
  return fixed ? { ...policy, timeLimitS: null } : policy;
}

function freshPolicyOf(criterion: StoppingCriterion): {
  criterion: string;
  parameters: Policy['parameters'];
} {
  const parameters = Object.fromEntries(criterion.parameters.map((it) => [it.id, it.default]));
  return { criterion: criterion.id, parameters };
}

function findCriterion(catalog: Catalog, id: string): StoppingCriterion {
  const criterion = catalog.criteria.find((it) => it.id === id);
  if (criterion !== undefined) return criterion;
  const known = catalog.criteria.map((it) => it.id);
  throw badInput(`unknown stopping criterion "${id}"${hintFor(id, known)}`);
}

function timeLimitPart(text: string | undefined): Partial<Policy> {
  if (text === undefined) return {};
  if (text === 'none') return { timeLimitS: null };
  const bounds = { min: 0.001, max: 1e6, whole: false };
  if (parseNumber(text) !== null) return { timeLimitS: readBounded('--time-limit', text, bounds) };
  throw badInput(
    `--time-limit: "${text}" is neither "none" nor a number of seconds from ${bounds.min} to 1e6`,
  );
}

function targetPart(text: string | undefined): Partial<Policy> {
  if (text === undefined) return {};
  const share = readShare('--target', text, { min: 0.0001, max: 1 });
  return { target: { gpuKernel: share, other: share } };
}

/** A policy with flags laid over it. A maximum alone lowers the number of repetitions that were planned. */
export function withFlags<P extends Partial<Policy>>(policy: P, flags: Partial<Policy>): P {
  const { repetitions, maxRepetitions: max } = flags;
  const { repetitions: planned } = policy;
  const isLower = max !== undefined && planned !== undefined && planned > max;
  return {
    ...policy,
    ...flags,
    ...(isLower && repetitions === undefined ? { repetitions: max } : {}),
  };
}
