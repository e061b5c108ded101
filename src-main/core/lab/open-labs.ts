import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { badInput, notFound } from '../../contract/failure.ts';
import type { OpenedLab } from '../../contract/lab.ts';
import type { Plan, PlannedCase } from '../../contract/run.ts';
import { versionId, versionOf } from '../../contract/versions.ts';
import { canonicalJson, contentHash } from '../store/codec.ts';
import { createBuildCache } from './build-cache.ts';
import {
  type BuiltLab,
  buildFault,
  buildLab,
  type CompileFile,
  definesOf,
  type FileBuild,
  type Needed,
  neededFor,
  originOf,
} from './build-lab.ts';
import type { CompileKernel } from './build-request.ts';
import type { Lab } from './lab.ts';
import { registeredLabs, rememberLab } from './lab-registry.ts';
import { isTrustedAsSaved, refuseUntrusted, trustContent } from './lab-trust.ts';
import { labFileName, readLab } from './read-lab.ts';
import type { Confine } from './sandbox.ts';
import { type StoredBuild, storedBuild } from './stored-build.ts';

export type OpenLabs = ReturnType<typeof createOpenLabs>;

/** What decides which files a case is compiled from. */
type CaseOfLab = Pick<PlannedCase, 'workload' | 'variant' | 'values'>;

type BuildOptions = {
  readonly compileFile?: CompileFile;
  readonly signal?: AbortSignal;
  /** The user has agreed to trust each version that is saved. */
  readonly trustSaved?: boolean;
};

export type NotCompiled = { readonly variant: string; readonly reason: string };

/** Compiles kernels in a process of its own, one at a time. */
export type KernelCompiler = {
  readonly compile: CompileKernel;
  readonly close: () => Promise<void>;
};

type Open = {
  readonly lab: Lab;
  readonly planned: boolean;
  built: BuiltLab | null;
  stored: Map<FileBuild, StoredBuild | null>;
};

/** `as-saved`: a lab that was trusted with all that is saved later is trusted as it is now. */
export type TrustedOnly = boolean | 'as-saved';

type OpenLabsOptions = {
  /** The folder of the store. */
  readonly home: () => string;
  /** What CUDA code is compiled for, `sm_90`; undefined leaves it to the compiler. */
  readonly architecture?: () => Promise<string | undefined>;
  /** NVRTC; nvcc compiles kernels without it. */
  readonly kernels?: KernelCompiler;
  /** Labs are compiled only as they are trusted: those of a window, which a page asks for. */
  readonly trustedOnly?: TrustedOnly | undefined;
  /** Compilers run in this sandbox. */
  readonly confine?: Confine | undefined;
};

/** The labs of an application: which are open, what of them is compiled, and for which cases. */
export function createOpenLabs({
  home,
  architecture = async () => undefined,
  kernels,
  trustedOnly = false,
  confine,
}: OpenLabsOptions) {
  const labs = new Map<string, Open>();
  let changes = 0;

  function add(lab: Lab, planned = false): Open {
    const open: Open = { lab, planned, built: null, stored: new Map() };
    labs.set(lab.description.id, open);
    changes += 1;
    return open;
  }

  /** @throws BreakevenError `not-found` for content that is not trusted, of each lab that it is made of. */
  function checkTrust(lab: Lab, trustSaved: boolean): void {
    if (trustedOnly === false) return;
    for (const part of new Set(lab.origins?.values() ?? [lab])) {
      const saved = trustSaved || (trustedOnly === 'as-saved' && isTrustedAsSaved(home(), part));
      if (saved) trustContent(home(), part);
      else refuseUntrusted(home(), part);
    }
  }

  async function build(
    lab: Lab,
    needed: Needed,
    { trustSaved = false, ...options }: BuildOptions = {},
  ): Promise<BuiltLab> {
    checkTrust(lab, trustSaved);
    const cache = createBuildCache(home());
    const cuda = [...needed.keys()].some((id) => lab.sources.get(id)?.language === 'cuda');
    const cudaArchitecture = cuda ? await architecture() : undefined;
    const byNvrtc = kernels === undefined ? {} : { compileKernel: kernels.compile };
    const built = await buildLab(lab, needed, {
      ...{ cache, cudaArchitecture, confine, ...byNvrtc },
      ...options,
    });
    // Nothing else is alive while cases are measured.
    await kernels?.close();
    // A file that was saved while it was compiled.
    if (!trustSaved) checkTrust(lab, false);
    const current = labs.get(lab.description.id);
    const mine = current?.lab === lab ? current : add(lab);
    mine.built = built;
    mine.stored = new Map();
    changes += 1;
    return built;
  }

  function stored({ lab, stored: known }: Open, file: FileBuild): StoredBuild | null {
    const knownBuild = known.get(file);
    if (knownBuild !== undefined) return knownBuild;
    const made = storedBuild(originOf(lab, file.variant), file);
    known.set(file, made);
    return made;
  }

  /** The lab of a plan: the one that is open, else the one that is remembered under its id. */
  function found(id: string): Open | undefined {
    const known = labs.get(id);
    if (known !== undefined) return known;
    const registered = registeredLabs(home()).find((one) => one.id === id);
    return registered === undefined ? undefined : add(readLab(registered.path));
  }

  async function prepareOne(plan: Plan, id: string, options: BuildOptions | undefined) {
    const before = plan.configuration.labs?.find((one) => one.id === id);
    const mine = found(id);
    if (mine === undefined) {
      if (before === undefined) return null;
      throw notFound(`the lab ${id} is not remembered; name its folder with --lab`);
    }
    const { lab } = mine;
    const { contract } = lab.description;
    if (before !== undefined && before.contract !== contract) {
      throw badInput(
        `the contract of the lab ${id} (its axes, arguments or check) has changed since the run began; start a new run`,
      );
    }
    const cases = plan.cases.filter(({ workload }) => workload === id);
    const built = await build(lab, neededFor(lab, cases), options);
    const current = labs.get(id) ?? mine;
    const code = codeOf(built.builds.map((file) => stored(current, file)));
    // Further cases of a run bring further files; what it began with stays as it was.
    const known = new Set(before?.code ?? []);
    const lost = [...known].some((hash) => !code.includes(hash));
    if (lost) {
      throw badInput(`the code of the lab ${id} has changed since the run began; start a new run`);
    }
    return { id, contract, code };
  }

  /**
   * Compiles what the cases of a plan need. Cases that were not compiled get the reason, and the configuration which labs it
   * means, with the digest of their code.
   *
   * @throws BreakevenError `bad-input` where the plan is of a run that began with another contract or other code.
   */
  async function prepare(plan: Plan, options?: BuildOptions): Promise<Plan> {
    const named = (plan.configuration.labs ?? []).map(({ id }) => id);
    const workloads = new Set([...named, ...plan.cases.map(({ workload }) => workload)]);
    const references = [];
    for (const id of workloads) {
      if (!labs.has(id) && !named.includes(id)) continue;
      const reference = await prepareOne(plan, id, options);
      if (reference !== null) references.push(reference);
    }
    if (references.length === 0) return plan;
    const cases = plan.cases.map((planned): PlannedCase => {
      const reason = planned.skip ?? faultOf(planned);
      return reason === null ? planned : { ...planned, skip: reason };
    });
    return { ...plan, configuration: { ...plan.configuration, labs: references }, cases };
  }

  function faultOf({ workload, variant: id, values }: PlannedCase): string | null {
    const open = labs.get(workload);
    const variant = open?.lab.description.variants.find((one) => one.id === id);
    if (open === undefined || open.built === null || variant === undefined) return null;
    return buildFault(open.built, id, definesOf(variant, values));
  }

  /** The compiled files of a case: its own, the reference, the generator. */
  function filesOf({ workload, variant: id, values }: CaseOfLab): readonly FileBuild[] {
    const open = labs.get(workload);
    const variant = open?.lab.description.variants.find((one) => one.id === id);
    if (open === undefined || open.built === null || variant === undefined) return [];
    const wanted = JSON.stringify(definesOf(variant, values));
    return open.built.builds.filter(
      (file) =>
        file.role !== 'variant' || (file.variant === id && JSON.stringify(file.defines) === wanted),
    );
  }

  return {
    /**
     * Opens a lab, and remembers where it is, unless it is made of two. One of its id that is open is replaced.
     *
     * @param planned nothing of it is compiled: engines open it only to plan its cases
     */
    open(lab: Lab, planned?: boolean): void {
      if (lab.origins === undefined) rememberLab(home(), lab.description.id, lab.path);
      add(lab, planned);
    },
    /** From now on it is no workload. */
    close(id: string): void {
      if (labs.delete(id)) changes += 1;
    },
    lab: (id: string) => labs.get(id)?.lab,
    ids: (): readonly string[] => [...labs.keys()],
    /** As engines open them: those whose reference is compiled, or that are only planned. */
    opened: (): readonly OpenedLab[] =>
      [...labs.values()].flatMap(({ lab: { description }, planned, built }) =>
        (built === null ? !planned : built.artifacts.reference === undefined)
          ? []
          : [{ description, artifacts: built?.artifacts ?? { variants: {} } }],
      ),
    /** Whether a compiler has seen a variant: before that it is taken for available. */
    isTried: (id: string, variant: string) =>
      labs.get(id)?.built?.builds.some((build) => build.variant === variant) === true,
    /** Changes whenever an engine would say something else of labs. */
    version: () => changes,
    build,
    prepare,
    /** Variants of a lab with two versions, without their side, whose versions are the same machine code. */
    sameCode(id: string): readonly string[] {
      const open = labs.get(id);
      return open?.built == null ? [] : sameCode(open.lab, open.built.builds);
    },
    /** What the compiler printed for a case that it did not compile. */
    logOf: (planned: PlannedCase) =>
      filesOf(planned)
        .flatMap(({ result }) => (result.ok ? [] : [result.log]))
        .join('\n'),
    /** Whether a case was not compiled for want of a program or a package that this machine lacks. */
    lacksTools: (planned: PlannedCase) =>
      filesOf(planned).some(({ result }) => !result.ok && result.missing === true),
    /** Variants of a lab that compilers refused, with the reason; not those that lack a compiler. */
    notCompiled(id: string): readonly NotCompiled[] {
      const notCompiled = new Map<string, NotCompiled>();
      for (const { variant, result } of labs.get(id)?.built?.builds ?? []) {
        if (variant === null || result.ok || result.missing === true || notCompiled.has(variant))
          continue;
        notCompiled.set(variant, { variant, reason: result.reason });
      }
      return [...notCompiled.values()];
    },
    /** What a case is compiled from; empty for a case of no lab. */
    buildsOf(planned: CaseOfLab): readonly StoredBuild[] {
      const open = labs.get(planned.workload);
      return filesOf(planned).flatMap((file) => {
        const kept = open === undefined ? null : stored(open, file);
        return kept === null ? [] : [kept];
      });
    },
  };
}

/** Digests of the texts that were compiled, by file: what a run that goes on has to find again. */
function codeOf(builds: readonly (StoredBuild | null)[]): string[] {
  const texts = builds.flatMap((one) =>
    (one?.build.sources ?? [])
      .filter(({ name }) => name !== labFileName)
      .map(({ name, sha256 }) => contentHash(`${name} ${sha256}`)),
  );
  return [...new Set(texts)].sort();
}

/**
 * Variants, without their side, whose two versions are the same machine code, started in the same way: measuring them
 * would tell nothing. A program that was built elsewhere, or that links libraries from a folder, is never taken for the
 * same: what it loads is not known.
 */
function sameCode(lab: Lab, builds: readonly FileBuild[]): readonly string[] {
  const ids = lab.description.variants.flatMap(({ id }) => {
    const version = versionOf(id);
    return version?.side === 'base' ? [version.id] : [];
  });
  return ids.filter((id) => {
    const [base, head] = [versionId(id, 'base'), versionId(id, 'head')].map((one) =>
      executedCode(lab, builds, one),
    );
    return base !== null && base === head;
  });
}

/** Digest of all that is executed of a variant; null where that is not known. */
function executedCode(lab: Lab, builds: readonly FileBuild[], id: string): string | null {
  const variant = lab.description.variants.find((one) => one.id === id);
  const files = builds.filter((one) => one.role === 'variant' && one.variant === id);
  if (variant === undefined || files.length === 0) return null;
  const digests = files.map(digestOf);
  if (digests.includes(null)) return null;
  const { id: _id, title: _title, summary: _summary, ...started } = variant;
  return `${canonicalJson(started)} ${digests.toSorted().join(' ')}`;
}

function digestOf({ source, defines, result }: FileBuild): string | null {
  if (!result.ok || source.language === 'command' || source.language === 'library') return null;
  if (source.kind === 'command' || source.flags.some((flag) => /^-L|rpath/.test(flag))) return null;
  const hash = createHash('sha256').update(JSON.stringify(defines));
  if (source.language === 'python') {
    for (const { name, sha256 } of result.record.sources) hash.update(`\0${name}\0${sha256}`);
  } else hash.update(readFileSync(result.path));
  return hash.digest('hex');
}
