import { BreakevenError } from '../../contract/failure.ts';
import type { Policy } from '../../contract/run.ts';
import type { Catalog, StoppingCriterion } from '../../contract/workload.ts';
import { hintFor } from '../../core/util/did-you-mean.ts';
import type { Arguments, Flag } from './flags.ts';
import { readBounded } from './numbers.ts';
import { readScalar, splitAssignment } from './sweeps.ts';

export const policyFlags: readonly Flag[] = [
  {
    name: 'samples',
    value: 'k',
    help: 'k samples a case, shared by its rounds (stopping criterion "fixed"), however long they take unless --time-limit is given too; a case that it ends before says so',
  },
  {
    name: 'rule',
    value: 'id',
    help: 'stopping criterion: when a case has enough samples, see "stopRules" of list --json',
  },
  {
    name: 'rule-set',
    value: 'name=value',
    repeat: true,
    help: 'a parameter of the stopping criterion',
  },
  { name: 'time-limit', value: 's', help: 'most seconds for one case, or "none"' },
  { name: 'rounds', value: 'n', help: 'engine processes a case: their variance is seen too' },
  { name: 'order', value: 'order', help: 'shuffled or sequential' },
  { name: 'seed-order', value: 'n', help: 'seed of the order of cases' },
];

/** The policy of a run that asks for nothing: precise medians, two processes, at most 15 s a case. */
export function defaultPolicy(catalog: Catalog): Policy {
  const criterion = catalog.stopRules.find((it) => it.id === 'precision') ?? catalog.stopRules[0];
  if (criterion === undefined)
    throw new BreakevenError('engine', 'the engine has no stopping criterion');
  return { ...freshPolicyOf(criterion), timeLimitS: 15, rounds: 2, order: 'shuffled' };
}

/** What the flags say of the policy, to lay over that of a preset or the default. */
export function policyFrom(args: Arguments, catalog: Catalog): Partial<Policy> {
  const rounds = args.value('rounds');
  const order = args.value('order');
  return {
    ...criterionPart(args, catalog),
    ...timeLimitPart(args.value('time-limit')),
    ...(rounds === undefined
      ? {}
      : { rounds: readBounded('--rounds', rounds, { min: 1, max: 50, whole: true }) }),
    ...(order === undefined ? {} : { order: readOrder(order) }),
  };
}

function criterionPart(args: Arguments, catalog: Catalog): Partial<Policy> {
  const samples = args.value('samples');
  const id = args.value('rule') ?? (samples === undefined ? undefined : 'fixed');
  if (id === undefined) {
    if (args.values('rule-set').length === 0) return {};
    throw new BreakevenError('bad-input', '--rule-set needs --rule, which it is a parameter of');
  }
  const criterion = findCriterion(catalog, id);
  const fixed = id === 'fixed';
  if (samples !== undefined && !fixed) {
    throw new BreakevenError(
      'bad-input',
      `--samples takes so many of each case (stopping criterion "fixed"), so it does not go with --rule ${id}`,
    );
  }
  const [counted] = criterion.parameters;
  const policy = freshPolicyOf(criterion);
  for (const text of args.values('rule-set')) {
    const { axis: name, value } = splitAssignment('rule-set', text);
    const parameter = criterion.parameters.find((it) => it.id === name);
    if (parameter === undefined) {
      const known = criterion.parameters.map((it) => it.id);
      throw new BreakevenError(
        'bad-input',
        `the stopping criterion ${id} has no parameter "${name}"${hintFor(name, known)}`,
      );
    }
    if (samples !== undefined && parameter === counted) {
      throw new BreakevenError(
        'bad-input',
        `--samples ${samples} and --rule-set ${text} both set the number of samples; give one of them`,
      );
    }
    policy.parameters[name] = readScalar(parameter, value);
  }
  if (samples !== undefined && counted !== undefined) {
    const most = 'max' in counted ? counted.max : 1e9;
    const bounds = { min: 1, max: most, whole: true };
    policy.parameters[counted.id] = readBounded('--samples', samples, bounds);
  }
  // A number of samples that was asked for is taken, however long it lasts.
  return fixed ? { ...policy, timeLimitS: null } : policy;
}

function freshPolicyOf(criterion: StoppingCriterion): {
  rule: string;
  parameters: Policy['parameters'];
} {
  const parameters = Object.fromEntries(criterion.parameters.map((it) => [it.id, it.default]));
  return { rule: criterion.id, parameters };
}

function findCriterion(catalog: Catalog, id: string): StoppingCriterion {
  const criterion = catalog.stopRules.find((it) => it.id === id);
  if (criterion !== undefined) return criterion;
  const known = catalog.stopRules.map((it) => it.id);
  throw new BreakevenError('bad-input', `unknown stopping criterion "${id}"${hintFor(id, known)}`);
}

function timeLimitPart(text: string | undefined): Partial<Policy> {
  if (text === undefined) return {};
  if (text === 'none') return { timeLimitS: null };
  return { timeLimitS: readBounded('--time-limit', text, { min: 0.001, max: 1e6, whole: false }) };
}

function readOrder(text: string): Policy['order'] {
  if (text === 'shuffled' || text === 'sequential') return text;
  throw new BreakevenError('bad-input', `--order: "${text}" is neither shuffled nor sequential`);
}
