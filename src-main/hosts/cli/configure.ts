import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import {
  type Configuration,
  configurationSchema,
  type Group,
} from '../../contract/configuration.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { type BreakevenError, badInput } from '../../contract/failure.ts';
import type { Preset } from '../../contract/procedures/files.ts';
import type { Axis, Catalog, Scalar, Workload } from '../../contract/workload.ts';
import { wrongValue } from '../../core/util/invalid-value.ts';
import { findWorkload } from './find-workload.ts';
import type { Arguments } from './flags.ts';
import { idList } from './id-list.ts';
import { applyInput } from './input-file.ts';
import { readBounded } from './numbers.ts';
import { defaultPolicy, policyFrom, withFlags } from './policy-flags.ts';
import { readScalar, readSweep, splitAssignment } from './sweeps.ts';
import type { Target } from './target.ts';
import { noSuchVariant } from './unbuilt-variants.ts';
import type { VerbContext } from './verb.ts';

type Sources = {
  readonly args: Arguments;
  readonly axisFlags: VerbContext['axisFlags'];
  readonly catalog: Catalog;
  readonly presets: readonly Preset[];
  readonly cwd: string;
};

/**
 * Turns flags into a configuration: a preset with the flags over it, or one workload. Names and the types of values
 * are checked here, with the nearest name; ranges, memory and availability by the planner, for every face.
 */
export function configure(sources: Sources): Configuration {
  const { args, catalog } = sources;
  const base = startingPoint(sources);
  let groups = base.groups.map((group) => ({
    group,
    workload: workloadOf(catalog, group.workload, base.preset !== undefined),
  }));
  groups = selectVariants(groups, args.value('variants'), sources.presets);
  for (const assignment of assignments(sources)) groups = assign(groups, assignment);
  for (const field of ['link', 'scale'] as const) {
    for (const text of args.values(field)) groups = following(groups, field, text);
  }
  const policy = policyFrom(args, catalog);
  const orderSeed = args.value('seed-order');
  const title = args.value('title') ?? base.title;
  const note = args.value('note') ?? base.note;
  const matrices = args.value('matrices');
  const tags = [...(base.tags ?? []), ...args.values('tag')];
  const made = {
    ...base,
    ...(title === undefined ? {} : { title }),
    ...(note === undefined ? {} : { note }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(matrices === undefined ? {} : { matrices: resolve(sources.cwd, matrices) }),
    groups: applyInput(groups, args.value('input'), sources.cwd).map(({ group }) => ({
      ...group,
      ...(group.policy === undefined ? {} : { policy: withFlags(group.policy, policy) }),
    })),
    policy: withFlags(base.policy, policy),
    orderSeed:
      orderSeed === undefined
        ? base.orderSeed
        : readBounded('--seed-order', orderSeed, { min: 0, max: 2 ** 53 - 1, whole: true }),
  };
  const parsed = configurationSchema.safeParse(made);
  if (!parsed.success) {
    throw badInput(asFlag(wrongValue(parsed.error, made)));
  }
  return parsed.data;
}

/** The sentence with the flag that a field came from in its place. */
export function asFlag(sentence: string): string {
  return sentence.replace(/^(?:(title|note)|(tag)s\.\d+|tags):/, (_all, plain, tag) => {
    return `--${plain ?? tag ?? 'tag'}:`;
  });
}

function startingPoint({ args, catalog, presets }: Sources): Configuration {
  const name = args.value('workload');
  const presetId = args.value('preset');
  if (presetId === undefined) {
    if (name === undefined) {
      const known = catalog.workloads.map((it) => it.id).join(', ');
      throw badInput(
        `run needs --workload <id> (${known}) or --preset <id> (${presets.map((it) => it.id).join(', ')})`,
      );
    }
    const workload = findWorkload(catalog, name);
    return {
      groups: [{ workload: workload.id, variants: 'all', set: {}, sweep: {} }],
      policy: defaultPolicy(catalog),
      orderSeed: randomInt(2 ** 31),
    };
  }
  const preset = presets.find((it) => it.id === presetId);
  if (preset === undefined) {
    throw unknown(
      'preset',
      presetId,
      presets.map((it) => it.id),
    );
  }
  const configuration = configurationSchema.parse(preset.configuration);
  if (name === undefined) return { ...configuration, preset: preset.id };
  const { id } = findWorkload(catalog, name);
  const groups = configuration.groups.filter((group) => group.workload === id);
  if (groups.length === 0) {
    throw badInput(`the preset ${preset.id} does not run ${id}`);
  }
  return { ...configuration, groups, preset: preset.id };
}

/** A preset may name a workload that this build does not have: its cases are planned as skipped. */
function workloadOf(catalog: Catalog, id: string, lenient: boolean): Workload {
  const known = catalog.workloads.some((it) => it.id === id);
  if (known || !lenient) return findWorkload(catalog, id);
  const nothing = { title: id, summary: '', sizeAxis: '', baseline: '', inputFiles: [] };
  return { id, ...nothing, axes: [], variants: [] };
}

function selectVariants(
  targets: readonly Target[],
  text: string | undefined,
  presets: readonly Preset[],
): Target[] {
  if (text === undefined) return [...targets];
  if (text === 'all') {
    return targets.map(({ group, workload }) => ({
      workload,
      group: { ...group, variants: 'all' },
    }));
  }
  const wanted = idList('variants', text);
  const known = targets.flatMap(({ workload }) => workload.variants.map((it) => it.id));
  const strange = wanted.find((id) => !known.includes(id));
  if (strange !== undefined) {
    const workloads = targets.map(({ workload }) => workload);
    throw noSuchVariant(workloads, strange, presets);
  }
  return targets.flatMap(({ group, workload }) => {
    const variantIds = wanted.filter((id) => workload.variants.some((it) => it.id === id));
    return variantIds.length === 0 ? [] : [{ workload, group: { ...group, variants: variantIds } }];
  });
}

type Assignment = {
  readonly flag: string;
  readonly axis: string;
  readonly text: string;
  readonly many: 'never' | 'always' | 'if-several';
};

function assignments({ args, axisFlags }: Sources): readonly Assignment[] {
  const gpu = args.value('gpu');
  const assigned: Assignment[] = [
    ...args.values('set').map((text) => ({ flag: 'set', text, many: 'if-several' as const })),
    ...args.values('sweep').map((text) => ({ flag: 'sweep', text, many: 'always' as const })),
  ].map(({ flag, text, many }) => {
    const { axis, value } = splitAssignment(flag, text);
    return { flag, axis, text: value, many };
  });
  for (const { axis, text } of axisFlags) {
    assigned.push({ flag: axis.id, axis: axis.id, text, many: 'if-several' });
  }
  if (gpu !== undefined) assigned.push({ flag: 'gpu', axis: 'gpu', text: gpu, many: 'never' });
  const seen = new Set<string>();
  for (const { axis } of assigned) {
    if (seen.has(axis)) throw badInput(`${axis} is given more than once`);
    seen.add(axis);
  }
  return assigned;
}

/** Gives the axis its values in each group that has it; a group without it is left as it is. */
function assign(targets: readonly Target[], assignment: Assignment): Target[] {
  const { axis: id, text, many, flag } = assignment;
  let taken = false;
  const changed = targets.map((target) => {
    const axis = axesOf(target).find((it) => it.id === id);
    if (axis === undefined) return target;
    taken = true;
    const values = many === 'never' ? [readScalar(axis, text)] : readSweep(axis, text);
    return { ...target, group: withValues(target.group, id, values, many === 'always') };
  });
  if (taken) return changed;
  if (flag === 'gpu') {
    throw badInput('--gpu: none of these variants runs on a GPU');
  }
  throw unknown(
    'axis',
    id,
    targets.flatMap(axesOf).map((it) => it.id),
  );
}

/** Those of the workload and of the chosen variants: no other would be taken. */
function axesOf({ workload, group }: Target): readonly Axis[] {
  const chosen = workload.variants.filter(
    ({ id }) => group.variants === 'all' || group.variants.includes(id),
  );
  return [...workload.axes, ...chosen.flatMap((variant) => variant.parameters)];
}

/** Lets an axis follow another one, or grow with it, in each group that has both. */
function following(targets: readonly Target[], field: 'link' | 'scale', text: string): Target[] {
  const { id, other } = splitPair(field, text);
  const known = targets.flatMap(axesOf).map((axis) => axis.id);
  for (const name of [id, other]) if (!known.includes(name)) throw unknown('axis', name, known);
  if (id === other) throw badInput(`--${field}: ${id} cannot follow itself`);
  return targets.map((target) => {
    const axisIds = axesOf(target).map((axis) => axis.id);
    if (![id, other].every((name) => axisIds.includes(name))) return target;
    const pairs = { ...target.group[field], [id]: other };
    return { ...target, group: { ...target.group, [field]: pairs } };
  });
}

function splitPair(field: string, text: string): { readonly id: string; readonly other: string } {
  const [id = '', other = '', ...more] = text.split('=').map((word) => word.trim());
  if (id !== '' && other !== '' && more.length === 0) return { id, other };
  throw badInput(`--${field} "${text}": write it as axis=axis`);
}

function withValues(group: Group, id: string, values: readonly Scalar[], sweep: boolean): Group {
  const { [id]: _set, ...set } = group.set;
  const { [id]: _sweep, ...rest } = group.sweep;
  // A value of its own ends the link.
  const { [id]: _ended, ...linked } = group.link ?? {};
  const links = group.link === undefined ? {} : { link: linked };
  const [only] = values;
  if (only !== undefined && values.length === 1 && !sweep) {
    return { ...group, set: { ...set, [id]: only }, sweep: rest, ...links };
  }
  return { ...group, set, sweep: { ...rest, [id]: [...values] }, ...links };
}

function unknown(what: string, given: string, candidates: readonly string[]): BreakevenError {
  const known = [...new Set(candidates)];
  const near = hintFor(given, known);
  return badInput(`unknown ${what} "${given}"${near}`);
}
