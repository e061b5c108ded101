import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { nativeFolder, productRoot } from '../util/paths.ts';
import { productCommit } from '../util/product-version.ts';
import { outputOf } from '../util/programs.ts';
import { systemAddonFile } from '../util/system-addon.ts';

/** The code that measures, as it is now and not as it was when something was built. */
export type MeasuredCode = {
  /** Of the sources, `+` with changes on top; absent where they are no repository and the build does not say. */
  readonly commit?: string;
  /** Every addon and library of the engine with the beginning of its SHA-256; absent where there is none. */
  readonly addons?: string;
};

const digits = 12;

export async function measuredCode(
  folder: string = nativeFolder(),
  root: string = productRoot(),
): Promise<MeasuredCode> {
  const [commit, addons] = await Promise.all([commitOf(root), addonsOf(folder)]);
  return {
    ...(commit === undefined ? {} : { commit }),
    ...(addons === '' ? {} : { addons }),
  };
}

/** The bundle's own where the sources are not there to be asked. */
async function commitOf(root: string): Promise<string | undefined> {
  const git = (...words: readonly string[]) => outputOf('git', ['-C', root, ...words]);
  const top = await git('rev-parse', '--show-toplevel');
  // Sources that were unpacked inside another repository are not of its commit.
  if (top === undefined || resolve(top) !== resolve(root)) return productCommit();
  const [head, changes] = await Promise.all([
    git('rev-parse', '--short=10', 'HEAD'),
    git('status', '--porcelain', '--untracked-files=no'),
  ]);
  return head === undefined ? productCommit() : `${head}${changes === '' ? '' : '+'}`;
}

async function addonsOf(folder: string): Promise<string> {
  const files = namesIn(folder).filter(
    (name) => /\.(node|so(\.\d+)*|dylib|dll)$/.test(name) && name !== systemAddonFile,
  );
  const hashed = files.map(async (name) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(resolve(folder, name)), hash);
    return `${name} ${hash.digest('hex').slice(0, digits)}`;
  });
  return (await Promise.all(hashed)).join(', ');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The files that are not the same in two descriptions of addons, by name. */
export function differingAddons(one: string, other: string): readonly string[] {
  const [left, right] = [hashesOf(one), hashesOf(other)];
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].filter((name) => left.get(name) !== right.get(name)).sort();
}

function hashesOf(addons: string): ReadonlyMap<string, string> {
  return new Map(
    addons.split(', ').map((text) => {
      const at = text.lastIndexOf(' ');
      return [text.slice(0, at), text.slice(at + 1)] as const;
    }),
  );
}
