import type { Preset } from '../../../contract/api.ts';
import type { Axis, Catalog } from '../../../contract/workload.ts';
import { commonFlags, type Flag, type Positional } from '../flags.ts';
import { allAxes, axisFlag, type Verb } from '../verb.ts';

/** What can stand where a value is awaited. */
export type Values =
  /** `list`: several of them, joined by commas. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly list: boolean }
  | { readonly kind: 'file' | 'folder' | 'run' | 'text' };

export type CompletedFlag = {
  readonly name: string;
  readonly help: string;
  /** Null: a switch. */
  readonly values: Values | null;
  /** Another flag may follow in the place of the value. */
  readonly optional?: boolean;
};

export type CompletedVerb = {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** In order; of what stands behind the last one nothing is known. */
  readonly positionals: readonly Values[];
};

/** What a shell completes, from the table of verbs and what the catalog and the presets hold. */
export function completedVerbs(
  verbs: readonly Verb[],
  catalog: Catalog,
  presets: readonly Preset[],
): readonly CompletedVerb[] {
  const named = namedValues(catalog, presets);
  return verbs.map((verb) => {
    const own = verb.flags.map((flag) => completed(flag, named));
    const taken = new Set([...own, ...commonFlags].map(({ name }) => name));
    const axes = verb.takesAxes === true ? allAxes(catalog) : [];
    return {
      name: verb.name,
      summary: verb.summary,
      flags: [
        ...own,
        ...axes
          .map((axis) => ({ ...axisFlag(axis), values: axisValues(catalog, axis) }))
          .filter(({ name }) => !taken.has(name))
          .map(({ name, help, values }) => ({ name, help, values })),
        ...commonFlags.map((flag) => completed(flag, named)),
      ],
      positionals: verb.positionals.map((it) => positionalValues(it)),
    };
  });
}

type Named = Readonly<Record<string, readonly string[]>>;

/** By the name of the flag. */
function namedValues(catalog: Catalog, presets: readonly Preset[]): Named {
  const variants = catalog.workloads.flatMap((workload) => workload.variants.map(({ id }) => id));
  const ids = (items: readonly { readonly id: string }[]) => [
    ...new Set(items.map(({ id }) => id)),
  ];
  const axes = ids(allAxes(catalog));
  const assigned = axes.map((axis) => `${axis}=`);
  return {
    workload: ids(catalog.workloads),
    variant: [...new Set(variants)],
    variants: ['all', ...new Set(variants)],
    preset: ids(presets),
    study: ids(presets),
    scope: ids(catalog.spans),
    criterion: ids(catalog.stopRules),
    'criterion-set': ids(catalog.stopRules.flatMap(({ parameters }) => parameters)).map(
      (id) => `${id}=`,
    ),
    set: assigned,
    sweep: assigned,
    link: assigned,
    over: axes,
    parameter: axes,
    'series-by': axes,
  };
}

function completed(flag: Flag, named: Named): CompletedFlag {
  const { name, help, optional = false } = flag;
  const values = flag.value === null ? null : flagValues(flag, flag.value, named);
  return { name, help, values, ...(optional ? { optional } : {}) };
}

function flagValues({ name, choices }: Flag, value: string, named: Named): Values {
  const words = choices ?? (Object.hasOwn(named, name) ? named[name] : undefined);
  if (words !== undefined) return { kind: 'words', words, list: lists.has(value) };
  if (value === 'dir') return { kind: 'folder' };
  if (value === 'file' || name === 'configuration') return { kind: 'file' };
  // A run that is resumed or laid over another.
  return { kind: value === 'run' ? 'run' : 'text' };
}

/** How the help calls values that are joined by commas. */
const lists: ReadonlySet<string> = new Set(['ids', 'axes', 'verdicts', 'kinds']);

const runs: ReadonlySet<string> = new Set(['run', 'runs', 'contender', 'baseline']);

function positionalValues({ name, choices }: Positional): Values {
  if (choices !== undefined) return { kind: 'words', words: choices, list: false };
  if (runs.has(name)) return { kind: 'run' };
  // What a verb of labs is about is a folder most of the time.
  if (name === 'subject' || name === 'folder') return { kind: 'folder' };
  return { kind: name === 'file' ? 'file' : 'text' };
}

/** The choices of an axis of this name, of whichever workload or variant. */
function axisValues({ workloads }: Catalog, { id }: Axis): Values {
  const own = workloads
    .flatMap(({ axes, variants }) => [...axes, ...variants.flatMap(({ parameters }) => parameters)])
    .filter((axis) => axis.id === id);
  const words = own.flatMap((axis) => {
    if (axis.type === 'choice') return axis.choices.map((choice) => choice.id);
    return axis.type === 'flag' ? ['true', 'false'] : [];
  });
  if (words.length === 0) return { kind: 'text' };
  return { kind: 'words', words: [...new Set(words)], list: true };
}
