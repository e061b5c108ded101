import type { Revision } from './run.ts';

/** Digits of a commit that people read. */
const shownDigits = 8;

export const shortCommit = (commit: string): string => commit.slice(0, shownDigits);

/** `commit 88d01e2f of github.com/x/y, with changes`. */
export function revisionText({ repository, base, head, dirty }: Revision): string {
  const commits = base === undefined ? '' : `${shortCommit(base)} to `;
  const where = repository === null ? '' : ` of ${repository}`;
  return `commit ${commits}${shortCommit(head)}${where}${dirty ? ', with changes that are not committed' : ''}`;
}
