import { execFileSync } from 'node:child_process';

/**
 * Makes a folder a repository with one commit of all that is in it. Returns what commits all changes.
 *
 * @param message of the commit: equal folders with equal messages are equal commits
 */
export function gitFolder(folder: string, message = 'begin'): (message: string) => void {
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
      stdio: 'pipe',
      // Hooks and signatures of whoever runs the tests are none of theirs.
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  const commit = (text: string): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', text);
  };
  git('init', '--quiet', '--initial-branch', 'main');
  commit(message);
  return commit;
}
