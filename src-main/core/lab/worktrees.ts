import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { badInput } from '../../contract/failure.ts';
import { shortCommit } from '../../contract/revision-text.ts';
import { versionSides } from '../../contract/versions.ts';
import { git, gitText } from '../util/git.ts';

/** One side of a comparison of two commits: a folder with the files of the commit. */
export type Worktree = {
  /** As it was named. */
  readonly ref: string;
  readonly commit: string;
  /** Digest of all its files: equal for commits that differ in nothing but their message. */
  readonly tree: string;
  /** The folder with all its files. */
  readonly root: string;
  /** Where the lab is in it, or would be. */
  readonly lab: string;
};

export type Worktrees = {
  readonly base: Worktree;
  readonly head: Worktree;
  /** The lab below the root of the repository. */
  readonly labName: string;
  /** The working tree has changes: what is measured is the commit. */
  readonly dirty: boolean;
  remove(): Promise<void>;
};

/**
 * Two commits of the repository of a lab, each in a folder of its own below the temporary folder. The user's working tree
 * and index are not touched.
 *
 * @param folder of the lab; it may be missing in a working tree that has no such folder
 * @throws BreakevenError `bad-input` for a folder outside of a repository and for what is no commit of this clone.
 */
export async function makeWorktrees(
  folder: string,
  refs: { readonly base: string; readonly head: string },
): Promise<Worktrees> {
  const at = existing(folder);
  const { ok, out: top, err } = await git(at, 'rev-parse', '--show-toplevel');
  if (!ok) throw badInput(`${folder} is in no git repository: ${err.split('\n')[0] ?? ''}`);
  const labName = relative(top, realpathSync(at) + folder.slice(at.length)) || '.';
  const commits = {
    base: await commitOf(top, 'base', refs.base),
    head: await commitOf(top, 'head', refs.head),
  };
  const changes = await gitText(top, 'status', '--porcelain', '--untracked-files=no');
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'breakeven-ci-')));
  const roots: string[] = [];
  const remove = async (): Promise<void> => {
    for (const root of roots) await git(top, 'worktree', 'remove', '--force', root);
    rmSync(made, { recursive: true, force: true });
    await git(top, 'worktree', 'prune');
  };
  try {
    const sides = {
      base: undefined as Worktree | undefined,
      head: undefined as Worktree | undefined,
    };
    for (const side of versionSides) {
      // A lab at the root of the repository is called as the folder is.
      const root = join(made, side, basename(top));
      roots.push(root);
      const commit = commits[side];
      const added = await git(top, 'worktree', 'add', '--detach', '--force', root, commit);
      if (!added.ok) {
        throw badInput(
          `${side} ${shortCommit(commit)} cannot be checked out: ${lastLine(added.err)}`,
        );
      }
      const tree = (await gitText(root, 'rev-parse', 'HEAD^{tree}')) ?? '';
      sides[side] = { ref: refs[side], commit, tree, root, lab: join(root, labName) };
    }
    const { base, head } = sides;
    if (base === undefined || head === undefined) throw badInput('no worktree was made');
    return { base, head, labName, dirty: changes !== '', remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The folder, or the nearest one above it that is there. */
function existing(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    try {
      realpathSync(at);
      return at;
    } catch (error) {
      if (at === dirname(at)) throw error;
    }
  }
}

async function commitOf(top: string, side: string, ref: string): Promise<string> {
  const commit = await gitText(
    top,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ref}^{commit}`,
  );
  if (commit !== undefined) return commit;
  const shallow = (await gitText(top, 'rev-parse', '--is-shallow-repository')) === 'true';
  throw badInput(
    shallow
      ? `${side} ${ref} is not in this clone: fetch-depth: 0 (shallow clone)`
      : `${side} ${ref} is not in this clone: it names no commit here`,
  );
}

const lastLine = (text: string): string => text.split('\n').at(-1) ?? '';
