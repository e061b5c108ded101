import {
  bad,
  good,
  type Read,
  readNumber,
  readValue,
} from '../../src-main/contract/axis-values.ts';
import type { Configuration, Group, Policy } from '../../src-main/contract/configuration.ts';
import { boundsFault } from '../../src-main/contract/criterion-bounds.ts';
import { readSweep } from '../../src-main/contract/sweeps.ts';
import { defaultTarget } from '../../src-main/contract/target.ts';
import type { Axis, Catalog, Scalar, Workload } from '../../src-main/contract/workload.ts';
import {
  type AxisDraft,
  axisDraft,
  type Draft,
  type GroupDraft,
  type PolicyDraft,
  shownAxes,
} from './draft.ts';

/** What a form means: a configuration, or the sentences that stand next to its fields. */
export type Resolved = {
  /** Null while there is an error. */
  readonly configuration: Configuration | null;
  /** By place: `0.n` for the axis n of the first group, `0.variants`, `policy.repetitions`. */
  readonly errors: Readonly<Record<string, string>>;
};

/** The values that the fields of an axis ask for: one, or several in a sweep. */
export function valuesOf(axis: Axis, draft: AxisDraft): Read<readonly Scalar[]> {
  if (draft.kind === 'number' || draft.kind === 'text') return readSweep(axis, draft.text);
  return draft.selected.length > 0
    ? good(draft.selected)
    : bad(`${axis.id}: none is chosen; choose at least one`);
}

export function resolveDraft(draft: Draft, catalog: Catalog): Resolved {
  const errors: Record<string, string> = {};
  const groups = draft.groups.flatMap((group, index) => {
    const workload = catalog.workloads.find(({ id }) => id === group.workload);
    if (workload === undefined) {
      errors[`${index}.workload`] =
        `${group.workload} is not in this build; choose another workload`;
      return [];
    }
    return [resolveGroup(group, workload, index, errors)];
  });
  const policy = resolvePolicy(draft.policy, catalog, errors);
  const seed = readNumber('order seed', draft.policy.seed, {
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    whole: true,
  });
  if (!seed.ok) errors['policy.seed'] = seed.error;
  if (draft.title.length > 200)
    errors.title = `title has ${draft.title.length} characters; 200 are allowed`;
  const tags = tagsOf(draft.tags);
  const longTag = tags.find((tag) => tag.length > 60);
  if (longTag !== undefined)
    errors.tags = `tags: "${longTag}" has ${longTag.length} characters; 60 are allowed`;
  if (tags.length > 50) errors.tags = `tags: ${tags.length} are given; 50 are allowed`;
  if (Object.keys(errors).length > 0 || !seed.ok || policy === null)
    return { configuration: null, errors };
  const configuration: Configuration = {
    ...(draft.title.trim() === '' ? {} : { title: draft.title.trim() }),
    groups,
    policy,
    orderSeed: seed.value,
    ...(tags.length === 0 ? {} : { tags }),
    ...(draft.note.trim() === '' ? {} : { note: draft.note }),
  };
  return { configuration: withPreset(configuration, draft), errors };
}

/** An untouched form is its preset to the letter, with cases that cannot run here and its order of them. */
function withPreset(configuration: Configuration, { preset }: Draft): Configuration {
  return preset !== null && JSON.stringify(configuration) === preset.untouched
    ? { ...preset.configuration, preset: preset.id }
    : configuration;
}

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

function resolveGroup(
  group: GroupDraft,
  workload: Workload,
  index: number,
  errors: Record<string, string>,
): Group {
  if (group.variants.length === 0) {
    errors[`${index}.variants`] = 'variants: none is chosen; choose at least one';
  }
  const set: Record<string, Scalar> = {};
  const sweep: Record<string, Scalar[]> = {};
  const links = Object.fromEntries(Object.entries(group.links));
  for (const axis of shownAxes(workload, group)) {
    if (links[axis.id] !== undefined) continue;
    const values = valuesOf(axis, group.axes[axis.id] ?? axisDraft(axis));
    if (!values.ok) {
      errors[`${index}.${axis.id}`] = values.error;
      continue;
    }
    const [only] = values.value;
    if (values.value.length > 1) sweep[axis.id] = [...values.value];
    // Defaults are left to the planner, but for the size: a run should say how large its problem was.
    else if (only !== undefined && (only !== axis.default || axis.id === workload.sizeAxis)) {
      set[axis.id] = only;
    }
  }
  return {
    workload: workload.id,
    variants: [...group.variants],
    set,
    sweep,
    ...(group.input.trim() === '' ? {} : { input: group.input.trim() }),
    ...(group.policy === null ? {} : { policy: group.policy }),
    ...(Object.keys(links).length === 0 ? {} : { link: links }),
    ...(Object.keys(group.scales).length === 0 ? {} : { scale: group.scales }),
  };
}

function resolvePolicy(
  draft: PolicyDraft,
  catalog: Catalog,
  errors: Record<string, string>,
): Policy | null {
  const criterion = catalog.criteria.find(({ id }) => id === draft.criterion);
  if (criterion === undefined) {
    errors['policy.rule'] =
      `stopping criterion: "${draft.criterion}" is not in this build; choose another`;
    return null;
  }
  const parameters: Record<string, Scalar> = {};
  for (const axis of criterion.parameters) {
    const value = readParameter(axis, draft.parameters[axis.id]);
    if (value.ok) parameters[axis.id] = value.value;
    else errors[`policy.${axis.id}`] = value.error;
  }
  const crossed = boundsFault(parameters);
  if (crossed !== null) errors[`policy.${crossed.parameter}`] ??= crossed.sentence;
  const repetitions = readNumber('repetitions', draft.repetitions, {
    min: 1,
    max: 50,
    whole: true,
  });
  if (!repetitions.ok) errors['policy.repetitions'] = repetitions.error;
  const limit: Read<number | null> =
    draft.timeLimit.trim() === ''
      ? good(null)
      : readNumber('time limit', draft.timeLimit, { min: 0.001, max: 1e6, whole: false });
  if (!limit.ok) errors['policy.timeLimit'] = limit.error;
  const further = resolveFurther(draft, errors);
  if (!repetitions.ok || !limit.ok || further === null) return null;
  return {
    criterion: criterion.id,
    parameters,
    timeLimitS: limit.value,
    repetitions: repetitions.value,
    ...further,
    order: draft.order,
  };
}

/** Further repetitions: until which precision, and how many at most. Null where a field cannot be read. */
function resolveFurther(
  { targetKernel, targetOther, maxRepetitions }: PolicyDraft,
  errors: Record<string, string>,
): Pick<Policy, 'maxRepetitions' | 'target'> | null {
  const percent = (field: 'targetKernel' | 'targetOther', name: string, text: string) => {
    if (text.trim() === '') return null;
    const given = text.trim().replace(/ ?%$/, '');
    const read = readNumber(name, given, { min: 0.01, max: 100, whole: false });
    if (read.ok) return Number((read.value / 100).toPrecision(12));
    errors[`policy.${field}`] = read.error;
    return undefined;
  };
  const gpuKernel = percent('targetKernel', 'target of GPU kernels', targetKernel);
  const other = percent('targetOther', 'target', targetOther);
  const max: Read<number | null> =
    maxRepetitions.trim() === ''
      ? good(null)
      : readNumber('max repetitions', maxRepetitions, { min: 1, max: 50, whole: true });
  if (!max.ok) errors['policy.maxRepetitions'] = max.error;
  if (gpuKernel === undefined || other === undefined || !max.ok) return null;
  const isUsual = gpuKernel === null && other === null;
  return {
    ...(max.value === null ? {} : { maxRepetitions: max.value }),
    ...(isUsual
      ? {}
      : {
          target: {
            gpuKernel: gpuKernel ?? defaultTarget.gpuKernel,
            other: other ?? defaultTarget.other,
          },
        }),
  };
}

function readParameter(axis: Axis, text: string | undefined): Read<Scalar> {
  return text === undefined ? good(axis.default) : readValue(axis, text);
}
