import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { CaseBuild, LabBuild } from '../../contract/lab.ts';
import type { Store } from '../store/store.ts';
import { makeFolder } from '../util/make-folder.ts';
import { unwritableLab } from './new-lab.ts';

export type CodeStore = Pick<Store, 'run' | 'caseBuilds' | 'builds' | 'source'>;

/** One build of a variant in a run, and the texts that it was made of. */
export type VariantCode = {
  readonly runId: string;
  readonly workload: string;
  readonly variant: string;
  readonly role: CaseBuild['role'];
  readonly build: LabBuild;
  readonly sources: readonly { readonly name: string; readonly text: string }[];
};

/**
 * The code of a run's cases, each build once, in the order of cases.
 *
 * @throws BreakevenError `bad-input` for a run without code of a lab.
 */
export function codeOfRun(store: CodeStore, ref: string): readonly VariantCode[] {
  const { run, cases } = store.run(ref);
  const byCase = store.caseBuilds(run.id);
  const builds = new Map(store.builds(run.id).map((build) => [build.hash, build]));
  const seen = new Set<string>();
  const variantCodes: VariantCode[] = [];
  for (const { index, workload, variant } of cases) {
    for (const { role, hash } of byCase.get(index) ?? []) {
      const build = builds.get(hash);
      const key = role === 'variant' ? `${workload} ${variant} ${hash}` : `${role} ${hash}`;
      if (build === undefined || seen.has(key)) continue;
      seen.add(key);
      variantCodes.push({
        ...{ runId: run.id, workload, variant, role, build },
        ...textsOf(store, build),
      });
    }
  }
  if (variantCodes.length === 0) {
    throw badInput(`run ${run.id} measured no lab, so it has no source`);
  }
  return variantCodes;
}

function textsOf(store: Pick<CodeStore, 'source'>, build: LabBuild): Pick<VariantCode, 'sources'> {
  const sources = build.sources.flatMap(({ name, sha256 }) => {
    const text = store.source(sha256);
    return text === null ? [] : [{ name, text }];
  });
  return { sources };
}

/** The build of one variant in a run; the first where it has several, of different macros. */
export function codeOfVariant(code: readonly VariantCode[], variant: string): VariantCode {
  const ofVariants = code.filter(({ role }) => role === 'variant');
  const match = ofVariants.find((one) => one.variant === variant);
  if (match !== undefined) return match;
  const known = [...new Set(ofVariants.map((one) => one.variant))];
  throw badInput(
    `run ${code[0]?.runId} compiled no variant "${variant}": it was skipped, or is none of that run${hintFor(variant, known)}`,
  );
}

/**
 * Writes the texts of a run into an empty folder, as they were. Returns their names.
 *
 * @throws BreakevenError `bad-input` for a folder that is not empty and for names that lead out of it.
 */
export function restoreSources(code: readonly VariantCode[], folder: string): readonly string[] {
  const path = resolve(folder);
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw badInput(`${folder} is not empty; name a folder that is not there yet`);
  }
  const texts = textsByPath(code, folder);
  try {
    makeFolder(path);
    for (const [name, text] of texts) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    }
  } catch (error) {
    throw unwritableLab(folder, error);
  }
  return [...texts.keys()].sort();
}

/** By the name below the folder. An imported run may have any names. */
function textsByPath(code: readonly VariantCode[], folder: string): ReadonlyMap<string, string> {
  const refused = (name: string, why: string) => badInput(`the source "${name}" ${why}`);
  const texts = new Map<string, string>();
  for (const { name, text } of code.flatMap(({ sources }) => sources)) {
    const plain = normalize(name);
    if (isAbsolute(plain) || plain.startsWith('..') || plain.includes('\0')) {
      throw refused(name, `would be written outside of ${folder}`);
    }
    if (plain === '.' || plain.endsWith('/')) throw refused(name, 'has the name of a folder');
    if ((texts.get(plain) ?? text) !== text) throw refused(name, 'is there with two texts');
    texts.set(plain, text);
  }
  for (const name of texts.keys()) {
    for (let above = dirname(name); above !== '.'; above = dirname(above)) {
      if (texts.has(above)) throw refused(above, `would be a file and the folder of ${name}`);
    }
  }
  return texts;
}
