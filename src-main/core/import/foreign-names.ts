import { badInput } from '../../contract/failure.ts';
import { scopeName } from '../../contract/timing-scopes.ts';
import type { Scalar, Values } from '../../contract/workload.ts';
import { axisOf, idOf, widestAxis } from '../interchange/describe.ts';
import {
  axisId,
  type ForeignCase,
  type ForeignFormat,
  type ForeignRun,
} from '../interchange/foreign-run.ts';

export type ForeignFile = {
  readonly name: string;
  readonly format: ForeignFormat;
  readonly run: ForeignRun;
};

export type ForeignNames = {
  /** All cases are of this workload; benchmarks and tools become its variants, the size axis becomes n. */
  readonly asWorkload?: string | undefined;
  /** With `asWorkload`: what the cases of each format are called, in the order of first appearance. */
  readonly variantNames?: readonly string[] | undefined;
  /** An axis whose values are variants. */
  readonly variantAxis?: string | undefined;
  readonly sizeAxis?: string | undefined;
};

/** A case under the names that it has here. */
export type NamedCase = {
  readonly key: string;
  readonly source: string;
  readonly format: ForeignFormat;
  readonly workload: string;
  readonly title: string;
  readonly variant: string;
  readonly variantTitle: string;
  readonly values: Values;
  readonly original: ForeignCase & { readonly tool: string };
};

/** What the size axis of every format is called in a workload that the user names. */
export const sizeAxisName = 'n';

/** The cases of all files with workload, variant and values. @throws BreakevenError `bad-input` with one sentence. */
export function namedCases(
  files: readonly ForeignFile[],
  names: ForeignNames,
): readonly { readonly file: ForeignFile; readonly cases: readonly NamedCase[] }[] {
  const { asWorkload, variantNames, variantAxis } = names;
  const byFormat = Map.groupBy(files, ({ format }) => format.id);
  if (asWorkload !== undefined) refuseWithoutSharedScope([...byFormat.values()]);
  if (variantNames !== undefined && variantNames.length !== byFormat.size) {
    throw badInput(
      `--variant-names has ${variantNames.length} names; the files are of ${byFormat.size} formats (${[...byFormat.keys()].join(', ')})`,
    );
  }
  const rules = new Map(
    [...byFormat].map(([id, own], at) => {
      const cases = own.flatMap(({ run }) => run.cases);
      return [
        id,
        {
          name: variantNames?.[at] ?? (byFormat.size > 1 ? id : null),
          several: new Set(cases.map(({ benchmark }) => benchmark)).size > 1,
          size: asWorkload === undefined ? null : sizeOf(cases, names),
        },
      ] as const;
    }),
  );
  const wantedAxis = variantAxis === undefined ? null : axisId(variantAxis);
  const ids = createIds();
  const named = files.map((file) => {
    const { name = null, several = false, size = null } = rules.get(file.format.id) ?? {};
    const cases = file.run.cases.map((original): NamedCase => {
      const { benchmark, parameters = [] } = original;
      const given = wantedAxis === null ? undefined : original.values[wantedAxis];
      const values = Object.fromEntries(
        Object.entries(original.values)
          .filter(([axis]) => axis !== wantedAxis)
          .map(([axis, value]) => [axis === size ? sizeAxisName : axis, value] as const),
      );
      const parts = [
        ...(asWorkload === undefined ? [] : [name, several ? benchmark : null]),
        original.variant,
        given === undefined ? null : String(given),
      ].flatMap((part) => part ?? []);
      const variantTitle = parts.length === 0 ? file.format.title : parts.join(' ');
      const workload = ids('', asWorkload ?? `${file.format.id}-${benchmark}`);
      const variant = ids(workload, parts.length === 0 ? file.format.id : variantTitle);
      return {
        key: JSON.stringify([workload, variant, Object.entries(values).sort()]),
        ...{ source: file.name, format: file.format, workload, variant, variantTitle, values },
        title: asWorkload ?? `${file.format.title}: ${benchmark}`,
        original: { ...original, parameters, tool: file.format.id },
      };
    });
    return { file, cases };
  });
  if (wantedAxis !== null && !files.some(({ run }) => hasAxis(run.cases, wantedAxis))) {
    throw badInput(`--variant-axis "${variantAxis}": ${axesText(files)}`);
  }
  const { sizeAxis } = names;
  if (sizeAxis !== undefined && !files.some(({ run }) => hasAxis(run.cases, axisId(sizeAxis)))) {
    throw badInput(`--size-axis "${sizeAxis}": ${axesText(files)}`);
  }
  return named;
}

/** Ids that differ where names do: commands differ in what no id has, or at their end. */
function createIds(): (among: string, name: string) => string {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (among, name) => {
    const key = JSON.stringify([among, name]);
    const plain = idOf(name);
    let id = known.get(key) ?? plain;
    for (let i = 2; !known.has(key) && taken.has(JSON.stringify([among, id])); i += 1) {
      id = `${plain}-${i}`;
    }
    known.set(key, id);
    taken.add(JSON.stringify([among, id]));
    return id;
  };
}

const hasAxis = (cases: readonly ForeignCase[], axis: string): boolean =>
  cases.some(({ values }) => Object.hasOwn(values, axis));

function axesText(files: readonly ForeignFile[]): string {
  const axes = new Set(
    files.flatMap(({ run }) => run.cases.flatMap(({ values }) => Object.keys(values))),
  );
  return axes.size === 0
    ? 'the files have no axes'
    : `the files have the axes ${[...axes].join(', ')}`;
}

/** The axis of one format that becomes n: the one that is named, else the widest. */
function sizeOf(cases: readonly ForeignCase[], names: ForeignNames): string | null {
  const variantAxis = names.variantAxis === undefined ? null : axisId(names.variantAxis);
  const sizeAxis = names.sizeAxis === undefined ? null : axisId(names.sizeAxis);
  const axes = [...new Set(cases.flatMap(({ values }) => Object.keys(values)))];
  if (sizeAxis !== null && axes.includes(sizeAxis)) return sizeAxis;
  const described = axes
    .filter((axis) => axis !== variantAxis)
    .map((axis) =>
      axisOf(
        axis,
        cases.flatMap(({ values }): Scalar[] => [values[axis] ?? []].flat()),
      ),
    );
  const widest = widestAxis(described);
  return widest?.type === 'real' ? widest.id : null;
}

function refuseWithoutSharedScope(groups: readonly (readonly ForeignFile[])[]): void {
  const scopes = groups.flatMap((files) => {
    const [first] = files.flatMap(({ run }) => run.cases);
    const [file] = files;
    if (first === undefined || file === undefined) return [];
    return [{ name: file.name, own: [first.scope, ...(first.alsoScopes ?? [])] }];
  });
  const [one] = scopes;
  for (const other of scopes.slice(1)) {
    if (one === undefined || other.own.some((scope) => one.own.includes(scope))) continue;
    throw badInput(
      `${one.name} has ${one.own.map(scopeName).join(', ')} times, ${other.name} ${other.own.map(scopeName).join(', ')} times: they share no timing scope`,
    );
  }
}
