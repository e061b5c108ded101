import { join } from 'node:path';
import type { Plan, Revision } from '../../contract/run.ts';
import { gitText } from '../util/git.ts';
import { originOf } from './build-lab.ts';
import type { Lab } from './lab.ts';
import { labFileName } from './read-lab.ts';

/**
 * The commits that a lab is of. Of a lab with two versions `base` is that of the base, where it is another one. Undefined
 * for a lab outside of any git repository.
 */
export async function revisionOf(lab: Lab): Promise<Revision | undefined> {
  const origins = new Set(lab.description.variants.map(({ id }) => originOf(lab, id)));
  const commits = await Promise.all([...origins].map(commitOf));
  const head = commits.at(-1);
  if (head === undefined || commits.includes(undefined)) return undefined;
  const base = commits.length < 2 ? undefined : commits[0]?.head;
  const dirty = commits.some((one) => one?.dirty);
  return { ...head, ...(base === undefined || base === head.head ? {} : { base }), dirty };
}

/** Of a plan with several labs, those that are of one commit. */
export async function revisionOfPlan(
  { cases }: Pick<Plan, 'cases'>,
  labOf: (id: string) => Lab | undefined,
): Promise<Revision | undefined> {
  const labs = [...new Set(cases.map(({ workload }) => workload))].flatMap((id) => labOf(id) ?? []);
  const revisions = await Promise.all(labs.map(revisionOf));
  const [first, ...others] = revisions;
  const same = others.every((one) => one?.head === first?.head && one?.base === first?.base);
  return first === undefined || !same
    ? undefined
    : { ...first, dirty: revisions.some((one) => one?.dirty) };
}

type Commit = Pick<Revision, 'repository' | 'head' | 'dirty'>;

async function commitOf(lab: Lab): Promise<Commit | undefined> {
  const git = (...words: readonly string[]) => gitText(lab.folder, ...words);
  const head = await git('rev-parse', 'HEAD');
  if (head === undefined) return undefined;
  const sources = [...lab.sources.values(), lab.reference, lab.generate, lab.check];
  // A program that `make` left beside the sources is no change of them.
  const texts = sources.flatMap((source) =>
    source === null || source.language === 'command' || source.language === 'library'
      ? []
      : [source.path],
  );
  const descriptor = lab.path === lab.folder ? join(lab.folder, labFileName) : lab.path;
  const untracked = ['--untracked-files=all', '--ignored', '--', descriptor, ...texts];
  const [tracked, own, remote] = await Promise.all([
    git('status', '--porcelain', '--untracked-files=no'),
    git('status', '--porcelain', ...untracked),
    git('config', '--get', 'remote.origin.url'),
  ]);
  return {
    repository: remote === undefined ? null : withoutCredentials(remote),
    head,
    dirty: tracked !== '' || own !== '',
  };
}

/** A remote as it can be shown: without a user, a password or a token, and only the last part of a path of this machine. */
export function withoutCredentials(remote: string): string {
  const url = URL.parse(remote);
  if (url !== null && url.host !== '') return `${url.protocol}//${url.host}${url.pathname}`;
  const [, host, path] = /^(?:[^/@]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(remote) ?? [];
  if (host !== undefined && path !== undefined) return `${host}:${path}`;
  return remote.replace(/\/+$/, '').replace(/^.*\//, '');
}
