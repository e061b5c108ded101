import type {
  LabArtifact,
  LabArtifacts,
  LabDescription,
  LabFile,
  LabVariant,
} from '../../contract/lab.ts';
import type { Values } from '../../contract/workload.ts';
import type { BuildRequest, BuildResult, CompileOptions } from './build-request.ts';
import { compile } from './compile.ts';
import type { Lab, LabSource } from './lab.ts';

/** A file of a lab that was compiled, or was not. */
export type FileBuild = {
  readonly role: BuildRequest['role'];
  /** Null for the generator, and for a reference that is no variant. */
  readonly variant: string | null;
  readonly source: LabSource;
  /** Values of the parameters that are macros, by axis. */
  readonly defines: LabArtifact['defines'];
  readonly result: BuildResult;
};

export type BuiltLab = {
  readonly artifacts: LabArtifacts;
  readonly builds: readonly FileBuild[];
};

/** By variant, the values of its macros that are needed. */
export type Needed = ReadonlyMap<string, readonly LabArtifact['defines'][]>;

/** Most compiled files of one variant: a sweep over macros makes one a value. */
export const maxBuilds = 512;

/** Compilers at once: what is measured never runs at the same time, what a user does may be. */
const atOnce = 2;

/** How one file is compiled; kernels are compiled by other means than the rest. */
export type CompileFile = (request: BuildRequest, options: CompileOptions) => Promise<BuildResult>;

/** The values of a case's macros. Every choice is a text in a case. */
export function definesOf(
  { axes, macros = {} }: LabVariant,
  values: Values,
): LabArtifact['defines'] {
  const own = axes.flatMap(({ id, define, default: usual }) =>
    define === undefined ? [] : [[id, values[id] ?? usual] as const],
  );
  const ofWorkload = Object.keys(macros).flatMap((id) => {
    const value = values[id];
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(
    [...own, ...ofWorkload].map(([id, value]) => [
      id,
      typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}

/** The values of a variant's macros where nothing chooses others: the default of each axis. */
export function usualDefines(
  { axes }: LabDescription,
  variant: LabVariant,
  chosen: Values = {},
): LabArtifact['defines'] {
  const usual = axes.map(({ id, default: value }) => [id, value] as const);
  return definesOf(variant, { ...Object.fromEntries(usual), ...chosen });
}

/** What is needed for some cases of a lab. */
export function neededFor(
  { description }: Lab,
  cases: readonly {
    readonly workload: string;
    readonly variant: string;
    readonly values: Values;
  }[],
): Needed {
  const needed = new Map<string, LabArtifact['defines'][]>();
  const seen = new Set<string>();
  for (const { workload, variant: id, values } of cases) {
    const variant = description.variants.find((one) => one.id === id);
    if (workload !== description.id || variant === undefined) continue;
    const defines = definesOf(variant, values);
    const key = `${id} ${JSON.stringify(defines)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    needed.set(id, [...(needed.get(id) ?? []), defines]);
  }
  return needed;
}

/**
 * Compiles what is needed of a lab, its reference and its generator, two files at once.
 *
 * @throws the reason of the signal when it is aborted; never for what a file has wrong.
 */
export async function buildLab(
  lab: Lab,
  needed: Needed,
  options: CompileOptions & { readonly compileFile?: CompileFile },
): Promise<BuiltLab> {
  const { compileFile = compile } = options;
  const { description, sources, reference, generate, check } = lab;
  const asked: Omit<FileBuild, 'result'>[] = [
    { role: 'reference', variant: null, source: reference, defines: defaultsOf(lab) },
    ...(generate === null
      ? []
      : [{ role: 'generate' as const, variant: null, source: generate, defines: {} }]),
    ...(check === null
      ? []
      : [{ role: 'check' as const, variant: null, source: check, defines: {} }]),
  ];
  for (const variant of description.variants) {
    const source = sources.get(variant.id);
    if (source === undefined) continue;
    for (const defines of needed.get(variant.id)?.slice(0, maxBuilds) ?? []) {
      asked.push({ role: 'variant', variant: variant.id, source, defines });
    }
  }
  const builds: FileBuild[] = [];
  const queue = asked.map((one, at) => ({ one, at }));
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { one, at } = next;
      const macros = macrosOf(lab, one);
      const origin = originOf(lab, one.variant);
      const result = await compileFile(
        { lab: origin, source: one.source, role: one.role, macros },
        options,
      );
      builds[at] = { ...one, result };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { artifacts: artifactsOf(builds), builds };
}

/** The lab that the file of a variant is of, or a file that is of none. */
export function originOf(lab: Lab, variant: string | null): Lab {
  return lab.origins?.get(variant ?? '') ?? lab;
}

/** A reference that is a variant has the default values of its macros. */
function defaultsOf({ description, reference, sources }: Lab): LabArtifact['defines'] {
  const variant = description.variants.find(({ id }) => sources.get(id) === reference);
  return variant === undefined ? {} : definesOf(variant, {});
}

function macrosOf(
  { description, reference, sources }: Lab,
  { role, variant: id, defines }: Omit<FileBuild, 'result'>,
): Readonly<Record<string, number | string>> {
  const variant = description.variants.find((one) =>
    role === 'reference' ? sources.get(one.id) === reference : one.id === id,
  );
  return Object.fromEntries(
    Object.entries(defines).map(([axis, value]) => [
      variant?.axes.find((one) => one.id === axis)?.define ?? variant?.macros?.[axis] ?? axis,
      value,
    ]),
  );
}

function artifactsOf(builds: readonly FileBuild[]): LabArtifacts {
  const path = (role: FileBuild['role']) => {
    const result = builds.find((build) => build.role === role)?.result;
    return result?.ok === true ? { [role]: fileOf(result) } : {};
  };
  const variants = Object.groupBy(
    builds.filter(({ role }) => role === 'variant'),
    ({ variant }) => variant ?? '',
  );
  return {
    ...path('reference'),
    ...path('generate'),
    ...path('check'),
    variants: Object.fromEntries(
      Object.entries(variants).map(([id, found = []]) => [id, found.flatMap(artifactOf)]),
    ),
  };
}

function artifactOf({ defines, result }: FileBuild): readonly LabArtifact[] {
  if (!result.ok) return [{ defines, path: '', unavailable: result.reason }];
  return [{ defines, ...fileOf(result) }];
}

function fileOf({ path, record: { symbol, python } }: Extract<BuildResult, { ok: true }>): LabFile {
  return {
    path,
    ...(symbol === undefined ? {} : { symbol }),
    ...(python === undefined ? {} : { python }),
  };
}

/** Why a case cannot run: its own file, the reference or the generator was not compiled; null where all were. */
export function buildFault(
  { builds }: BuiltLab,
  variant: string,
  defines: LabArtifact['defines'],
): string | null {
  const wanted = JSON.stringify(defines);
  const variantBuild = builds.find(
    (build) =>
      build.role === 'variant' &&
      build.variant === variant &&
      JSON.stringify(build.defines) === wanted,
  );
  const shared = builds.filter(({ role }) => role !== 'variant');
  for (const { result, role } of variantBuild === undefined ? shared : [variantBuild, ...shared]) {
    if (!result.ok)
      return role === 'variant'
        ? result.reason
        : `the ${role === 'generate' ? 'generator' : role} is not built: ${result.reason}`;
  }
  return variantBuild === undefined ? `${variant} is not built for these values` : null;
}
