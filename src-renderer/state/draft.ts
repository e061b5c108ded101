import { fieldText } from '../../src-main/contract/axis-values.ts';
import type { Configuration, Group, Policy } from '../../src-main/contract/configuration.ts';
import type { StoredSettings } from '../../src-main/contract/procedures/settings.ts';
import type { Axis, Catalog, Scalar, Workload } from '../../src-main/contract/workload.ts';

/** What stands in the fields of one axis. Text fields are kept as typed, so that nothing jumps while typing. */
export type AxisDraft =
  /** One value, a list or a range, as `--sweep` takes it. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'choice'; readonly selected: readonly string[] }
  | { readonly kind: 'flag'; readonly selected: readonly boolean[] }
  | { readonly kind: 'text'; readonly text: string };

export type GroupDraft = {
  readonly workload: string;
  readonly variants: readonly string[];
  /** By axis id; axes that were never touched are absent and have their default. */
  readonly axes: Readonly<Record<string, AxisDraft>>;
  /** Path of an input file, empty for a generated input. */
  readonly input: string;
  /** A policy of its own that came with a preset; the form shows it and leaves it alone. */
  readonly policy: Partial<Policy> | null;
  /** Axes that follow another one: its values are theirs. */
  readonly links: Readonly<Record<string, string>>;
  /** Axes that grow with another one, of a command line: the form keeps them. */
  readonly scales: Readonly<Record<string, string>>;
};

export type PolicyDraft = {
  readonly criterion: string;
  /** Texts of the criterion's parameters; absent ones have their default. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Seconds; empty: none. */
  readonly timeLimit: string;
  readonly repetitions: string;
  /** Half-widths of the 95 % interval in percent, of GPU kernels and of all other times; empty: the usual one. */
  readonly targetKernel: string;
  readonly targetOther: string;
  /** At most so many repetitions; empty: as many as usual. */
  readonly maxRepetitions: string;
  readonly order: Policy['order'];
  readonly seed: string;
};

/** The New run form as it stands. Plain data: it can be compared, stored and undone. */
export type Draft = {
  readonly title: string;
  readonly tags: string;
  readonly note: string;
  readonly groups: readonly GroupDraft[];
  readonly policy: PolicyDraft;
  /**
   * The preset that it started from: as it is, and what the untouched form makes of it. Changing anything makes it an
   * own run.
   */
  readonly preset: {
    readonly id: string;
    readonly configuration: Configuration;
    readonly untouched: string;
  } | null;
};

/** What a person wants new runs to begin with; null: what the product takes. */
export type Defaults = StoredSettings['defaults'];
const none: Defaults = { repetitions: null, timeLimitS: null, gpu: null };

/** The fields of an axis nobody touched. */
export function axisDraft(axis: Axis): AxisDraft {
  switch (axis.type) {
    case 'integer':
    case 'real':
      return { kind: 'number', text: fieldText(axis.default) };
    case 'choice':
      return { kind: 'choice', selected: [axis.default] };
    case 'flag':
      return { kind: 'flag', selected: [axis.default] };
    case 'text':
      return { kind: 'text', text: axis.default };
  }
}

/** A sweep over the decades up to the usual size: a run over one size has no break-even. */
function decadesOf(axis: Axis): AxisDraft {
  if ((axis.type !== 'integer' && axis.type !== 'real') || axis.scale !== 'log') {
    return axisDraft(axis);
  }
  const low = Math.max(1, axis.min, axis.default / 1000);
  const high = Math.min(axis.max, Math.max(axis.default, low * 1000));
  const decades: number[] = [];
  for (let value = 10 ** Math.ceil(Math.log10(low)); value <= high; value *= 10)
    decades.push(value);
  return decades.length < 2
    ? axisDraft(axis)
    : { kind: 'number', text: decades.map(fieldText).join(', ') };
}

/** The fields that give these values back. */
function draftOfValues(axis: Axis, values: readonly Scalar[]): AxisDraft {
  switch (axis.type) {
    case 'integer':
    case 'real':
      return { kind: 'number', text: values.map((value) => fieldText(Number(value))).join(', ') };
    case 'choice':
      return { kind: 'choice', selected: values.map(String) };
    case 'flag':
      return { kind: 'flag', selected: values.map((value) => value === true) };
    case 'text':
      return { kind: 'text', text: values.join('; ') };
  }
}

/** The axes that a group's form shows: the workload's own and, once each, those of the chosen variants. */
export function axesOf(workload: Workload, variants: readonly string[]): readonly Axis[] {
  const axes = new Map(workload.axes.map((axis) => [axis.id, axis]));
  for (const variant of workload.variants) {
    if (!variants.includes(variant.id)) continue;
    for (const axis of variant.parameters) if (!axes.has(axis.id)) axes.set(axis.id, axis);
  }
  return [...axes.values()];
}

/** Without those that the input file decides or makes meaningless, where there is one. */
export function shownAxes(workload: Workload, group: GroupDraft): readonly Axis[] {
  const axes = axesOf(workload, group.variants);
  if (group.input.trim() === '') return axes;
  return axes.filter(({ generated }) => generated !== true);
}

/** A number before this one with the same range and default: the other side of a square, which this one may follow. */
export function twinOf(axes: readonly Axis[], axis: Axis): Axis | undefined {
  if (axis.type !== 'integer' && axis.type !== 'real') return undefined;
  return axes.slice(0, axes.indexOf(axis)).find((other) => {
    if (other.type !== axis.type || other.scale !== axis.scale) return false;
    const { min, max, default: usual } = axis;
    return other.min === min && other.max === max && other.default === usual;
  });
}

/** The variants that are chosen until somebody chooses: all that can run here. */
export function availableVariants(workload: Workload): readonly string[] {
  return workload.variants.filter((variant) => variant.available).map((variant) => variant.id);
}

/** A sweep over the size with all variants that can run here. */
export function emptyGroup(workload: Workload, defaults: Defaults = none): GroupDraft {
  const variants = availableVariants(workload);
  const takesGpu = axesOf(workload, variants).some(
    ({ id, type }) => id === 'gpu' && type === 'text',
  );
  const size = workload.axes.find(({ id }) => id === workload.sizeAxis);
  return {
    workload: workload.id,
    variants,
    axes: {
      ...(size === undefined ? {} : { [size.id]: decadesOf(size) }),
      ...(takesGpu && defaults.gpu !== null ? { gpu: { kind: 'text', text: defaults.gpu } } : {}),
    },
    input: '',
    policy: null,
    links: {},
    scales: {},
  };
}

/** The stopping criterion that new runs start with: precision where the engine has it. */
export function emptyPolicy(catalog: Catalog, defaults: Defaults = none): PolicyDraft {
  const criterion = catalog.criteria.find(({ id }) => id === 'precision') ?? catalog.criteria[0];
  return {
    criterion: criterion?.id ?? '',
    parameters: {},
    timeLimit: usualLimit(defaults),
    repetitions: String(defaults.repetitions ?? 5),
    ...furtherOf({}),
    order: 'shuffled',
    seed: '1',
  };
}

const usualLimit = ({ timeLimitS }: Defaults): string =>
  timeLimitS === null ? '3' : fieldText(timeLimitS);

/** The stopping criterion of a number of samples. */
const countCriterion = 'fixed';

/**
 * Another stopping criterion, with its own parameters. A number of samples that is asked for is taken, however long it
 * lasts: the usual time limit goes, and comes back with another criterion; one that was written stays.
 */
export function withRule(
  policy: PolicyDraft,
  criterion: string,
  defaults: Defaults = none,
): PolicyDraft {
  const usual = usualLimit(defaults);
  const { timeLimit } = policy;
  const lifted = criterion === countCriterion && timeLimit === usual;
  const back =
    criterion !== countCriterion && policy.criterion === countCriterion && timeLimit === '';
  return {
    ...policy,
    criterion,
    parameters: {},
    timeLimit: lifted ? '' : back ? usual : timeLimit,
  };
}

/** The workload whose first run shows what the product is for. */
const firstWorkload = 'histogram';

/** The untouched form for a workload, or for the first one. Null when the catalog has none. */
export function emptyDraft(
  catalog: Catalog,
  workloadId?: string,
  defaults: Defaults = none,
): Draft | null {
  const { workloads } = catalog;
  const of = (wanted: string | undefined) => workloads.find(({ id }) => id === wanted);
  const workload = of(workloadId) ?? of(firstWorkload) ?? workloads[0];
  if (workload === undefined) return null;
  return {
    title: '',
    tags: '',
    note: '',
    groups: [emptyGroup(workload, defaults)],
    policy: emptyPolicy(catalog, defaults),
    preset: null,
  };
}

/** The form that gives this configuration back. Groups of workloads that this build lacks are left out. */
export function draftOf(configuration: Configuration, catalog: Catalog): Draft | null {
  const groups = configuration.groups.flatMap((group) => {
    const workload = catalog.workloads.find(({ id }) => id === group.workload);
    return workload === undefined ? [] : [groupDraft(group, workload)];
  });
  if (groups.length === 0) return null;
  const { policy } = configuration;
  return {
    title: configuration.title ?? '',
    tags: (configuration.tags ?? []).join(', '),
    note: configuration.note ?? '',
    groups,
    policy: {
      criterion: policy.criterion,
      parameters: Object.fromEntries(
        Object.entries(policy.parameters).map(([id, value]) => [id, fieldText(value)]),
      ),
      timeLimit: policy.timeLimitS === null ? '' : fieldText(policy.timeLimitS),
      repetitions: String(policy.repetitions),
      ...furtherOf(policy),
      order: policy.order,
      seed: String(configuration.orderSeed),
    },
    preset: null,
  };
}

/** Empty where the policy leaves them to their defaults. */
function furtherOf({
  maxRepetitions,
  target,
}: Pick<Policy, 'maxRepetitions' | 'target'>): Pick<
  PolicyDraft,
  'targetKernel' | 'targetOther' | 'maxRepetitions'
> {
  const percent = (share: number | undefined): string =>
    share === undefined ? '' : String(Number((share * 100).toPrecision(12)));
  return {
    targetKernel: percent(target?.gpuKernel),
    targetOther: percent(target?.other),
    maxRepetitions: maxRepetitions === undefined ? '' : String(maxRepetitions),
  };
}

function groupDraft(group: Group, workload: Workload): GroupDraft {
  const variants = group.variants === 'all' ? availableVariants(workload) : group.variants;
  const known = axesOf(
    workload,
    workload.variants.map(({ id }) => id),
  );
  const axes: Record<string, AxisDraft> = {};
  for (const axis of known) {
    const one = group.set[axis.id];
    const values = group.sweep[axis.id] ?? (one === undefined ? undefined : [one]);
    if (values !== undefined) axes[axis.id] = draftOfValues(axis, values);
  }
  return {
    workload: workload.id,
    variants,
    axes,
    input: group.input ?? '',
    policy: group.policy ?? null,
    links: group.link ?? {},
    scales: group.scale ?? {},
  };
}
