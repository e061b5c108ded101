import { execFile } from 'node:child_process';

/** What git answers; `ok` is whether it ended well. Its messages are English and it asks nobody for a password. */
export type GitAnswer = { readonly ok: boolean; readonly out: string; readonly err: string };

/** Runs git in a folder; never throws. */
export function git(folder: string, ...words: readonly string[]): Promise<GitAnswer> {
  const env = { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
  return new Promise((resolve) => {
    const options = { env, maxBuffer: 64 * 2 ** 20 };
    execFile('git', ['-C', folder, ...words], options, (error, out, err) => {
      resolve({ ok: error === null, out: out.trim(), err: err.trim() || (error?.message ?? '') });
    });
  });
}

/** What it prints; undefined where it fails. */
export async function gitText(
  folder: string,
  ...words: readonly string[]
): Promise<string | undefined> {
  const { ok, out } = await git(folder, ...words);
  return ok ? out : undefined;
}
