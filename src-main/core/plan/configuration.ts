import { statSync } from 'node:fs';
import { isNumeric, valueFault } from '../../contract/axis-values.ts';
import type { Configuration, Group, Policy } from '../../contract/configuration.ts';
import { boundsFault } from '../../contract/criterion-bounds.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { Axis, Catalog, Scalar, Variant, Workload } from '../../contract/workload.ts';
import { checkScope } from '../analysis/timing-scopes.ts';
import { withFittingRepetitions } from './shared-samples.ts';
import { tunableAxis } from './tunable-axes.ts';
import { unknownVariant, unknownWorkload } from './unknown-descriptor.ts';

/** A group whose names are all known and whose values are all allowed. */
export type CheckedGroup = {
  readonly workload: Workload;
  readonly variants: readonly Variant[];
  readonly group: Group;
  readonly policy: Policy;
};

export type Known = {
  readonly catalog: Catalog;
  /** Addons that are not loaded: why a variant may be unknown here that exists elsewhere. */
  readonly absent?: readonly { readonly addon: string; readonly reason: string }[];
};

/**
 * Checks a configuration against what this machine's engine describes, for every face.
 *
 * @throws BreakevenError `bad-input`: the first fault, one sentence with the field, what was given and what is allowed.
 */
export function checkConfiguration(
  configuration: Configuration,
  known: Known,
): readonly CheckedGroup[] {
  // A preset names all that a full build has; what this one lacks is skipped, not an error.
  const lenient = configuration.preset !== undefined;
  const groups = configuration.groups.map((asked) => {
    const workload = findWorkload(asked.workload, known, lenient);
    const variants = findVariants(workload, asked, known, lenient);
    const group = lenient ? withKnownAxes(asked, workload, variants) : asked;
    checkAxes(workload, variants, group);
    checkInput(workload, group);
    const policy = checkPolicy({ ...configuration.policy, ...group.policy }, known.catalog);
    return { workload, variants, group, policy };
  });
  checkTune(configuration, groups);
  return groups;
}

function findWorkload(id: string, { catalog, absent }: Known, lenient: boolean): Workload {
  const match = catalog.workloads.find((workload) => workload.id === id);
  if (match !== undefined) return match;
  if (lenient) return unknownWorkload(id);
  const ids = catalog.workloads.map((workload) => workload.id);
  throw badInput(`unknown workload "${id}"${hintFor(id, ids)}${notLoaded(absent)}`);
}

/** A search is over one parameter of one variant at one point. */
function checkTune({ tune }: Configuration, groups: readonly CheckedGroup[]): void {
  if (tune === undefined) return;
  const [only, more] = groups;
  const [variant, another] = only?.variants ?? [];
  if (only === undefined || variant === undefined || more !== undefined || another !== undefined) {
    throw badInput('tune: a search needs exactly one variant of one group');
  }
  const parameters = tune.parameter.split(',').map((id) => id.trim());
  for (const parameter of parameters) {
    tunableAxis(variant, parameter, only.workload.axes);
    if (!(parameter in only.group.set)) continue;
    throw badInput(
      `tune: ${parameter} is the parameter of the search, so it cannot be set to ${only.group.set[parameter]}`,
    );
  }
  const swept = Object.keys(only.group.sweep).find((id) => !parameters.includes(id));
  if (swept !== undefined) {
    throw badInput(`tune: the search is over ${tune.parameter}, so ${swept} cannot be swept`);
  }
  checkScope(tune.scope, variant.scopes);
}

/** A variant that a preset names and this build does not have: planned as skipped, with the reason. */
function missingVariant(workload: Workload, id: string, absent: Known['absent']): Variant {
  return unknownVariant(id, `${workload.id} ${id} is not in this build${notLoaded(absent)}`);
}

/** Without the axes that only variants which are not here would take. */
function withKnownAxes(group: Group, workload: Workload, variants: readonly Variant[]): Group {
  const ids = new Set(
    [...workload.axes, ...variants.flatMap((one) => one.parameters)].map((axis) => axis.id),
  );
  const keep = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => ids.has(id)));
  const known = (pairs: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(pairs).filter((pair) => pair.every((id) => ids.has(id))));
  return {
    ...group,
    set: keep(group.set),
    sweep: keep(group.sweep),
    ...(group.link === undefined ? {} : { link: known(group.link) }),
    ...(group.scale === undefined ? {} : { scale: known(group.scale) }),
  };
}

function findVariants(
  workload: Workload,
  group: Group,
  { absent }: Known,
  lenient: boolean,
): readonly Variant[] {
  if (group.variants === 'all') return workload.variants;
  return [...new Set(group.variants)].map((id) => {
    const match = workload.variants.find((variant) => variant.id === id);
    if (match !== undefined) return match;
    if (lenient) return missingVariant(workload, id, absent);
    const ids = workload.variants.map((variant) => variant.id);
    throw badInput(
      `unknown variant "${id}" of ${workload.id}${hintFor(id, ids)}${notLoaded(absent)}`,
    );
  });
}

function notLoaded(absent: Known['absent'] = []): string {
  return absent.map(({ addon, reason }) => ` (${addon} is not loaded: ${reason})`).join('');
}

/** The axes of one variant of a workload: the workload's and its own. */
export function axesOf(workload: Workload, variant: Variant): readonly Axis[] {
  return [...workload.axes, ...variant.parameters];
}

function checkAxes(workload: Workload, variants: readonly Variant[], group: Group): void {
  // Variants may give an axis of the same name different bounds; a value has to fit one of them.
  const axes = [...workload.axes, ...variants.flatMap((variant) => variant.parameters)];
  const check = (id: string, values: readonly Scalar[]): void => {
    const candidates = axes.filter((axis) => axis.id === id);
    if (candidates.length === 0) {
      const ids = [...new Set(axes.map((axis) => axis.id))];
      throw badInput(`unknown axis "${id}" of ${workload.id}${hintFor(id, ids)}`);
    }
    for (const value of values) {
      const faults = candidates.map((axis) => valueFault(axis, value));
      const [fault] = faults;
      if (typeof fault === 'string' && !faults.includes(null)) throw badInput(fault);
    }
  };
  for (const [id, value] of Object.entries(group.set)) check(id, [value]);
  for (const [id, values] of Object.entries(group.sweep)) check(id, values);
  checkLinks(axes, group);
  checkScales(axes, group);
}

/** A number that grows with another number: neither follows a third one in the same way. */
function checkScales(axes: readonly Axis[], { link = {}, scale = {} }: Group): void {
  const ids = axes.map(({ id }) => id);
  for (const [id, other] of Object.entries(scale)) {
    for (const name of [id, other]) {
      const axis = axes.find((one) => one.id === name);
      if (axis === undefined)
        throw badInput(`unknown axis "${name}" to scale${hintFor(name, ids)}`);
      if (!isNumeric(axis)) throw badInput(`${name} is no number, so it cannot be scaled`);
    }
    if (id === other) throw badInput(`${id} cannot be scaled by itself`);
    if (id in link) throw badInput(`${id} is linked to ${link[id]}, so it cannot be scaled`);
    const next = scale[other];
    if (next !== undefined) {
      throw badInput(`${id} cannot be scaled by ${other}, which is itself scaled by ${next}`);
    }
  }
}

/** An axis follows another one that follows none itself, and has no value of its own. */
function checkLinks(axes: readonly Axis[], { link: links, set, sweep }: Group): void {
  const ids = axes.map(({ id }) => id);
  for (const [id, other] of Object.entries(links ?? {})) {
    for (const name of [id, other]) {
      if (!ids.includes(name))
        throw badInput(`unknown axis "${name}" of a link${hintFor(name, ids)}`);
    }
    if (id in set || id in sweep) {
      throw badInput(`${id} is linked to ${other}, so it cannot have its own value`);
    }
    const next = links?.[other];
    if (id === other) throw badInput(`${id} cannot be linked to itself`);
    if (next !== undefined) {
      throw badInput(`${id} cannot be linked to ${other}, which is itself linked to ${next}`);
    }
  }
}

function checkInput(workload: Workload, { input }: Group): void {
  if (input === undefined) return;
  if (workload.inputFiles.length === 0) {
    throw badInput(`input: ${workload.id} does not read its input from a file`);
  }
  const status = statSync(input, { throwIfNoEntry: false });
  if (status === undefined) throw badInput(`input: there is no file "${input}"`);
  if (!status.isFile()) throw badInput(`input: "${input}" is not a file`);
}

/** The policy with defaults for the parameters of its criterion that are not given. */
function checkPolicy(policy: Policy, catalog: Catalog): Policy {
  const criterion = catalog.criteria.find(({ id }) => id === policy.criterion);
  if (criterion === undefined) {
    const ids = catalog.criteria.map(({ id }) => id);
    throw badInput(
      `unknown stopping criterion "${policy.criterion}"${hintFor(policy.criterion, ids)}`,
    );
  }
  for (const [id, value] of Object.entries(policy.parameters)) {
    const axis = criterion.parameters.find((parameter) => parameter.id === id);
    if (axis === undefined) {
      const ids = criterion.parameters.map((parameter) => parameter.id);
      throw badInput(
        `unknown parameter "${id}" of the stopping criterion ${criterion.id}${hintFor(id, ids)}`,
      );
    }
    const fault = valueFault(axis, value);
    if (fault !== null) throw badInput(`stopping criterion ${criterion.id}, ${fault}`);
  }
  const defaults = Object.fromEntries(criterion.parameters.map((axis) => [axis.id, axis.default]));
  const parameters = { ...defaults, ...policy.parameters };
  const crossed = boundsFault(parameters);
  if (crossed !== null) throw badInput(`stopping criterion ${criterion.id}, ${crossed.sentence}`);
  return withFittingRepetitions({ ...policy, parameters });
}
